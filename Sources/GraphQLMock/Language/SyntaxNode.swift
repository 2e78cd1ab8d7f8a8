/// A node of the syntax tree, which is an array of nodes in the order of the text.
///
/// The `next` of a node is the index after its last descendant, so no recursion is needed.
/// This is the tree of `{ a(x: [1]) b }`:
///
///     0 operation         next 7
///     1   selectionSet    next 7
///     2     field a       next 6
///     3       argument x  next 6   4 list  next 6   5 int  next 6
///     6     field b       next 7
struct SyntaxNode: Equatable, Sendable {
  enum NodeKind: UInt8, Sendable {
    /// The range is that of the definition's name, or is empty.
    case operation, fragmentDefinition, typeSystemDefinition
    /// The range is that of the variable's name. The children are the type, default value and directives.
    case variableDefinition
    /// The range is that of the whole type, such as `[Int!]!`.
    case type
    case defaultValue
    /// The range is that of the field's name. The children are the alias, arguments, directives and selection set.
    case field
    case alias
    case fragmentSpread, inlineFragment
    case typeCondition
    case selectionSet
    case directive
    /// The range is that of the argument's or field's name. The child is the value.
    case argument, objectField
    /// The range is that of the variable's name without `$`.
    case variable
    /// The range is that of the literal. Booleans, null and enum values are names.
    case int, float, string, name
    case list, object
    /// A field, argument, enum value or root operation type in a type definition. The range is that of its name.
    case memberDefinition
  }

  let kind: NodeKind
  /// A Boolean value that is true for selection sets and fragments outside of any field.
  var isAtRoot = false
  let start: Int32
  let end: Int32
  /// The index of the first node that isn't a descendant or, while this node is open, of its parent.
  var next: Int32

  @inline(__always)
  init(_ kind: NodeKind, _ start: Int, _ end: Int, next: Int, isAtRoot: Bool = false) {
    self.kind = kind
    self.isAtRoot = isAtRoot
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
    self.next = Int32(truncatingIfNeeded: next)
  }

  @inline(__always)
  var range: Range<Int> { Int(start)..<Int(end) }
}
