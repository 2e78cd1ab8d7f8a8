import GraphQLMock

struct ScopeIssue: Sendable, Hashable {
  var message: String
  var location: CodeLocation
}

extension [ScopeIssue] {
  var counted: [ScopeIssue] {
    withCounts.map { issue, count in
      var issue = issue
      if count > 1 { issue.message = issue.message.addingToFirstLine(" (\(count) times)") }
      return issue
    }
  }
}

extension MockFailure {
  /// Returns an issue at the handler's location if a handler caused the failure, and otherwise at `location`.
  func issue(default location: CodeLocation) -> ScopeIssue {
    // An invalid request is the client's mistake, so it isn't reported at the handler.
    let blamed = kind == .invalidRequest ? nil : handler
    let handler = blamed.flatMap { $0.filePath.isEmpty || $0.line < 1 ? nil : $0 }
    guard let handler else { return ScopeIssue(message: message, location: location) }
    // Test frameworks show only a file's name, which is ambiguous for `table.json`, so the message has the path.
    let isSource = handler.filePath.hasSuffix(".swift")
    let place = isSource ? "" : " (\(handler.filePath):\(handler.line):\(handler.column))"
    return ScopeIssue(message: message.addingToFirstLine(place), location: handler)
  }
}

extension Sequence where Element: Hashable {
  var withCounts: [(element: Element, count: Int)] {
    var counts: [Element: Int] = [:]
    for element in self { counts[element, default: 0] += 1 }
    return compactMap { element in
      counts.removeValue(forKey: element).map { (element, $0) }
    }
  }
}

extension String {
  fileprivate func addingToFirstLine(_ addition: String) -> String {
    guard let end = firstIndex(of: "\n") else { return self + addition }
    return self[..<end] + addition + self[end...]
  }
}
