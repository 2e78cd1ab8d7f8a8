/// GraphQL, section 3.4.1: `[Int!]!` is the name `Int` in three wrappers, non-null, list and non-null.
package indirect enum WrappedType: Equatable, Sendable {
  case named(String)
  case list(WrappedType)
  case nonNull(WrappedType)

  /// Prevents stack overflows.
  static let listDepthLimit = 15

  /// Nil if lists are nested deeper than ``listDepthLimit``.
  static func read(
    _ range: Range<Int>, in text: ContiguousArray<UInt8>
  ) -> (type: WrappedType, nameOffset: Int)? {
    var lexer = Lexer(at: range.lowerBound)
    var read: (type: WrappedType, nameOffset: Int)?
    var depth = 0
    while true {
      let token = lexer.next(text.span)
      guard token.kind != .endOfFile, token.start < range.upperBound else { return read }
      switch token.kind {
      case .name:
        let name = String(decoding: text[token.start..<token.end], as: UTF8.self)
        read = (.named(name), token.start)
      case .bang: read = read.map { (.nonNull($0.type), $0.nameOffset) }
      case .bracketRight:
        depth += 1
        guard depth <= listDepthLimit else { return nil }
        read = read.map { (.list($0.type), $0.nameOffset) }
      default: break
      }
    }
  }

  static func name(_ range: Range<Int>, in text: ContiguousArray<UInt8>) -> Range<Int>? {
    var lexer = Lexer(at: range.lowerBound)
    var token = lexer.next(text.span)
    while token.kind == .bracketLeft { token = lexer.next(text.span) }
    return token.kind == .name ? token.start..<token.end : nil
  }

  package var name: String {
    switch self {
    case .named(let name): name
    case .list(let inner), .nonNull(let inner): inner.name
    }
  }

  package var isNonNull: Bool { if case .nonNull = self { true } else { false } }

  /// Whether the outermost wrapper is a list; false for a non-null list.
  package var isList: Bool { if case .list = self { true } else { false } }

  var isNamed: Bool { if case .named = self { true } else { false } }

  package var unwrapped: WrappedType {
    switch self {
    case .named: self
    case .list(let inner), .nonNull(let inner): inner
    }
  }

  var nullable: WrappedType { isNonNull ? unwrapped : self }

  package var text: String {
    switch self {
    case .named(let name): name
    case .list(let inner): "[\(inner.text)]"
    case .nonNull(let inner): "\(inner.text)!"
    }
  }
}
