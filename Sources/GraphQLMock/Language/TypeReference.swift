/// A type as written: `[Int!]!`.
enum TypeReference {
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
}
