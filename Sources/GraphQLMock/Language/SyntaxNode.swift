/// A node of a document's syntax tree.
///
/// Nodes lie in one array in the order of the text, so that a node stands before its children and
/// `next` leads past all of them. `{ a(x: [1]) b }`, shorthand, is
///
///     0 operation       next 8
///     1   selectionSet  next 8
///     2     field a     next 7
///     3       argument x  next 6   4 list  next 6   5 int  next 6
///     …
///
/// and a tree of any depth is walked without recursion.
struct SyntaxNode: Equatable, Sendable {
  enum Kind: UInt8, Sendable {
    /// The range is the name, empty if there is none.
    case operation, fragmentDefinition, typeSystemDefinition
    /// The range is the name; the children are the type, then perhaps a default value, directives.
    case variableDefinition
    /// The range is the whole type: `[Int!]!`.
    case type
    /// A default value; the value is its child.
    case defaultValue
    /// The range is the name; the children are alias, arguments, directives, selection set.
    case field
    case alias
    case fragmentSpread, inlineFragment
    /// The range is the name of the type.
    case typeCondition
    case selectionSet
    case directive
    /// The range is the name; the child is the value.
    case argument, objectField
    /// The range is the name without `$`.
    case variable
    /// The range is the literal as it is written. Booleans, null and enum values are names.
    case int, float, string, name
    case list, object
    /// What a type system definition consists of: a field, an argument, an enum value, a root operation
    /// type. The range is the name; the children are perhaps a description, arguments, the type or its
    /// name, a default value, directives.
    case memberDefinition
  }

  let kind: Kind
  /// True for selection sets and spreads that no field stands above: the root, in effect.
  var isAtRoot = false
  let start: Int32
  let end: Int32
  /// The index of the first node that is no descendant.
  ///
  /// While a node is open: that of its parent.
  var next: Int32

  @inline(__always)
  init(_ kind: Kind, _ start: Int, _ end: Int, next: Int, isAtRoot: Bool = false) {
    self.kind = kind
    self.isAtRoot = isAtRoot
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
    self.next = Int32(truncatingIfNeeded: next)
  }

  @inline(__always)
  var range: Range<Int> { Int(start)..<Int(end) }
}
