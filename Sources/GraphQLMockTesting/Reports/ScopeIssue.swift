import GraphQLMock

struct ScopeIssue: Sendable, Equatable {
  /// The issue that is being recorded, because test frameworks describe an issue only by its text.
  @TaskLocal static var recorded: ScopeIssue?

  var message: String
  var location: CodeLocation
  /// The failures that the message contains.
  var failures: Set<MockFailure> = []
  /// A Boolean value that indicates whether the message explains why no request arrived.
  var explainsMissingRequests = false
}

extension [ScopeIssue] {
  /// The issues, with one for all issues that have equal messages at the same place.
  var counted: [ScopeIssue] {
    counted { "\($0.location.filePath):\($0.location.line) \($0.message)" }
  }

  func counted(by key: (ScopeIssue) -> String) -> [ScopeIssue] {
    grouped(by: key).map { issues in
      var issue = issues[0]
      issue.failures = Set(issues.flatMap(\.failures))
      if issues.count > 1 {
        issue.message = issue.message.addingToFirstLine(" (\(issues.count) times)")
      }
      return issue
    }
  }
}

extension MockFailure {
  /// Returns an issue at the handler's location if a handler caused the failure, and otherwise at `location`.
  func issue(default location: CodeLocation) -> ScopeIssue {
    var issue = ScopeIssue(message: message, location: location, failures: [self])
    // An invalid request is the client's mistake, so it isn't reported at the handler.
    guard kind != .invalidRequest, let handler, !handler.filePath.isEmpty, handler.line > 0
    else { return issue }
    issue.location = handler
    // Test frameworks show only a file's name, which is ambiguous for `table.json`, so the message has the path.
    if !handler.filePath.hasSuffix(".swift") {
      let place = " (\(handler.filePath):\(handler.line):\(handler.column))"
      issue.message = issue.message.addingToFirstLine(place)
    }
    return issue
  }
}

extension Sequence {
  /// Groups the elements by a key, in the order in which the keys first occur.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var groups = Dictionary(grouping: self, by: key)
    return compactMap { groups.removeValue(forKey: key($0)) }
  }
}

extension String {
  fileprivate func addingToFirstLine(_ addition: String) -> String {
    guard let end = firstIndex(of: "\n") else { return self + addition }
    return self[..<end] + addition + self[end...]
  }
}
