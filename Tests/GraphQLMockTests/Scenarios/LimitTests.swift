import Foundation
import Testing

@testable import GraphQLMock

/// The article on limits agrees with the code.
///
/// Limits without another test are tested at their edge.
struct LimitTests {
  static let limits: [(String, any CustomStringConvertible & Sendable)] = [
    ("nesting of JSON values and of documents", Int(NestingLimit.depth)),
    ("bytes of a body in the journal", JournalLimits().body),
    ("bytes of requests in the journal", JournalLimits().bytes),
    ("failures in the journal", Journal.failureLimit),
    ("requests in a batch", RequestDecoder.batchLimit),
    ("parts of a form", MultipartForm.partLimit),
    ("bytes of the head of a part", MultipartForm.headLimit),
    ("bytes of validated variables", RequestValidator.longestVariables),
    ("bytes of names and strings in a generated response", ResponseGenerator.byteLimit),
    ("nested objects and lists in a generated response", ResponseGenerator.depthLimit),
    ("persisted queries of a service", PersistedQueryLookup.Store.countLimit),
    (
      "messages that a WebSocket client hasn't received",
      "\(EventBacklog.countLimit), or \(EventBacklog.byteLimit) bytes"
    ),
    (
      "such messages, sent by the test",
      "\(EventBacklog.sentCountLimit), or \(EventBacklog.sentByteLimit) bytes"
    ),
    ("bytes of a launch plan", LaunchPlan.sizeLimit),
    ("bytes of a body in the journal of an app", JournalLine.bodyLimit),
    (
      "characters of a name in a message, and of a message",
      "\(String.nameLimit), \(String.messageLimit)"
    ),
  ]

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
    #expect(rows.map { [$0[0], $0[1]] } == Self.limits.map { [$0.0, "\($0.1)"] })
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
