import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// The rules that a test states. `RequestRedactorTests` and others test what they do.
struct RedactionTests {
  private static func redaction(
    change: (@Sendable (MockJSON) -> MockJSON)? = nil
  ) -> Redaction {
    Redaction(
      members: ["pin"], paths: ["user.email"], headers: ["X-Device"], keep: ["sid"],
      values: ["4711-4711"], change: change)
  }

  /// The properties that are rules, by their names.
  private static func rules(_ redaction: Redaction) -> [String: String] {
    let own = ["replacement", "enumValues", "remembered"]
    let pairs = Mirror(reflecting: redaction).children.map { ($0.label ?? "", "\($0.value)") }
    return Dictionary(pairs) { $1 }.filter { !own.contains($0.key) }
  }

  /// A new rule fails this test until the redaction above states it, and `adding(_:)` takes it over.
  @Test func addedRedactionBringsAllItsRules() {
    let stated = Self.redaction { $0 }
    let none = Self.rules(Redaction())
    #expect(Self.rules(stated).filter { $0.value == none[$0.key] } == [:])
    #expect(Self.rules(Redaction().adding(stated)) == Self.rules(stated))
    #expect(Self.rules(stated.adding(Redaction())) == Self.rules(stated))
  }

  @Test func addedRedactionKeepsTheRulesOfBoth() {
    func stated(_ text: String) -> Redaction {
      Redaction(
        members: [text], paths: [text], headers: [text], keep: [text], values: [text],
        change: { .array([.string(text), $0]) })
    }
    let both = stated("x1").adding(stated("y2"))
    for (name, value) in Self.rules(both) where name != "change" {
      #expect(value.contains("x1") && value.contains("y2"), "\(name): \(value)")
    }
    #expect(both.change?(1) == ["y2", ["x1", 1]])
  }

  /// A new rule fails this test until the names in `LaunchPlan+Fields.swift` have it. A closure can't be in a plan.
  @Test func launchPlanHasAllRulesExceptTheClosure() throws {
    var plan = LaunchPlan()
    plan.redaction = Self.redaction()
    let json = try plan.json(environment: [:]).get()
    let keys = Self.rules(plan.redaction).keys.filter { $0 != "change" }.sorted()
    #expect(json["redaction"].object?.keys.sorted() == keys)
    let read = try LaunchPlan.read(json.description).get()
    #expect(Self.rules(read.redaction) == Self.rules(plan.redaction))
  }
}
