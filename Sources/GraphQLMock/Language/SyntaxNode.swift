/// A node of the syntax tree, which is stored as an array of nodes in the order of the document.
///
/// The property `next` of a node is the index after its last descendant, so code can visit the tree without
/// recursion. For example, this is the tree of `{ a(x: [1]) b }`:
///
///     0 operation         next 7
///     1   selectionSet    next 7
///     2     field a       next 6
///     3       argument x  next 6   4 list  next 6   5 int  next 6
///     6     field b       next 7
struct SyntaxNode: Equatable, Sendable {
  /// Names of recordings contain hashes of the raw values (`CanonicalTree`), so a new kind must be the last one.
  /// `CanonicalTree`, `Document.printed` and `DocumentComparison` must know it, too.
  enum NodeKind: UInt8, Sendable {
    /// A definition. Its range covers its name, and is empty if there is no name.
    case operation, fragmentDefinition, typeSystemDefinition
    /// A variable definition. Its range covers its name. Its children are the type, default value and directives.
    case variableDefinition
    /// A type. The node's range covers the whole type, such as `[Int!]!`.
    case type
    case defaultValue
    /// A field. Its range covers its name. Its children are the alias, arguments, directives and selection set.
    case field
    case alias, fragmentSpread, inlineFragment, typeCondition, selectionSet, directive
    /// An argument or a field of an input object. The node's range covers its name. The only child is the value.
    case argument, objectField
    /// A variable that is used as a value. The node's range covers its name without `$`.
    case variable
    /// A literal. The node's range covers it. Booleans, `null` and enum values have the kind `name`.
    case int, float, string, name
    case list, object
    /// A field, argument, enum value or root operation type in a type definition. The node's range covers its name.
    case memberDefinition
  }

  let kind: NodeKind
  /// A Boolean value that indicates whether the node is a selection set or fragment that isn't inside of a field.
  var isAtRoot = false
  /// The offset of the first byte in UTF-8. `end` is that of the byte after the last.
  let start: Int32
  let end: Int32
  /// The index after the node's last descendant, or the index of the node's parent until the node is complete.
  var next: Int32

  @inline(__always)
  init(_ kind: NodeKind, _ start: Int, _ end: Int, next: Int, isAtRoot: Bool = false) {
    self.kind = kind
    self.isAtRoot = isAtRoot
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
    self.next = Int32(truncatingIfNeeded: next)
  }

  @inline(__always) var range: Range<Int> { Int(start)..<Int(end) }
}
