import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The forms beside JSON in UTF-8 in which a request travels.
@Suite(.timeLimit(.minutes(1))) struct RequestFormTests {
  static let answer = #"{"data":{"hero":null}}"#
  static let text = #"{"query":"query Hero($n: String) { hero(n: $n) }","variables":{"n":"é😀"}}"#

  static func service(stated: Bool = false) -> MockGraphQLService {
    MockGraphQLService(
      .query("Hero", .data(["hero": nil])), .http(path: "/graphql", .text("plain")),
      endpoint: stated ? .of(endpoint) : nil)
  }

  static func request(
    _ body: Data, type: String? = "application/json", coding: String? = nil, items: String = ""
  ) -> URLRequest {
    var request = URLRequest(url: .of(endpoint + items))
    request.httpMethod = "POST"
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.setValue(coding, forHTTPHeaderField: "Content-Encoding")
    request.httpBody = body
    return request
  }

  // MARK: Compressed bodies

  @Test(arguments: [
    ("gzip", DecompressionTests.gzip), ("X-GZIP", DecompressionTests.gzip),
    ("deflate", DecompressionTests.zlib), ("deflate", DecompressionTests.raw),
    ("identity, gzip", DecompressionTests.gzip),
  ])
  func aCompressedBodyIsRead(coding: String, base64: String) async throws {
    let bytes = DecompressionTests.data(base64)
    for stated in [false, true] {
      let service = Self.service(stated: stated)
      let received = try await service.makeSession().receive(Self.request(bytes, coding: coding))
      #expect(received.body == #"{"data":{"hero":null}}"#)
      // The request itself stays as it was sent.
      #expect(service.exchanges.map(\.urlRequest.httpBody) == [bytes])
      #expect(service.exchanges.map(\.request.document) == ["query Hero { hero { name } }"])
    }
  }

  @Test func aCompressedStreamIsRead() async throws {
    var request = Self.request(Data(), coding: "gzip")
    request.httpBody = nil
    request.httpBodyStream = InputStream(data: DecompressionTests.data(DecompressionTests.gzip))
    let service = Self.service()
    #expect(try await service.makeSession().receive(request).body == Self.answer)
  }

  @Test func aCodingMayBeAppliedTwice() async throws {
    // A stored block around the bytes of the other vector.
    let inner = DecompressionTests.data(DecompressionTests.gzip)
    let length = UInt8(inner.count)
    let outer = Data([1, length, 0, ~length, 0xFF]) + inner
    let service = Self.service()
    let received = try await service.makeSession()
      .receive(Self.request(outer, coding: "gzip, deflate"))
    #expect(received.body == Self.answer)
  }

  @Test(arguments: [
    (
      "br", "{}", 415, "Unsupported Media Type",
      #"The body has the Content-Encoding "br"; gzip and deflate are read."#
    ),
    (
      "gzip, br", "{}", 415, "Unsupported Media Type",
      #"The body has the Content-Encoding "br"; gzip and deflate are read."#
    ),
    (
      "gzip", "{}", 400, "Invalid gzip body",
      "The gzip bytes of the body: the head is not one, at byte 0."
    ),
    (
      "deflate", "{}", 400, "Invalid deflate body",
      "The deflate bytes of the body: they end too early, at byte 2."
    ),
  ])
  func aCodingThatCannotBeUndoneIsRefused(
    coding: String, body: String, status: Int, message: String, detail: String
  ) async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])), endpoint: .of(endpoint))
    let received = try await service.makeSession()
      .receive(Self.request(Data(body.utf8), coding: coding))
    #expect(received.status == status)
    #expect(
      try MockJSON(parsing: received.body)
        == ["errors": [["message": .string(message), "extensions": ["detail": .string(detail)]]]])
    #expect(service.failures.map(\.kind) == [.malformedRequest])
  }

  @Test func whatComesOutOfABodyHasALimit() {
    let error = MalformedRequestError(
      .compression("gzip", InflateError(.tooLong(RequestDecoder.decompressedLimit), at: 7)))
    #expect(
      error.description == """
        Malformed GraphQL request: Invalid gzip body: \
        The gzip bytes of the body: more than 67108864 bytes come out of them.
        """)
    #expect(error.response(edition: .deployed, as: .json).statusCode == 413)
  }

  // MARK: UTF-16 and UTF-32

  @Test(arguments: [
    (String.Encoding.utf16BigEndian, [] as [UInt8]), (.utf16BigEndian, [0xFE, 0xFF]),
    (.utf16LittleEndian, []), (.utf16LittleEndian, [0xFF, 0xFE]),
    (.utf32BigEndian, []), (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
    (.utf32LittleEndian, []), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
    (.utf8, [0xEF, 0xBB, 0xBF]),
  ])
  func jsonIsReadInEveryFormOfUnicode(encoding: String.Encoding, mark: [UInt8]) async throws {
    let body = Data(mark) + (try #require(Self.text.data(using: encoding)))
    let service = Self.service()
    let received = try await service.makeSession().receive(Self.request(body))
    #expect(received.body == Self.answer)
    #expect(service.exchanges.map(\.request.variables) == [["n": "é😀"]])
    var streamed = Self.request(Data())
    streamed.httpBody = nil
    streamed.httpBodyStream = InputStream(data: body)
    #expect(try await service.makeSession().receive(streamed).body == Self.answer)
  }

  @Test(
    arguments: [
      // A lone surrogate; half a unit; a number that is no scalar.
      ([0, 0x7B, 0, 0x22, 0xD8, 0, 0, 0x22], "UTF-16BE", 4),
      ([0x7B, 0, 0x22, 0, 0x7D], "UTF-16LE", 4),
      ([0, 0x7B, 0, 0x22, 0xDC, 0, 0, 0x22], "UTF-16BE", 4),
      ([0xFE, 0xFF, 0, 0x7B, 0xD8, 0], "UTF-16BE", 4),
      ([0, 0, 0, 0x7B, 0, 0x11, 0, 0], "UTF-32BE", 4), ([0x7B, 0, 0, 0, 0x22, 0], "UTF-32LE", 4),
      ([0xFF, 0xFE, 0, 0, 0, 0xD8, 0, 0], "UTF-32LE", 4),
    ] as [([UInt8], String, Int)])
  func aTextThatIsNotInItsFormSaysWhere(bytes: [UInt8], name: String, offset: Int) {
    let error = #expect(throws: MalformedRequestError.self) {
      try OperationRequest(Self.request(Data(bytes)))
    }
    #expect(
      error?.description == """
        Malformed GraphQL request: Unparsable JSON body: \
        The request body is not valid \(name) at byte \(offset).
        """)
  }

  // MARK: Documents and forms

  @Test func aDocumentMayBeTheWholeBody() async throws {
    let document = Data("query Hero($n: String) { hero(n: $n) } query Other { o }".utf8)
    for type in ["application/graphql", "application/graphql; charset=utf-8"] {
      let service = Self.service()
      let received = try await service.makeSession().receive(
        Self.request(
          document, type: type,
          items: "?operationName=Hero&variables=%7B%22n%22%3A%22a+b%22%7D&query=x"))
      #expect(received.body == Self.answer)
      #expect(service.exchanges.map(\.request.variables) == [["n": "a b"]])
    }
  }

  @Test(arguments: [
    "query=query+Hero%28%24n%3A+String%29+%7B+hero%28n%3A+%24n%29+%7D&variables=%7B%22n%22%3A%221%22%7D",
    "operationName=Hero&query=query Hero{hero}query Other{o}&variables=",
  ])
  func aFormOfHTMLIsRead(body: String) async throws {
    for stated in [false, true] {
      let service = Self.service(stated: stated)
      let received = try await service.makeSession().receive(
        Self.request(
          Data(body.utf8), type: "application/x-www-form-urlencoded; charset=UTF-8"))
      #expect(received.body == Self.answer)
    }
  }

  @Test(arguments: ["query=shoes+and+socks", "q=x", "", "variables=x"])
  func aSearchIsNoDocumentUnlessTheEndpointSaysSo(body: String) async throws {
    let type = "application/x-www-form-urlencoded"
    let plain = Self.service()
    let request = Self.request(Data(body.utf8), type: type)
    #expect(try await plain.makeSession().receive(request).body == "plain")
    #expect(plain.failures == [])
  }

  @Test(arguments: [
    ("query={a}&query={b}", "Invalid query", #"The query item "query" stands twice in the URL."#),
    (
      "query={a}&variables=[]", "Invalid variables",
      #"The query item "variables" must be an object."#
    ),
    (
      "query={a}&variables=%7", "Invalid variables",
      #"The query item "variables" is not valid JSON: Invalid JSON at line 1, column 1 (byte 0): "#
        + #"expected a value, found "%"."#
    ),
    (
      "variables={}", "Missing query",
      #"The request has no "query", no "documentId" and no "extensions.persistedQuery"."#
    ),
  ])
  func aFaultyFormIsRefused(body: String, message: String, detail: String) async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])), endpoint: .of(endpoint))
    let received = try await service.makeSession().receive(
      Self.request(Data(body.utf8), type: "application/x-www-form-urlencoded"))
    #expect(received.status == 400)
    #expect(
      service.failures.map(\.message) == [
        "Malformed GraphQL request POST https://example.invalid/graphql: \(message): \(detail)"
      ])
  }

  // MARK: Media types

  @Test(arguments: ["text/plain", "application/xml", "Text/Plain; charset=utf-8"])
  func aMediaTypeThatIsNotReadGets415(type: String) async throws {
    let request = Self.request(Data(Self.text.utf8), type: type)
    let service = MockGraphQLService(.query("Hero", .data([:])), endpoint: .of(endpoint))
    let received = try await service.makeSession().receive(request)
    #expect(received.status == 415)
    let name = type.contains("xml") ? "application/xml" : "text/plain"
    let detail =
      "The Content-Type \"\(name)\" is not read. Services read application/json, "
      + "multipart/form-data, application/graphql and application/x-www-form-urlencoded."
    #expect(
      service.failures.map(\.message) == [
        "Malformed GraphQL request POST https://example.invalid/graphql: Unsupported Media Type: "
          + "It was sent to the endpoint, but the Content-Type \"\(name)\" is not read. "
          + "Services read application/json, multipart/form-data, application/graphql and "
          + "application/x-www-form-urlencoded."
      ])
    #expect(
      try MockJSON(parsing: received.body) == [
        "errors": [
          ["message": "Unsupported Media Type", "extensions": ["detail": .string(detail)]]
        ]
      ])
    // Without an endpoint it is plain HTTP.
    let plain = Self.service()
    #expect(try await plain.makeSession().receive(request).body == "plain")
  }

  @Test(arguments: [nil, "application/json", "application/vnd.api+json", "APPLICATION/JSON"])
  func jsonIsReadUnderItsNamesAndWithoutOne(type: String?) async throws {
    let request = Self.request(Data(Self.text.utf8), type: type)
    for stated in [false, true] {
      let service = Self.service(stated: stated)
      let received = try await service.makeSession().receive(request)
      #expect(received.body == Self.answer)
    }
  }
}
