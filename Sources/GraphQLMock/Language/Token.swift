/// A token or lexical error: its kind and its bytes.
struct Token: Equatable, Sendable {
  let kind: TokenKind
  let start: Int
  let end: Int

  @inline(__always)
  init(_ kind: TokenKind, _ start: Int, _ end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}
