import Foundation

extension SecretNames {
  /// A member or an argument of a document with its value, as far as it can be read off the text.
  private static let member = try? NSRegularExpression(
    pattern: #"([_A-Za-z][_0-9A-Za-z]*)(\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,)}\]"]+)"#)

  /// The text of a document, or of a message about one, without the values of secrets.
  static func redact(inDocument text: String) -> String {
    guard let member else { return replacement }
    var result = text
    let whole = NSRange(text.startIndex..., in: text)
    for match in member.matches(in: text, range: whole).reversed() {
      guard let name = Range(match.range(at: 1), in: text), contains(String(text[name])),
        let value = Range(match.range(at: 3), in: text)
      else { continue }
      result.replaceSubrange(value, with: replacement)
    }
    return result
  }

  /// A document with other strings in the place of those that stand under a secret name.
  static func redact(stringsInDocument text: String) -> String {
    guard let member else { return text }
    var result = text
    let whole = NSRange(text.startIndex..., in: text)
    for match in member.matches(in: text, range: whole).reversed() {
      guard let name = Range(match.range(at: 1), in: text), contains(String(text[name])),
        let value = Range(match.range(at: 3), in: text), text[value].hasPrefix("\""),
        text[value].count > 1
      else { continue }
      result.replaceSubrange(value, with: "\"\(replacement)\"")
    }
    return result
  }
}
