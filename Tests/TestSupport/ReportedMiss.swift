package import GraphQLMock

/// The parts of the message about an unhandled request. Only the tests of that message compare it as a whole.
package struct ReportedMiss: Sendable, Hashable {
  /// The request, such as `query "Viewer"`.
  package let title: String
  /// The rest of the first line, such as `no handlers are registered`.
  package let cause: String
  /// The lines after the first.
  package let lines: [String]

  package init?(_ message: String) {
    let lines = message.split(separator: "\n").map(String.init)
    guard let first = lines.first, let start = first.firstRange(of: "Unhandled "),
      let end = first.firstRange(of: "; ")
    else { return nil }
    title = String(first[start.upperBound..<end.lowerBound])
    cause = String(first[end.upperBound...])
    self.lines = Array(lines.dropFirst())
  }

  /// The lines with a label such as `add`, without the label and the indentation.
  package subscript(label: String) -> [String] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("  \(label):") }) else { return [] }
    let others = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }
    return (lines[start...start] + others).map { line in
      line.dropFirst(13).trimmingPrefix { $0 == " " }.description
    }
  }
}

extension MockGraphQLService {
  /// What the journal's failures say about unhandled requests, in order.
  package var misses: [ReportedMiss] {
    failures.filter { $0.kind == .unhandledRequest }.compactMap { ReportedMiss($0.message) }
  }
}
