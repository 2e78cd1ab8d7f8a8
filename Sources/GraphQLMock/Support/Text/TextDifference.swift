/// The first difference of two texts, for messages in which the texts would look alike.
struct TextDifference: Sendable {
  /// The texts, which begin shortly before the difference if a message would be cut before it.
  let expected: String
  let actual: String
  /// A text such as `; code point 4 is U+0301, expected U+00E9`, which is empty if the difference is visible.
  let note: String

  /// - Parameters:
  ///   - limit: The number of code points after which a message cuts the texts.
  ///   - isQuoted: Whether the texts begin with a quotation mark, which isn't counted.
  init(_ actual: String, expected: String, limit: Int = .max, isQuoted: Bool = false) {
    let texts = [actual.unicodeScalars, expected.unicodeScalars]
    let count = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
    let points = texts.map { $0.dropFirst(count).first }
    let isCut = count > limit / 2 && texts.contains { $0.dropFirst(limit).first != nil }
    let isVisible = points.allSatisfy { $0.map { (0x20..<0x7F).contains($0.value) } ?? true }
    let shown = texts.map { isCut ? "…" + String($0.dropFirst(max(0, count - 20))) : String($0) }
    (self.actual, self.expected) = (shown[0], shown[1])
    let names = points.map { $0.map(Self.name) ?? "the end" }
    note =
      isVisible && !isCut || points[0] == points[1]
      ? "" : "; code point \(isQuoted ? count : count + 1) is \(names[0]), expected \(names[1])"
  }

  private static func name(_ point: Unicode.Scalar) -> String {
    "U+" + String(hexadecimal: point.value, width: 4, uppercase: true)
  }
}
