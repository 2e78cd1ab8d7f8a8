// Messages without secrets. They are made of what was sent, and may show a part of it only.

import Foundation

struct MessageRedaction {
  private let rewriter: SecretRewriter
  /// What of known secrets may be left where something was cut off.
  private let pieces: KnownSecrets.Pieces

  init(_ rules: SecretRules) {
    rewriter = SecretRewriter(rules)
    pieces = KnownSecrets.Pieces(of: rules.known)
  }

  func text(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var result: [String] = []
    // What stands before the data of a proposal.
    var mark: String?
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("  "), line.dropFirst(2).first?.isLetter == true {
        mark = Self.marks.first { line.hasPrefix($0.label) }?.data
      }
      if Self.isCaret(line), index > 0 {
        result.append(caret(line, under: lines[index - 1]))
      } else {
        result.append(mark.map { proposal(line, $0) } ?? redacted(line))
      }
    }
    return result.joined(separator: "\n")
  }

  /// What the data of a proposal begins with, by its label.
  private static let marks: [(label: String, data: String)] = [
    ("  add: ", ".data("), ("  or file: ", "\"response\":"),
  ]

  private func redacted(_ line: some StringProtocol) -> String {
    let bytes = ContiguousArray(line.utf8)
    let word = ContiguousArray(SecretReplacement.word.utf8)
    let text = pieces.hidingCut(rewriter.text(bytes), with: word)
    if text == bytes { return String(line) }
    return String(decoding: text, as: UTF8.self)
      .replacingOccurrences(of: "expected \(Self.hidden), got \(Self.hidden)", with: Self.both)
      .replacingOccurrences(
        of: " is \(Self.hidden), expected \(Self.hidden)", with: ": \(Self.both)")
  }

  private static let hidden = "\"\(SecretReplacement.word)\""
  private static let both = "both hidden, they differ"

  /// A line to be pasted: data is made up, and a secret of the request only has to be there.
  private func proposal(_ line: Substring, _ mark: String) -> String {
    // The request may have such texts as well, before it.
    let end = line.range(of: mark, options: .backwards)?.lowerBound ?? line.endIndex
    let condition = redacted(line[..<end])
    return condition.replacingOccurrences(
      of: Self.hidden, with: line.contains("variables: [") ? ".present" : Self.hidden)
      + line[end...]
  }

  /// Whether a line marks a place in the line above it.
  private static func isCaret(_ line: Substring) -> Bool {
    line.hasSuffix("^") && line.dropLast().allSatisfy { $0 == " " || $0 == "|" }
  }

  /// The mark below the same place of the line as it is shown.
  private func caret(_ caret: Substring, under line: Substring) -> String {
    let column = caret.count - 1
    guard column <= line.count else { return String(caret) }
    let shown = redacted(line.prefix(column)).count
    let bar = caret.prefix { $0 != "^" }.lastIndex(of: "|").map { caret[...$0] } ?? ""
    return bar + String(repeating: " ", count: max(0, shown - bar.count)) + "^"
  }
}
