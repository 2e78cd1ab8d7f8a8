import Foundation

/// The values that the user listed in ``Redaction``, in all spellings in which a request or response can contain them.
struct StatedSecrets: Sendable {
  /// The minimum number of characters in a value. Shorter values would match too many texts.
  private static let shortest = 4

  private typealias Pattern = (spelling: ByteText, replacement: ByteText)

  /// The texts to replace, from longest to shortest. At each position, the longest matching text is replaced.
  private var patterns: [Pattern] = []
  /// The replacements of values that are numbers.
  private var numbers: [JSONNumber: ByteText] = [:]

  var isEmpty: Bool { patterns.isEmpty }

  /// A replacement depends only on the kind of a value and its position, with which values that are too short count, so
  /// that you can replay a recording with other values.
  init(_ values: [String], _ style: SecretReplacement) {
    for (index, value) in values.enumerated() where value.count >= Self.shortest {
      let text = ContiguousArray(value.utf8)
      let replacement = style.of(valueAt: index, SecretKind(text), like: text)
      if let number = JSONNumber(value) {
        numbers[number] =
          style.isShort ? style.of(number: text) : style.of(valueAt: index, .digits, like: text)
      }
      patterns += Self.spellings(of: value).map { (ContiguousArray($0.utf8), replacement) }
      // A text that was already redacted must stay unchanged, so its replacement is a pattern, too.
      patterns.append((replacement, replacement))
    }
    patterns = patterns.ordered { $0.spelling.count > $1.spelling.count }
  }

  private static func spellings(of value: String) -> Set<String> {
    let text = ContiguousArray(value.utf8)
    let escaped = String(decoding: JSONWriter.quoted(value).dropFirst().dropLast(), as: UTF8.self)
    var spellings: Set = [value, escaped, escaped.replacing("/", with: "\\/")]
    for isUppercase in [true, false] {
      let encoded = PercentEncoding.encode(text, isUppercase: isUppercase)
      spellings.insert(String(decoding: encoded, as: UTF8.self))
      spellings.insert(String(decoding: encoded, as: UTF8.self).replacing("%20", with: "+"))
    }
    spellings.insert(Base64.encodeForURL(value))
    spellings.insert(Data(text).base64EncodedString().replacing("=", with: ""))
    // Base64 encodes groups of three bytes. A value may start anywhere in a group, so it has three encodings.
    for start in 0..<3 {
      let around = Data(repeating: 0, count: start) + Data(text)
      let inside = around.base64EncodedString().prefix(around.count * 8 / 6).dropFirst(
        start == 0 ? 0 : start + 1)
      guard inside.count >= 8 else { continue }
      spellings.insert(String(inside))
      spellings.insert(String(inside).replacing("+", with: "-").replacing("/", with: "_"))
    }
    return spellings
  }

  func replacement(ofNumber spelling: ByteText) -> ByteText? {
    numbers.isEmpty
      ? nil : numbers[JSONNumber(checkedSpelling: String(decoding: spelling, as: UTF8.self))]
  }

  func hidden(in text: ByteText) -> ByteText {
    var result = ByteText()
    var copied = 0
    var next = patterns.map { text.span.firstIndex(of: $0.spelling.span, from: 0) }
    while true {
      var first: (start: Int, pattern: Pattern)?
      for (index, pattern) in patterns.enumerated() {
        if let start = next[index], start < copied {
          next[index] = text.span.firstIndex(of: pattern.spelling.span, from: copied)
        }
        if let start = next[index], start < first?.start ?? .max { first = (start, pattern) }
      }
      guard let first else { return copied == 0 ? text : result + text[copied...] }
      result += text[copied..<first.start] + first.pattern.replacement
      copied = first.start + first.pattern.spelling.count
    }
  }
}
