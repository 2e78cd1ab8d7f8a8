import Foundation
import TestSupport
import Testing

@testable import GraphQLMock
@testable import GraphQLMockTesting

/// What a test with traits reports.
enum TraitIssues {
  /// Runs a trait like Swift Testing, and returns the issues that it records, with their severity.
  static func of(
    _ traits: [GraphQLMockTrait], _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    let found = Locked<[String]>([])
    let handling = IssueHandlingTrait.compactMapIssues { issue in
      guard Test.current != nil else { return nil }
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      // Each scope that ends warns of the requests that other tests have left.
      guard !text.contains("was sent after its test, ") else { return nil }
      // The attribute of the test is the location of an issue without a location of its own.
      let line =
        text.contains("There is no") || text.contains("The schema")
        ? "\(issue.sourceLocation?.line ?? 0) " : ""
      found.withLock { $0.append("\(line)\(issue.failsTest ? "error" : "warning") \(text)") }
      return nil
    }
    let test = try #require(Test.current)
    @Sendable func run(_ traits: ArraySlice<GraphQLMockTrait>) async throws {
      guard let trait = traits.first else { return try await body() }
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        try await run(traits.dropFirst())
      }
    }
    try await handling.provideScope(for: test, testCase: Test.Case.current) {
      try await run(traits[...])
    }
    return found.withLock { $0 }
  }

  static func of(
    _ trait: GraphQLMockTrait, asking documents: String...
  ) async throws -> [String] {
    try await of([trait]) {
      for document in documents { try await Client().send(document) }
    }
  }
}
