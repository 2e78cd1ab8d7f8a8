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
  /// The bytes of the selection set, braces included; nil for type system definitions.
  let selectionSet: Range<Int>?
  /// True for `{ … }` without the keyword `query`.
  let isShorthand: Bool
  /// The index of the definition's first node.
  let node: Int
}
