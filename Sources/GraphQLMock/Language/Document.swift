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

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// One definition of a document: what it is and where it stands.
struct DefinitionOutline: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case operation(OperationType)
    case fragment
    /// A type system definition or extension. It makes the document not executable.
    case typeSystem
  }

  let kind: Kind
  /// The bytes of the name; empty if there is none.
  let name: Range<Int>
  /// The bytes of the definition with its description.
  let range: Range<Int>
  /// The bytes of the word that says what it is, as `query` and `type`; empty for `{ … }` alone.
  let keyword: Range<Int>
  /// The index of the definition's first node.
  let node: Int
}

/// An operation of a document: what it is, what it is called, and where it stands in the document.
struct OperationOutline: Equatable, Sendable {
  let type: OperationType
  /// The operation's own name; nil if it is anonymous.
  let name: String?
  /// The index of its definition in the document.
  let definition: Int
}
