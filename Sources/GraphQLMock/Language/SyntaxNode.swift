/// Nodes lie in one array in the order of the text; `next` leads past all descendants, so walks don't recurse.
///
/// This is the tree of `{ a(x: [1]) b }`:
///
///     0 operation         next 7
///     1   selectionSet    next 7
///     2     field a       next 6
///     3       argument x  next 6   4 list  next 6   5 int  next 6
///     6     field b       next 7
struct SyntaxNode: Equatable, Sendable {
  enum NodeKind: UInt8, Sendable {
    /// The range is the name, or empty.
    case operation, fragmentDefinition, typeSystemDefinition
    /// The range is the name. Children: type, default value, directives.
    case variableDefinition
    /// The range is the whole type: `[Int!]!`.
    case type
    case defaultValue
    /// The range is the name. Children: alias, arguments, directives, selection set.
    case field
    case alias
    case fragmentSpread, inlineFragment
    case typeCondition
    case selectionSet
    case directive
    /// The range is the name. The child is the value.
    case argument, objectField
    /// The range is the name without `$`.
    case variable
    /// The range is the literal. Booleans, null and enum values are names.
    case int, float, string, name
    case list, object
    /// A field, argument, enum value or root operation type of a type system definition. The range is the name.
    case memberDefinition
  }

  let kind: NodeKind
  /// True for selection sets and spreads outside of any field.
  var isAtRoot = false
  let start: Int32
  let end: Int32
  /// The index of the first node that isn't a descendant or, while the node is open, of its parent.
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
