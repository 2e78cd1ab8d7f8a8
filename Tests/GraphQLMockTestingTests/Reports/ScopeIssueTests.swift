import TestSupport
import Testing

@testable import GraphQLMock
@testable import GraphQLMockTesting

struct ScopeIssueTests {
  private static func location(_ file: String, line: Int = 1) -> CodeLocation {
    CodeLocation(fileID: "M/\(file)", filePath: "/M/\(file)", line: line, column: 2)
  }

  @Test func issuesWithEqualMessagesAtOnePlaceAreOneWithTheirNumberAndAllFailures() {
    let failures = [1, 2, 3].map { MockFailure(.handlerError, "No", request: $0) }
    let here = Self.location("A.swift")
    let issues = [
      ScopeIssue(message: "No\n  more", location: here, failures: [failures[0]]),
      ScopeIssue(message: "No\n  more", location: Self.location("A.swift", line: 2)),
      ScopeIssue(message: "No\n  more", location: here, failures: [failures[1], failures[2]]),
      ScopeIssue(message: "Other", location: here),
      ScopeIssue(message: "No\n  more", location: Self.location("B.swift")),
    ]
    #expect(
      issues.counted == [
        ScopeIssue(message: "No (2 times)\n  more", location: here, failures: Set(failures)),
        issues[1], issues[3], issues[4],
      ])
  }

  /// A message has the path of a handler that isn't Swift code, because test frameworks show only the file's name.
  @Test func aFailureIsReportedAtItsHandlerUnlessTheClientIsToBlame() {
    let test = Self.location("Test.swift")
    let (swift, table) = (Self.location("A.swift"), Self.location("table.json", line: 3))
    let rows:
      [(kind: MockFailure.Kind, handler: CodeLocation?, message: String, at: CodeLocation)] = [
        (.handlerError, swift, "No\nmore", swift),
        (.handlerError, table, "No (/M/table.json:3:2)\nmore", table),
        (.handlerError, nil, "No\nmore", test),
        (.handlerError, Self.location("A.swift", line: 0), "No\nmore", test),
        (.handlerError, .unknown, "No\nmore", test),
        (.invalidRequest, swift, "No\nmore", test),
      ]
    for (kind, handler, message, place) in rows {
      let failure = MockFailure(kind, "No\nmore", handler: handler)
      #expect(
        failure.issue(default: test)
          == ScopeIssue(message: message, location: place, failures: [failure]),
        "\(kind) \(String(describing: handler))")
    }
  }

  /// `SourceLocation` traps if the module is missing, or if the line or column is less than 1.
  @Test func locationsOfAnyHandlerAreLocationsOfAnIssue() {
    let rows: [(CodeLocation, text: String)] = [
      (Self.location("A.swift"), "M/A.swift:1:2"),
      (.unknown, "Unknown/:1:1"),
      (
        CodeLocation(fileID: "table.json", filePath: "", line: -1, column: -1),
        "Unknown/table.json:1:1"
      ),
    ]
    for (location, text) in rows {
      let found = SourceLocation(location)
      #expect("\(found.fileID):\(found.line):\(found.column)" == text)
    }
  }
}
