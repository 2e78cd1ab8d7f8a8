// What a scope notes while its test runs, for its end: how many requests were expected, and what was recorded.

import Foundation
import GraphQLMock

extension MockGraphQLService {
  /// States how many requests of an operation there may be until the end of the scope, in the place of what
  /// was stated of it before.
  func expectNoMore(of name: OperationName, than count: Int, at location: HandlerLocation) {
    withExpectedCounts { $0[name.statement] = (name, count, location) }
  }

  /// The expectations that more requests have arrived than were stated; each is told once.
  /// - Parameter name: The operation; nil for all.
  func takeSurplus(of name: OperationName? = nil) -> [ScopeIssue] {
    let stated = withExpectedCounts { $0 }.sorted { $0.key < $1.key }
    return stated.compactMap { key, expected in
      guard name.map({ $0.statement == key }) ?? true else { return nil }
      let found = requestCount(of: expected.name)
      guard found > expected.count else { return nil }
      withExpectedCounts { $0[key] = nil }
      let requests = expected.count == 1 ? "1 request" : "\(max(expected.count, 0)) requests"
      return ScopeIssue(
        message: "Expected \(requests) for \(key), got \(found).", location: expected.location)
    }
  }

  /// Names each file that a test has recorded or deleted, in its output: by its path from `Fixtures` on.
  func printRecordedFiles(of test: RunningTest) {
    let lines = recordedFiles.sorted().map { path in
      let verb = FileManager.default.fileExists(atPath: path) ? "recorded" : "deleted"
      let range = path.range(of: "/Fixtures/", options: .backwards)
      let name = range.map { "Fixtures/\(path[$0.upperBound...])" } ?? path
      return "GraphQLMock: \(test.title) \(verb) \(name)\n"
    }
    if !lines.isEmpty { FileHandle.standardError.write(Data(lines.joined().utf8)) }
  }
}
