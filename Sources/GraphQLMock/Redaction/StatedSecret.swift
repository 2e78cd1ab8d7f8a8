// Secrets that the user states by their values, in all the ways in which they are written.

import Foundation

/// One way to write a stated value, and what takes its place.
struct StatedSecret: Sendable {
  let spelling: ContiguousArray<UInt8>
  let replacement: ContiguousArray<UInt8>

  /// The values in all spellings, longest first.
  static func all(_ values: [String], _ style: SecretReplacement) -> [StatedSecret] {
    values.enumerated().flatMap { index, value in
      let text = ContiguousArray(value.utf8)
      let replacement = style.ofValue(at: index, like: text)
      let base64 = Data(text).base64EncodedString()
      let escaped = SecretScanner.escaped(text)
      let spellings = [
        text, escaped, PercentEncoding.encode(text),
        ContiguousArray(String(decoding: escaped, as: UTF8.self).replacing("/", with: "\\/").utf8),
        ContiguousArray(base64.utf8.prefix { $0 != UInt8(ascii: "=") }),
        ContiguousArray(Base64.encodeForURL(value).utf8),
      ]
      return Set(spellings).map { StatedSecret(spelling: $0, replacement: replacement) }
    }.ordered { $0.spelling.count > $1.spelling.count }
  }
}

extension SecretRules {
  /// A text with other texts in the place of stated values, wherever they begin and end.
  func hidingValues(in text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var text = text
    for value in values {
      var start = 0
      while let index = text.span.firstIndex(of: value.spelling.span, from: start) {
        let replacement =
          style.isShort ? ContiguousArray(SecretReplacement.word.utf8) : value.replacement
        text.replaceSubrange(index..<(index + value.spelling.count), with: replacement)
        start = index + replacement.count
      }
    }
    return text
  }
}
