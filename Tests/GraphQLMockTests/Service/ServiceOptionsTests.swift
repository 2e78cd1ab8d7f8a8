import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

struct ServiceOptionsTests {
  private static func options() throws -> ServiceOptions {
    ServiceOptions(
      edition: .september2026, persistedQueries: .notSupported, documents: ["a": "{ a }"],
      requestValidation: .off, responseValidation: .off, journalLimit: 1, journalSizeLimit: 2,
      bodyLimit: 3, reportsUnusedHandlers: true, reportsUnusedRecordings: true,
      attachesJournal: true
    ).stating(
      fixtures: FixtureTable(folder: .of("file:///tmp/T")),
      schema: try ServiceSchema(definitions: "type Query { a: Int }"),
      recording: Recording(.missing, folder: .of("file:///tmp/R")), endpoints: [.of(endpoint)],
      unhandled: .passThrough, clock: SteppedClock(), objects: ["A": [["id": 1]]], near: "")
  }

  private static func texts(_ options: ServiceOptions) -> [String: String] {
    let pairs = Mirror(reflecting: options).children.map { ($0.label ?? "", "\($0.value)") }
    return Dictionary(pairs) { $1 }
  }

  /// A new property fails this test until the options above have a value for it, and inner scopes inherit it.
  @Test func innerScopesInheritEveryOption() throws {
    let inherited = Self.texts(ServiceOptions().merged(over: try Self.options()))
    #expect(inherited.filter { $0.value == "nil" } == [:])
  }

  /// Fixtures are in the field `tables`.
  @Test func aLaunchPlanHasAFieldForEveryOption() throws {
    let names = Self.texts(ServiceOptions()).keys.filter { $0 != "fixtures" }
    #expect(Set(names).subtracting(LaunchPlan.fields.map(\.key)) == [])
  }
}
