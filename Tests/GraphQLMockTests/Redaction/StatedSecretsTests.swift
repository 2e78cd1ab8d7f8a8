import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Secrets that a test lists by value, in recordings, replays and messages.
struct StatedSecretsTests {
  @Test func listedValueIsRedactedEverywhere() async throws {
    let key = #"my/key+"7"é"#
    let base64 = Data(key.utf8).base64EncodedString()
    let spellings = [
      key, #"my/key+\"7\"é"#, #"my\/key+\"7\"é"#, "my%2Fkey%2B%227%22%C3%A9", base64,
      // "Base 64 Encoding with URL and Filename Safe Alphabet" (RFC 4648, section 5), without padding.
      base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""),
      "my%2fkey%2b%227%22%c3%a9",
      Data("ada:\(key)".utf8).base64EncodedString(), Data("x\(key)".utf8).base64EncodedString(),
    ]
    let answer = MockJSON.object([
      "a": .object(
        Dictionary(
          uniqueKeysWithValues: spellings.enumerated().map { ("m\($0)", .string("x\($1)y")) })),
      key: 1, "__typename": .string(key), "n": 7_712_345,
    ])
    let redaction = Redaction(keep: ["password"], values: [key, "", "7712345"])
    let (_, text) = try await HarmlessTextTests.recorded(
      answer.description.replacingOccurrences(of: "é", with: "\\u00e9"),
      query: "query A { a(x: \(MockJSON.string("<\(key)>"))) }",
      variables: ["password": .string(key), "n": 7_712_345], redaction: redaction)
    for spelling in spellings { #expect(!text.contains(spelling)) }
    #expect(!text.contains("7712345") && !text.contains("u00e9"))
  }

  /// Another machine may have another key or number, or none.
  @Test func recordingIsReplayedWithAnotherListedValue() async throws {
    typealias Attempt = (mode: Recording, secrets: [String], sent: MockJSON)
    let rows: [[Attempt]] = [
      [(.missing, ["recorded-key-5f1e"], "of recorded-key-5f1e"), (.never, ["none"], "of none")],
      [(.missing, ["471147"], 471_147), (.never, ["118811"], 118_811)],
      [
        (.missing, ["another-secret", "recorded-key-5f1e"], "recorded-key-5f1e"),
        (.never, ["", "none"], "none"),
      ],
    ]
    let server = try RecordingTests.makeServer()
    for row in rows {
      let folder = try TemporaryFolder()
      for (mode, secrets, sent) in row {
        let service = MockGraphQLService.recording(
          mode, folder.url, redaction: Redaction(values: secrets))
        _ = try? await service.makeSession().receive(
          RecordingTests.request("query A($key: ID) { n(k: $key) }", ["key": sent], to: server))
        #expect(service.failures == [], "\(secrets)")
      }
    }
  }

  @Test func listedValueIsRedactedInMessages() async throws {
    let key = "the shop's key"
    let service = MockGraphQLService.recording(
      .never, try TemporaryFolder().url, redaction: Redaction(values: [key]))
    service.register(.query("A", variables: ["note": "\(key)!"], .data([:])))
    _ = try? await service.makeSession().receive(
      .graphQL(["query": "query A($note: ID) { n }", "variables": ["note": .string("of \(key)")]]))
    let message = try #require(service.failures.first?.message)
    #expect(message.contains(#"expected "<redacted>!", got "of <redacted>""#), "\(message)")
    let texts =
      service.requests.map(\.description) + [
        message, service.requestReport { _ in .whole }.text,
        String(decoding: service.httpArchive(), as: UTF8.self),
      ]
    for text in texts { #expect(!text.contains(key)) }
  }

  /// In forms a space is a plus sign.
  @Test(arguments: ["the shop's key", "the+shop%27s+key", "the%20shop%27s%20key"])
  func listedValueWithSpacesIsRedactedInForms(spelling: String) async throws {
    let (_, text) = try await HarmlessTextTests.recorded(
      MockJSON.object(["a": .string("k=\(spelling)&x=1")]).description,
      redaction: Redaction(values: ["the shop's key"]))
    #expect(!text.contains(spelling) && text.contains("&x=1"))
  }

  /// The replacement of a URL begins with `https://example.com`, every other one with `redacted`.
  @Test(.timeLimit(.minutes(10)), arguments: ["https://example.com", "redacted", "1998", "cted-"])
  func listedValueContainedInItsReplacementIsReplacedOnce(value: String) async throws {
    let (data, _) = try await HarmlessTextTests.recorded(
      MockJSON.object(["a": .string("of \(value)/1"), "b": .string(value)]).description,
      query: "query A { a(x: \(MockJSON.string(value))) }", variables: ["x": .string(value)],
      redaction: Redaction(values: [value]))
    let replaced = try #require(data["b"].string)
    #expect(replaced != value && data["a"] == .string("of \(replaced)/1"))
  }

  /// A key may be the beginning of another, and a number may have several spellings.
  @Test func theLongestValueAndAllEqualNumbersAreReplaced() async throws {
    let (data, text) = try await HarmlessTextTests.recorded(
      #"{"a":"key-12345678","b":"key-1234","n":[7712345,7712345.0,7.712345e6,7712346]}"#,
      redaction: Redaction(values: ["key-1234", "key-12345678", "7712345"]))
    #expect(!text.contains("5678") && !text.contains("7.71") && data["a"] != data["b"])
    #expect(Set(data["n"].array ?? []).count == 2 && data["n"][3] == 7_712_346)
  }

  /// Values of fewer than four characters are ignored.
  @Test func listedValueIsRedactedOnlyIfItIsLongEnoughAndANumberOnlyIfItEqualsIt() async throws {
    let (data, _) = try await HarmlessTextTests.recorded(
      #"{"a":"every","n":4128,"is":5128,"has":51280,"text":"no 5128"}"#,
      redaction: Redaction(values: ["e", "12", "", "eve", "5128"]))
    #expect([data["a"], data["n"], data["has"]] == ["every", 4128, 51280])
    #expect(data["is"].int.map { $0 > 1_998_000_000 } == true)
    #expect(data["text"] == .string("no \(data["is"])"))
  }
}
