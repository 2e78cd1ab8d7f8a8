// A request in the spelling of another one.

extension NodePairing {
  /// The document of the second request with the aliases and the names of variables of the first.
  ///
  /// What is left of the text stays as it is.
  /// - Parameter text: The document; it may differ from that of the pairing in the values of literals.
  /// - Returns: nil if it is another one.
  func translated(_ text: String) -> String? {
    guard case .success(let document) = Document.parse(text),
      document.nodes.count == second.document.nodes.count
    else { return nil }
    var edits: [(range: Range<Int>, text: String)] = []
    for (mine, other) in nodes {
      switch document.nodes[other].kind {
      case .field:
        let alias = first.document.alias(of: mine).map { first.document.text($0) + ": " } ?? ""
        let name = Int(document.nodes[other].start)
        let start = document.alias(of: other).map(\.lowerBound) ?? name
        edits.append((start..<name, alias))
      case .variable, .variableDefinition:
        edits.append(
          (document.nodes[other].range, first.document.text(first.document.nodes[mine].range)))
      default: break
      }
    }
    var result = ContiguousArray<UInt8>()
    var copied = 0
    for edit in edits.ordered(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += document.bytes[copied..<edit.range.lowerBound]
      result += edit.text.utf8
      copied = edit.range.upperBound
    }
    return String(decoding: result + document.bytes[copied...], as: UTF8.self)
  }

  /// The variables of the second request under the names of the first; others keep theirs.
  func translated(_ variables: MockJSON) -> MockJSON {
    var names: [String: String] = [:]
    for (mine, other) in nodes where first.document.nodes[mine].kind == .variableDefinition {
      names[second.document.text(second.document.nodes[other].range)] =
        first.document.text(first.document.nodes[mine].range)
    }
    return MockJSON(
      .object(
        JSONMembers(
          (variables.members ?? JSONMembers([])).map { (names[$0.name] ?? $0.name, $0.value) })))
  }
}
