import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Misses in which the expected and the actual text look alike.
struct TextDifferenceTests {
  private func cause(
    _ handler: RequestHandler, _ query: String = "query A { a }", variables: MockJSON = nil,
    headers: [String: String] = [:]
  ) async throws -> String {
    let service = MockGraphQLService(handler)
    var request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    _ = try? await service.makeSession().data(for: request)
    let line = try #require(service.failures.first?.message).split(separator: "\n")[0]
    return line.components(separatedBy: "): ").dropFirst().joined(separator: "): ")
  }

  /// The code points are those of the Unicode standard.
  @Test(arguments: [
    ("caf\u{E9}", "cafe\u{301}", "; code point 4 is U+0065, expected U+00E9"),
    ("cafe", "cafe\u{301}", "; code point 5 is U+0301, expected the end"),
    ("ab", "a\u{200B}b", "; code point 2 is U+200B, expected U+0062"),
    ("\u{202E}a", "a", "; code point 1 is U+0061, expected U+202E"),
    ("paypal", "p\u{430}ypal", "; code point 2 is U+0430, expected U+0061"),
    ("a b", "a\u{A0}b", "; code point 2 is U+00A0, expected U+0020"),
    ("a", "a\u{1F3FB}", "; code point 2 is U+1F3FB, expected the end"),
    ("é1", "é2", ""), ("abc", "abd", ""),
  ])
  func codePointOfAVariableIsNamed(expected: String, actual: String, note: String) async throws {
    let found = try await cause(
      .query("A", variables: ["n": .string(expected)], .data([:])),
      variables: ["n": .string(actual)])
    #expect(found.hasPrefix("variables.n: expected \"") && found.hasSuffix("\"\(note)"), "\(found)")
  }

  @Test func longTextsAreCutAroundTheirDifference() async throws {
    let start = String(repeating: "0123456789", count: 30)
    let found = try await cause(
      .query("A", variables: ["n": .string(start + "x" + start)], .data([:])),
      variables: ["n": .string(start + "y" + start)])
    let shown = "01234567890123456789"
    let rest = String(repeating: "0123456789", count: 6).prefix(57)
    #expect(
      found == """
        variables.n: expected "…\(shown)x\(rest)…, got "…\(shown)y\(rest)…; \
        code point 301 is U+0079, expected U+0078
        """)
  }

  /// A message shows the texts from 20 code points before the difference if that is in the second half of its limit.
  @Test(arguments: [
    (40, 20, "20.x"), (40, 21, "…20.x"), (41, 20, "20.x"), (80, 41, "…20.x"), (10, 6, "…6.x"),
  ])
  func textsBeginShortlyBeforeALateDifference(limit: Int, count: Int, start: String) {
    let same = String(repeating: ".", count: count)
    let rest = String(repeating: "-", count: limit)
    let found = TextDifference(same + "x" + rest, expected: same + "y" + rest, limit: limit)
    let dots = found.actual.filter { $0 == "." }.count
    #expect((found.actual.hasPrefix("…") ? "…" : "") + "\(dots).x" == start)
    // A text within the limit isn't cut.
    let short = TextDifference(same + "x", expected: same + "y", limit: max(limit, count + 1))
    #expect([short.actual, short.expected, short.note] == [same + "x", same + "y", ""])
  }

  @Test func codePointOfANameHeaderPathAndDocumentIsNamed() async throws {
    let name = try await cause(.query("\u{410}", .data([:])))
    #expect(name == "the name differs; code point 1 is U+0041, expected U+0410")
    let header = try await cause(
      .query("A", .data([:])).where(header: "X-A", equals: "a\u{A0}b"), headers: ["X-A": "a b"])
    #expect(
      header
        == "the header field X-A is \"a b\", expected \("a\u{A0}b".debugDescription); "
        + "code point 2 is U+0020, expected U+00A0")
    let path = try await cause(.query("A", .data([:])).where(path: "/graphql\u{200B}"))
    #expect(
      path == "the path is /graphql, not /graphql\u{200B}; code point 9 is the end, expected U+200B"
    )
    let document = try await cause(
      .operation(document: "query A { a(b: \"caf\u{E9}\") }", .data([:])),
      "query A { a(b: \"cafe\u{301}\") }")
    #expect(
      document == """
        a: the argument "b" is "cafe\u{301}", expected "caf\u{E9}"; code point 4 is U+0065, expected U+00E9
        """)
    let long = String(repeating: "0123456789", count: 30)
    let cut = try await cause(
      .operation(document: "query A { a(b: \"\(long)x\") }", .data([:])),
      "query A { a(b: \"\(long)y\") }")
    #expect(
      cut == """
        a: the argument "b" is …01234567890123456789y", expected …01234567890123456789x"; \
        code point 301 is U+0079, expected U+0078
        """)
  }

  @Test func handlersThatDifferInTheirQueryAreToldApart() async throws {
    let line = #line + 2
    let service = MockGraphQLService(
      .http("/a", query: ["page": "1"], .text("")),
      .http("/a", query: ["page": "2", "size": nil], .text("")))
    _ = try? await service.makeSession().receive(
      PlainHTTPTests.request("GET", "https://api.example.com/a?page=3"))
    let message = try #require(service.failures.first?.message)
    #expect(
      message.contains(
        """
          nearest:   http /a?page=1 (TextDifferenceTests.swift:\(line)): the query item "page" has another value
                     http /a?page=2&size (TextDifferenceTests.swift:\(line + 1)): the query item "page" has another value
        """), "\(message)")
  }

  @Test func handlerOfTheRightTypeIsNearerThanADissimilarName() async throws {
    let service = MockGraphQLService(
      .mutation("Note", .data([:])), .mutation("Lose", .data([:])), .query("Viewers", .data([:])),
      .query("Searches", .data([:])))
    _ = try? await service.makeSession().data(for: .graphQL(["query": "query Nope { a }"]))
    let message = try #require(service.failures.first?.message)
    // "Note" differs in one letter, so it may be misspelled.
    let names = message.split(separator: "\n").dropFirst(2).prefix(3).map {
      $0.split(separator: "\"")[1]
    }
    #expect(names == ["Note", "Viewers", "Searches"], "\(message)")
  }
}
