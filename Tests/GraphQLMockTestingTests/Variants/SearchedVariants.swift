import Foundation
import GraphQLMockTesting
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a search for variants has reported, where issues are expected.
struct SearchedVariants: Sendable {
  private(set) var report: ResponseVariantReport?
  /// The comments of each issue, warnings included.
  private(set) var issues: [String] = []
  /// The comments of each issue that fails the test.
  private(set) var failures: [String] = []

  /// Keeps the issues of a search.
  /// - Parameter search: Runs `withResponseVariants`.
  static func collect(
    _ search: @escaping @Sendable () async throws -> ResponseVariantReport
  ) async throws -> SearchedVariants {
    let found = Locked(SearchedVariants())
    let handling = IssueHandlingTrait.compactMapIssues { issue in
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      found.withLock { found in
        found.issues.append(text)
        if issue.failsTest { found.failures.append(text) }
      }
      return nil
    }
    let test = try #require(Test.current)
    try await handling.provideScope(for: test, testCase: Test.Case.current) {
      let report = try await search()
      found.withLock { $0.report = report }
    }
    return found.withLock { $0 }
  }
}

extension ServiceOptions {
  /// Options that state nothing but a schema.
  static func schema(_ definitions: String) -> ServiceOptions {
    ServiceOptions().stating(
      schema: try? ServiceSchema(definitions: definitions), near: #filePath)
  }
}

extension MockGraphQLService {
  /// Sends a request as an app does, and returns the data of the response.
  func ask(_ query: String, _ variables: MockJSON = [:]) async throws -> MockJSON {
    let (data, _) = try await makeSession().data(for: Self.request(query, variables))
    return try MockJSON(parsing: data)["data"]
  }

  /// Sends a JSON body, and returns that of the response.
  func send(_ body: MockJSON) async throws -> MockJSON {
    var request = try Self.request("")
    request.httpBody = try body.encoded()
    return try MockJSON(parsing: try await makeSession().data(for: request).0)
  }

  static func request(_ query: String, _ variables: MockJSON = [:]) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://a.example/graphql")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let parameters: MockJSON = ["query": .string(query), "variables": variables]
    request.httpBody = try parameters.encoded()
    return request
  }
}
