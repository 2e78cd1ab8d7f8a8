/// A parsed document. Ranges are byte ranges of `bytes`, and syntax nodes are indices of `nodes`.
struct Document: Sendable {
  let bytes: ContiguousArray<UInt8>
  let definitions: ContiguousArray<Document.Definition>
  let nodes: ContiguousArray<SyntaxNode>

  static func parse(_ bytes: ContiguousArray<UInt8>) -> Result<Document, GraphQLSyntaxError> {
    var parser = Parser()
    parser.parseDocument(bytes.span)
    if let error = parser.error { return .failure(error) }
    return .success(Document(bytes: bytes, definitions: parser.definitions, nodes: parser.nodes))
  }

  static func parse(_ text: String) -> Result<Document, GraphQLSyntaxError> {
    parse(ContiguousArray(text.utf8))
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func name(of node: Int) -> String { text(nodes[node].range) }

  func name(of definition: Definition) -> String? {
    definition.name.isEmpty ? nil : text(definition.name)
  }

  struct Definition: Equatable, Sendable {
    enum Category: Equatable, Sendable {
      case operation(OperationType)
      case fragment
      /// A type system definition or extension, such as `type Hero { … }`, which can't be executed.
      case typeSystem
    }

    let kind: Category
    /// The byte range of the definition's name, or an empty range if the definition has no name.
    let name: Range<Int>
    /// The byte range of the whole definition, including its description.
    let range: Range<Int>
    /// The byte range of the keyword, such as `query`. The range is empty for a query without a keyword: `{ hero }`.
    let keyword: Range<Int>
    let node: Int
  }

  struct Operation: Equatable, Sendable {
    let type: OperationType
    let name: String?
    let definition: Int  // An index of `definitions`.
  }

  func children(of node: Int, _ kind: SyntaxNode.NodeKind? = nil) -> [Int] {
    var result: [Int] = []
    var child = node + 1
    let end = Int(nodes[node].next)
    while child < end {
      if kind == nil || kind == nodes[child].kind { result.append(child) }
      child = Int(nodes[child].next)
    }
    return result
  }

  func firstChild(
    of node: Int, _ kind: SyntaxNode.NodeKind, where isSo: (SyntaxNode) -> Bool = { _ in true }
  ) -> Int? {
    let end = Int(nodes[node].next)
    var child = node + 1
    while child < end {
      let next = nodes[child]
      if next.kind == kind, isSo(next) { return child }
      child = Int(next.next)
    }
    return nil
  }

  func alias(of field: Int) -> Range<Int>? { firstChild(of: field, .alias).map { nodes[$0].range } }

  func responseKey(of field: Int) -> String { text(alias(of: field) ?? nodes[field].range) }

  func typeCondition(of node: Int) -> String? {
    firstChild(of: node, .typeCondition).map { name(of: $0) }
  }

  func selectionSet(of node: Int) -> Int? { firstChild(of: node, .selectionSet) }
}
