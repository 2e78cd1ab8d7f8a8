/// A type as it is used: a name, with the lists and non-null marks around it (GraphQL, section 3.4.1
/// "Wrapping Types").
///
/// `[Int!]!` is the name `Int` in three wrappers: not null, a list, not null.
struct WrappedType: Hashable, Sendable {
  /// How deep lists may be nested, so that any wrapping fits in one word.
  static let listDepthLimit = 15

  let name: NameID
  /// Two bits for each wrapper, the outermost lowest.
  private(set) var wrappers: UInt64 = 0

  private static var nonNullCode: UInt64 { 1 }
  private static var listCode: UInt64 { 2 }

  init(_ name: NameID) { self.name = name }

  /// Whether null is no value of the type.
  var isNonNull: Bool { wrappers & 3 == Self.nonNullCode }

  /// Whether the outermost wrapper is a list; a list that may not be null is not.
  var isList: Bool { wrappers & 3 == Self.listCode }

  /// Whether nothing wraps the name.
  var isNamed: Bool { wrappers == 0 }

  /// The type without its outermost wrapper.
  var unwrapped: WrappedType {
    var type = self
    type.wrappers >>= 2
    return type
  }

  /// The type without a non-null mark at the outside.
  var nullable: WrappedType { isNonNull ? unwrapped : self }

  /// The type with a non-null mark at the outside, unless it has one already.
  var nonNull: WrappedType {
    if isNonNull { return self }
    var type = self
    type.wrap(Self.nonNullCode)
    return type
  }

  /// A list of this type.
  var list: WrappedType {
    var type = self
    type.wrap(Self.listCode)
    return type
  }

  private mutating func wrap(_ code: UInt64) { wrappers = wrappers << 2 | code }

  /// How the type is written around the text of its name: `[Int!]!`.
  func text(_ name: String) -> String {
    var before = ""
    var after = ""
    var rest = wrappers
    while rest != 0 {
      if rest & 3 == Self.listCode {
        before += "["
        after = "]" + after
      } else {
        after = "!" + after
      }
      rest >>= 2
    }
    return before + name + after
  }
}
