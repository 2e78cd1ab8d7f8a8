import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Handler closures see the task-local values of their test.
struct ScopedClosureRunnerTests {
  @TaskLocal fileprivate static var user = ""

  private static let handlers: [RequestHandler] = [
    .query("Blocking") { _ in .data(["user": .string(user)]) },
    .query("Suspending") { _ async in
      await Task.yield()
      return .data(["user": .string(user)])
    },
  ]

  @Test(.user("Ada"), .graphQL(handlers), arguments: ["Blocking", "Suspending"])
  func closuresSeeTheTaskLocalValuesOfTheirTest(name: String) async throws {
    let data = try await MockGraphQLService.current.ask("query \(name) { user }")
    #expect(data == ["user": "Ada"])
  }
}

private struct UserTrait: TestTrait, TestScoping {
  let name: String

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await ScopedClosureRunnerTests.$user.withValue(name) { try await body() }
  }
}

extension Trait where Self == UserTrait {
  fileprivate static func user(_ name: String) -> Self { Self(name: name) }
}
