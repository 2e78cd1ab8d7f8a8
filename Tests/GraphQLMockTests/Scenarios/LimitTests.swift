import Foundation
import Testing

@testable import GraphQLMock

/// The article on limits agrees with the code.
///
/// Limits without another test are tested at their edge.
struct LimitTests {
  static let limits: [(String, String)] = [
    ("nesting of JSON values and of documents", count(Int(NestingLimit.depth))),
    ("a body in the journal", size(JournalLimits().body)),
    ("requests in the journal", size(JournalLimits().bytes)),
    ("failures in the journal", count(Journal.failureLimit)),
    ("requests in a batch", count(RequestDecoder.batchLimit)),
    ("parts of a form", count(MultipartForm.partLimit)),
    ("validated variables", size(RequestValidator.longestVariables)),
    ("names and strings in a generated response", size(ResponseGenerator.byteLimit)),
    ("nested objects and lists in a generated response", count(ResponseGenerator.depthLimit)),
    (
      "persisted queries of a service",
      count(PersistedQueryLookup.Store.countLimit, or: PersistedQueryLookup.Store.byteLimit)
    ),
    (
      "messages that a WebSocket client hasn't received",
      count(EventBacklog.countLimit, or: EventBacklog.byteLimit)
    ),
    (
      "such messages, sent by the test",
      count(EventBacklog.sentCountLimit, or: EventBacklog.sentByteLimit)
    ),
    ("a launch plan", size(LaunchPlan.sizeLimit)),
    ("a body in the journal of an app", size(JournalLine.bodyLimit)),
  ]

  /// Returns a number with commas between groups of digits.
  private static func count(_ number: Int) -> String {
    let digits = "\(number)"
    return digits.enumerated().reduce(into: "") { text, digit in
      let rest = digits.count - digit.offset
      text += (rest % 3 == 0 && digit.offset > 0 ? "," : "") + "\(digit.element)"
    }
  }

  private static func count(_ number: Int, or bytes: Int) -> String {
    "\(count(number)), or \(size(bytes))"
  }

  private static func size(_ bytes: Int) -> String {
    if bytes % 1_048_576 == 0 { return "\(bytes / 1_048_576) MiB" }
    return bytes % 1024 == 0 ? "\(bytes / 1024) KiB" : "\(count(bytes)) bytes"
  }

  @Test func failureMessageIsTruncatedAtTheLimit() {
    let text = String(repeating: "a", count: String.messageLimit)
    #expect(MockFailure(.handlerError, text).message == text)
    #expect(MockFailure(.handlerError, text + "a").message == text + "… (65537 bytes)")
  }

  @Test func limitsInTheArticleEqualThoseInTheCode() throws {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/GraphQLMock/GraphQLMock.docc/Options.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let section = try #require(text.range(of: "\n### Limits\n"))
    let rows = text[section.upperBound...].split(separator: "\n")
      .filter { $0.hasPrefix("|") }.dropFirst(2)
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(rows.map { [$0[0], $0[1]] } == Self.limits.map { [$0.0, $0.1] })
  }

  @Test func theHeadOfAPartMayBeAsLongAsItsLimit() {
    func form(_ padding: Int) -> MultipartForm {
      let head = "Content-Disposition: form-data; name=\"n\"\r\nX: "
      let body = "--b\r\n\(head)\(String(repeating: "x", count: padding))\r\n\r\nx\r\n--b--\r\n"
      return MultipartForm(Data(body.utf8), contentType: "multipart/form-data; boundary=b")
    }
    // Up to and including its line break.
    let longest =
      MultipartForm.headLimit - "Content-Disposition: form-data; name=\"n\"\r\nX: ".utf8.count
    #expect(form(longest - 2).error == nil)
    #expect(
      form(longest + 1).error?.message
        == "The head of part 0 of the form has more than 16384 bytes")
  }
}
