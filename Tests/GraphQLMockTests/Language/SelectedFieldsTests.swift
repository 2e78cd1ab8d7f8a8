import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SelectedFieldsTests {
  /// As many fields as fragments; each field spreads all fragments.
  private func document(_ count: Int) throws -> Document {
    let fields = (0..<count).map { "a\($0) { ...F0 }" }.joined(separator: " ")
    let fragments = (0..<count).map { "fragment F\($0) on T { ...F\($0 + 1) }" }.joined()
    return try Document.parse("{ \(fields) } \(fragments) fragment F\(count) on T { x }").get()
  }

  /// The number of selections that are visited for all root fields, and the number of fields
  /// collected.
  private func work(_ count: Int, steps: Int) throws -> (steps: Int, known: Int) {
    let document = try self.document(count)
    var fields = SelectedFields(
      of: try document.selectOperation(named: nil).get(), in: document, on: nil,
      by: FragmentRule(), variables: [:], steps: steps)
    let limit = fields.steps
    let known = fields.fields(of: SelectedFields.root).all.compactMap(\.group)
      .filter { fields.fields(of: $0).position(of: "x") != nil }
    #expect(fields.isExhausted == (known.count < count))
    return (limit - fields.steps, known.count)
  }

  // GraphQL, section 6.3.2, DoesFragmentTypeApply. Without a schema, a field shows that its fragment applies, but any
  // object may have `__typename`.
  @Test(
    arguments: [
      (["id": 1], []), (["id": 1, "__typename": "Human"], []),
      (["id": 1, "model": "R2"], ["data.hero.name"]), (["id": 1, "model": "R2", "name": "R2"], []),
    ] as [(MockJSON, [String])])
  func fieldOfAFragmentRequiresTheOthers(hero: MockJSON, missing: [String]) throws {
    let keys = try Self.missing(in: hero, of: "id ... on Droid { __typename model name }")
    #expect(keys.filter { !$0.hasSuffix("__typename") } == missing)
  }

  /// A field in nested fragments shows that all of them apply, and is required only if all do.
  @Test(arguments: [(["y": 1], []), (["x": 1], ["data.hero.y"])] as [(MockJSON, [String])])
  func fieldInNestedFragmentsIsRequiredIfAllApply(hero: MockJSON, missing: [String]) throws {
    let selections = "... on A { ... on B { x } } ... on B { y }"
    #expect(try Self.missing(in: hero, of: selections) == missing)
  }

  /// In more than eight nested fragments, which may all have other type conditions, a field isn't required.
  @Test(arguments: [(8, ["data.hero.name"]), (9, [])])
  func fieldInTooManyFragmentsIsOptional(count: Int, missing: [String]) throws {
    let fragments = (0..<count).map { "... on T\($0) { " }.joined()
    let selections = "\(fragments) model name \(String(repeating: "}", count: count))"
    #expect(try Self.missing(in: ["model": "R2"], of: selections) == missing)
  }

  private static func missing(in hero: MockJSON, of selections: String) throws -> [String] {
    let document = try Document.parse("{ hero { \(selections) } }").get()
    let found = ResponseCheck.problems(
      in: ["hero": hero], for: try document.selectOperation(named: nil).get(), of: document)
    return found.map { problem in
      if case .missing(let key, _, _) = problem.fault {
        "\(problem.path[key])"
      } else {
        "\(problem)"
      }
    }
  }

  @Test func collectingFieldsIsLinearForRepeatedSpreads() throws {
    let steps = try [100, 200, 400].map { try work($0, steps: 1_000).steps }
    #expect(steps[1] <= 2 * steps[0] && steps[2] <= 2 * steps[1], "\(steps)")
    // Each of 100 fields visits 101 spreads and the field.
    #expect(try work(100, steps: 100_000) == (100 + 100 * 102, 100))
  }

  // 500 times 500 fragments exceed the limit of 200,000 selections and 8 for each of 4,000 nodes.
  @Test(.onOwnThreads) func validationStopsWithAWarningAtTheLimitOfSteps() async throws {
    let document = try self.document(500)
    let query = MockJSON.string(document.text(0..<document.bytes.count))
    let fields = (0..<500).map { "a\($0)" }
    let data = MockJSON.object(Dictionary(uniqueKeysWithValues: fields.map { ($0, ["x": 1]) }))
    let service = MockGraphQLService(
      .operation(.data(data)), options: ServiceOptions(requestValidation: .off))
    _ = try await service.makeSession().receive(.graphQL(["query": query]))
    #expect(
      service.requests.map(\.warnings) == [
        [
          """
          The response was validated only in part: collecting its fields takes more steps than this \
          library allows.
          """
        ]
      ])
    #expect(service.failures == [])
    // Takes half a second each, or several on a slow machine.
    guard Effort.isLong else { return }
    let schema = try ServiceSchema(
      definitions:
        "type Query { \(fields.map { "\($0): T" }.joined(separator: " ")) } type T { x: Int }")
    let generating = MockGraphQLService(
      .operation(.generated), schema: schema, options: ServiceOptions(requestValidation: .off))
    _ = try? await generating.makeSession().receive(.graphQL(["query": query]))
    #expect(
      generating.failures.map(\.message) == [
        "No response can be generated: the fragments of the document are spread in too many ways."
      ])
  }
}
