import Foundation
import GraphQLMock
import TestSupport
import Testing

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

  @Test func messageOfAMissIsShortForLongNames() async throws {
    let service = MockGraphQLService(.query("A", .data([:])))
    let name = String(repeating: "a", count: 1_000_000)
    let error = await #expect(throws: URLError.self) {
      try await service.makeSession().receive(.graphQL(["query": .string("query \(name) { a }")]))
    }
    let shown = String(repeating: "a", count: 200) + "… (1000000 bytes)"
    let message = try #require(error?.localizedDescription)
    #expect(message.hasPrefix("Unhandled query \"\(shown)\"; "))
    #expect(message.contains(".query(\"\(shown)\", "))
    #expect(message.utf8.count < 2_000)
    #expect(service.failures.map(\.message) == [message])
  }
}
