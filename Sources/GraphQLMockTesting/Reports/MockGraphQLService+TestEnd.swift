import Foundation
import GraphQLMock

extension MockGraphQLService {
  /// Returns an issue for each exceeded count of `expectRequests`, and removes the count, so that it's reported once.
  /// - Parameter wanted: The key of the only count to check, or nil to check all of them at the end of a test.
  func takeSurplusRequestIssues(of wanted: String? = nil) -> [ScopeIssue] {
    let stated = withExpectedCounts { $0 }.sorted { $0.key < $1.key }
    return stated.compactMap { key, expected in
      let found = requestCount(of: expected.name)
      guard wanted == nil || wanted == key, found > expected.count else { return nil }
      withExpectedCounts { $0[key] = nil }
      let requests = expected.count == 1 ? "1 request" : "\(max(expected.count, 0)) requests"
      return ScopeIssue(
        message: "Expected \(requests) for \(expected.name.statement), got \(found).",
        location: expected.location)
    }
  }

  func recordedFileLines(of test: RunningTest) -> [String] {
    recordedFiles.sorted().map { path in
      let verb = FileManager.default.fileExists(atPath: path) ? "recorded" : "deleted"
      let range = path.range(of: "/Fixtures/", options: .backwards)
      let name = range.map { "Fixtures/\(path[$0.upperBound...])" } ?? path
      return "GraphQLMock: \(test.title) \(verb) \(name)"
    }
  }
}
