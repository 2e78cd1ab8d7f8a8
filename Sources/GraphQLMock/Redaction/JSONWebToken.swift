/// Finds JSON Web Tokens, which have three segments (RFC 7515, section 7.1) or five (RFC 7516).
enum JSONWebToken {
  /// Returns the length in bytes of the token at an offset, or 0 if there isn't one. An unsigned token ends with a dot.
  static func length(_ text: ByteText, at start: Int) -> Int {
    var ends: [Int] = []
    var next = start
    repeat {
      let end = text.end(from: next, while: SecretShape.isTokenByte)
      if end > next || ends.count < 3 { ends.append(end) }
      if end == next, ends.count != 2 { break }
      next = end + 1
    } while ends.count < 5 && next <= text.count && text[next - 1] == 0x2E
    // Only a token of five segments can have an empty second one, the encrypted key (RFC 7516, section 5.1, step 5).
    guard ends.count > 2, ends.count == 5 || ends[1] > ends[0] + 1,
      let header = Base64.decode(text[start..<ends[0]]), isObject(header)
    else { return 0 }
    return ends[ends.count - 1] - start
  }

  /// Returns true if a token may begin at the offset. `ey` and `ew` are the start of a JSON object in Base64.
  static func begins(_ text: ByteText, at start: Int) -> Bool {
    text.has("ey", at: start) || text.has("ew", at: start)
  }

  private static func isObject(_ bytes: ByteText) -> Bool {
    bytes.first == 0x7B && bytes.last { !JSONBytes.isWhitespace($0) } == 0x7D
      && bytes.dropFirst().first { !JSONBytes.isWhitespace($0) } == 0x22
  }
}
