import Foundation
import GraphQLMock

extension String {
  /// The text in one line, with escape sequences for characters that control a terminal or reorder text.
  var printable: String { escapingControls(except: []) }

  /// The path without the slash that a shell adds to the name of a folder, so that paths of files in it have only one.
  var withoutFinalSlashes: String {
    var path = self
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }

  /// The text as Markdown code, enclosed in more backticks than the text has in a row.
  var markdownCode: String {
    let longest = utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max()
    let fence = String(repeating: "`", count: (longest ?? 0) + 1)
    return longest == nil ? "`\(self)`" : "\(fence) \(self) \(fence)"
  }

  /// The text in Markdown, with escape sequences for characters of its syntax.
  var markdownText: String {
    unicodeScalars.map { "\\`*_[]<>&#|~".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
      .joined()
  }

  /// The text with the escape sequences of messages in GitHub's workflow commands.
  func workflowData(escaping special: String = "%\r\n") -> String {
    unicodeScalars.map {
      special.unicodeScalars.contains($0) ? String(format: "%%%02X", $0.value) : "\($0)"
    }.joined()
  }

  /// Returns the text in quotes, followed by the most similar name or, if none is similar, by all names.
  func like(_ names: [String]) -> String {
    let all = names.isEmpty ? "" : "; there is \(names.joined(separator: ", "))"
    return "\"\(self)\""
      + Suggestion.clause(EditDistance.nearest(to: self, among: names), orElse: all)
  }
}
