/// Types as they are written: `[Int!]!`.
enum TypeReference {
  /// The tokens of a type without what is ignored between them.
  static func tokens(_ source: Span<UInt8>, _ range: Range<Int>) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    var lexer = Lexer(at: range.lowerBound)
    var token = lexer.next(source)
    while token.start < range.upperBound {
      for index in token.start..<token.end { result.append(source[index]) }
      token = lexer.next(source)
    }
    return result
  }

  /// True if nothing that is ignored stands in the range, which is then the type's tokens.
  @inline(__always)
  static func isCompact(_ source: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range {
      switch source[index] {
      case 0x21, 0x5B, 0x5D: continue
      case let byte where byte.continuesName: continue
      default: return false
      }
    }
    return true
  }
}
