/// A type with its list and non-null wrappers, such as `[Int!]!` (GraphQL specification, section 3.4.1).
package indirect enum WrappedType: Equatable, Sendable {
  case named(String)
  case list(WrappedType)
  case nonNull(WrappedType)

  /// The maximum number of nested lists in a type. The limit prevents stack overflows in recursive functions.
  static let listDepthLimit = 15

  /// Parses a type such as `[Int!]!`. The type is nil if it has more than ``listDepthLimit`` nested lists.
  /// - Returns: The type, and the byte range of its name, such as `Int`.
  static func read(
    _ range: Range<Int>, in text: ContiguousArray<UInt8>
  ) -> (type: WrappedType?, name: Range<Int>) {
    var lexer = Lexer(at: range.lowerBound)
    var read: (type: WrappedType?, name: Range<Int>) = (nil, range)
    var depth = 0
    while true {
      let token = lexer.next(text.span)
      guard token.kind != .endOfFile, token.start < range.upperBound else { return read }
      switch token.kind {
      case .name:
        read.name = token.start..<token.end
        read.type = .named(String(decoding: text[read.name], as: UTF8.self))
      case .bang: read.type = read.type.map { .nonNull($0) }
      case .bracketRight:
        depth += 1
        read.type = depth > listDepthLimit ? nil : read.type.map { .list($0) }
      default: break
      }
    }
  }

  package var name: String {
    switch self {
    case .named(let name): name
    case .list(let inner), .nonNull(let inner): inner.name
    }
  }

  package var isNonNull: Bool { if case .nonNull = self { true } else { false } }

  /// A Boolean value that is true for a list such as `[Int]`, but false for a non-null list such as `[Int]!`.
  package var isList: Bool { if case .list = self { true } else { false } }

  /// The type without its outer wrapper, or the type itself if it has none.
  package var unwrapped: WrappedType {
    switch self {
    case .named: self
    case .list(let inner), .nonNull(let inner): inner
    }
  }

  /// A Boolean value that is true if neither the value nor any list element can be null, as in `[Int!]!`.
  var isNeverNull: Bool {
    isNonNull && (!unwrapped.isList || unwrapped.unwrapped.isNeverNull)
  }

  package var nullable: WrappedType { isNonNull ? unwrapped : self }

  package var text: String {
    switch self {
    case .named(let name): name
    case .list(let inner): "[\(inner.text)]"
    case .nonNull(let inner): "\(inner.text)!"
    }
  }
}
