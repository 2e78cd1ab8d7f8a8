/// A parsed document: its bytes, definitions and syntax tree.
struct Document: Sendable {
  /// UTF-8.
  let bytes: ContiguousArray<UInt8>
  let definitions: ContiguousArray<Document.Definition>
  let nodes: ContiguousArray<SyntaxNode>

  static func parse(_ bytes: ContiguousArray<UInt8>) -> Result<Document, GraphQLSyntaxError> {
    var parser = Parser()
    parser.parseDocument(bytes.span)
    if let error = parser.error { return .failure(error) }
    return .success(
      Document(bytes: bytes, definitions: parser.definitions, nodes: parser.nodes))
  }

  static func parse(_ text: String) -> Result<Document, GraphQLSyntaxError> {
    parse(ContiguousArray(text.utf8))
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension Document {
  struct Definition: Equatable, Sendable {
    enum Category: Equatable, Sendable {
      case operation(OperationType)
      case fragment
      /// A type system definition or extension, which makes the document not executable.
      case typeSystem
    }

    let kind: Category
    /// Empty if there is no name.
    let name: Range<Int>
    /// Includes the description.
    let range: Range<Int>
    /// The keyword, such as `query` or `type`.
    ///
    /// Empty for the shorthand `{ … }`.
    let keyword: Range<Int>
    /// The index of the first node.
    let node: Int
  }
}

extension Document {
  struct Operation: Equatable, Sendable {
    let type: OperationType
    /// `nil` for an anonymous operation.
    let name: String?
    /// The index of the definition.
    let definition: Int
  }
}
