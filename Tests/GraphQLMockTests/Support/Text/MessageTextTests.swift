import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MessageTextTests {
  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("abcd", "abc… (4 bytes)"),
    ("\u{e9}\u{e9}\u{e9}", "\u{e9}\u{e9}\u{e9}"),
    ("\u{e9}\u{e9}\u{e9}\u{e9}", "\u{e9}\u{e9}\u{e9}… (8 bytes)"),
    ("aaae\u{301}", "aaa… (6 bytes)"),
  ]) func longTextIsTruncated(text: String, expected: String) {
    #expect(text.shortened(to: 3) == expected)
  }

  @Test func messagesEscapeCharactersThatControlATerminal() async throws {
    let name = "a\u{0}b\u{1B}[2J\r\u{9B}\u{202E}\u{2066}\u{7F}é"
    let escaped = #"a\0b\u{1B}[2J\r\u{009B}\u{202E}\u{2066}\u{7F}é"#
    let service = MockGraphQLService(.query("B", .data([:])))
    let request = try URLRequest.graphQL([
      "query": "query A { a }", "variables": .object(of: [(name, .string(name))]),
    ])
    await #expect(throws: URLError.self) { try await service.makeSession().receive(request) }
    let received = try #require(service.requests.first)
    let written = [
      service.failures[0].message, received.description, received.operation.description,
      service.requestReport { _ in .whole }.text,
    ]
    for text in written {
      #expect(text.contains("é") && text.contains(#"\u{202E}\u{2066}"#), "\(text)")
      for scalar in text.unicodeScalars where scalar != "\n" {
        #expect(
          scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl,
          "\(scalar)")
      }
    }
    #expect(name.escapingControls() == escaped)
    #expect("a\tb\nc\u{2028}".escapingControls() == #"a\#tb\#nc\u{2028}"#)
    for kept: [Unicode.Scalar] in [[], ["\t"]] {
      #expect(["a\nb", "é\nb"].map { $0.escapingControls(except: kept) } == [#"a\nb"#, #"é\nb"#])
    }
    #expect("\u{9B}\n".escapingControls(asJSON: true) == "\\u009B\n")
  }

  @Test func quotedTextIsShortEvenIfItIsOneCharacter() {
    let text = "e" + String(repeating: "\u{301}", count: 1_000)
    #expect(text.quoted.unicodeScalars.count == 82)
  }

  @Test func aMessageHasAtMost65536CodePoints() {
    let texts = [0, 1].map { String(repeating: "é", count: 65_536 + $0) }
    let messages = texts.map { MockFailure(.handlerError, $0).message }
    #expect(messages == [texts[0], "\(texts[0])… (131074 bytes)"])
  }

  @Test func messageOfAMissIsShortForLongNames() async throws {
    let service = MockGraphQLService(.query("A", .data([:])))
    let name = String(repeating: "a", count: 1_000_000)
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().receive(.graphQL(["query": .string("query \(name) { a }")]))
    }
    let shown = String(repeating: "a", count: 200) + "… (1000000 bytes)"
    let message = try #require(error?.localizedDescription)
    #expect(ReportedMiss(message)?.title == "query \"\(shown)\"")
    #expect(message.contains(".query(\"\(shown)\", "))
    #expect(message.utf8.count < 2_000)
    #expect(service.failures.map(\.message) == [message])
  }
}
