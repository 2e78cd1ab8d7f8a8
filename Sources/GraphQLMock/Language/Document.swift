/// A document that has been parsed: its bytes, its definitions and its syntax tree.
struct Document: Sendable {
  /// The text, in UTF-8.
  let bytes: ContiguousArray<UInt8>
  let definitions: ContiguousArray<DefinitionOutline>
  let nodes: ContiguousArray<SyntaxNode>

  /// Parses a document as a GraphQL service would.
  /// - Returns: The document, or what makes it unreadable.
  static func parse(_ bytes: ContiguousArray<UInt8>) -> Result<Document, GraphQLSyntaxError> {
    var parser = Parser()
    parser.parseDocument(bytes.span)
    if let error = parser.error { return .failure(error) }
    return .success(
      Document(bytes: bytes, definitions: parser.definitions, nodes: parser.nodes))
  }

  /// Parses the text of a document.
  static func parse(_ text: String) -> Result<Document, GraphQLSyntaxError> {
    parse(ContiguousArray(text.utf8))
  }

  /// How many operations it defines.
  var operationCount: Int {
    definitions.reduce(0) { count, definition in
      if case .operation = definition.kind { count + 1 } else { count }
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
