// A piece of a stream around the JSON in it.

import Foundation

/// A piece of a stream: text, and a JSON value that stands in it.
struct StreamPiece: Sendable, Hashable {
  /// What stands in front of the JSON; the whole where there is none.
  let before: String
  let json: ContiguousArray<UInt8>?
  let behind: String

  /// - Returns: nil if the bytes are not UTF-8.
  init?(_ bytes: Data) {
    guard String(data: bytes, encoding: .utf8) != nil else { return nil }
    let text = ContiguousArray(bytes)
    // What frames a result holds neither braces nor brackets.
    if let start = text.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) {
      let value = ContiguousArray(text[start...])
      var tokenizer = JSONTokenizer()
      if tokenizer.peek(value.span) != nil, tokenizer.skip(value.span, to: 0) {
        let end = start + tokenizer.offset
        before = String(decoding: text[..<start], as: UTF8.self)
        json = ContiguousArray(text[start..<end])
        behind = String(decoding: text[end...], as: UTF8.self)
        return
      }
    }
    before = String(decoding: text, as: UTF8.self)
    json = nil
    behind = ""
  }
}
