import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Request forms other than plain JSON in UTF-8, and unsupported ones.
struct RequestFormTests {
  static let answer = #"{"data":{"hero":null}}"#
  static let text = #"{"query":"query Hero($n: String) { hero(n: $n) }","variables":{"n":"é😀"}}"#

  static func service(stated: Bool = false) -> MockGraphQLService {
    MockGraphQLService(
      .query("Hero", .data(["hero": nil])), .http("/graphql", .text("plain")),
      endpoints: stated ? [.of(endpoint)] : nil)
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

  /// The header of gzip (RFC 1952, section 2.3); the content isn't read.
  static let compressed = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])

  private static func streaming(_ request: URLRequest) -> URLRequest {
    var streaming = request
    streaming.httpBody = nil
    streaming.httpBodyStream = InputStream(data: request.httpBody ?? Data())
    return streaming
  }

  /// The endpoint or the media type identifies the request as GraphQL.
  @Test(arguments: [
    ("gzip", "application/json", true), ("GZIP", "multipart/form-data", true),
    ("deflate", "application/json", true), ("br", "application/json", true),
    ("identity, gzip", "application/json", true), ("gzip", "application/graphql", true),
    ("gzip", "application/graphql", false), ("zstd", "application/graphql+json", false),
  ])
  func compressedBodyIsRefusedAsUnsupportedByTheMock(
    coding: String, type: String, isEndpoint: Bool
  ) async throws {
    let request = Self.request(Self.compressed, type: type, coding: coding)
    let detail =
      "The body has the Content-Encoding \"\(coding)\"; this mock doesn't support compressed bodies."
    let service = MockGraphQLService(
      .operation(.any, .data([:])), endpoints: isEndpoint ? [.of(endpoint)] : nil)
    for request in [request, Self.streaming(request)] {
      let incoming = try await service.makeSession().receive(request)
      #expect(incoming.status == 415)
      #expect(
        try MockJSON(parsing: incoming.body) == [
          "errors": [
            ["message": "Unsupported Media Type", "extensions": ["detail": .string(detail)]]
          ]
        ])
    }
    let message =
      """
      malformedRequest: Malformed GraphQL request POST \(endpoint): Unsupported Media Type: \(detail)
      """
    #expect(service.failures.map { "\($0.kind): \($0.message)" } == [message, message])
  }

  @Test(arguments: [false, true])
  func httpHandlerGetsACompressedBodyUnchanged(isEndpoint: Bool) async throws {
    let service = Self.service(stated: isEndpoint)
    let request = Self.request(Self.compressed, coding: "gzip")
    #expect(try await service.makeSession().receive(request).body == "plain")
    #expect(service.requests.map(\.urlRequest.httpBody) == [Self.compressed])
    #expect(service.failures.isEmpty)
  }

  /// GraphQL over HTTP, "GET": "Specifying the empty string for optional request parameters is equivalent to not
  /// specifying them at all"; the section "JSON Encoding" says that only of null.
  @Test func emptyNameConditionInAPOSTRequestIsAWarning() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1])))
    let session = service.makeSession()
    var bodies: [String] = []
    for name in ["", nil, "A"] as [MockJSON] {
      let body: MockJSON = ["query": "query A { a }", "operationName": name]
      bodies.append(try await session.receive(.graphQL(body)).body)
    }
    let url = URL.of(endpoint + "?query=query%20A%7Ba%7D&operationName=")
    bodies.append(try await session.receive(URLRequest(url: url)).body)
    #expect(bodies == Array(repeating: #"{"data":{"a":1}}"#, count: 4))
    let warning =
      #"an empty "operationName" means no name only in a GET request: send null or leave it out"#
    #expect(service.requests.map(\.warnings) == [[warning], [], [], []])
  }

  // MARK: Forms of Unicode

  @Test(arguments: [
    (String.Encoding.utf16BigEndian, [] as [UInt8], 0), (.utf16BigEndian, [0xFE, 0xFF], 0),
    (.utf16LittleEndian, [], 1), (.utf16LittleEndian, [0xFF, 0xFE], 0),
    (.utf32BigEndian, [], 0), (.utf32BigEndian, [0, 0, 0xFE, 0xFF], 0),
    (.utf32LittleEndian, [], 1), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0], 0),
  ])
  func jsonInUTF16OrUTF32IsRefused(
    encoding: String.Encoding, mark: [UInt8], offset: Int
  ) async throws {
    let request = Self.request(Data(mark) + (try #require(Self.text.data(using: encoding))))
    let fault =
      """
      Unparsable JSON body: The request body is not UTF-8 at byte \(offset); \
      other encodings and compressed bodies, for example by gzip, aren't supported.
      """
    for isEndpoint in [false, true] {
      let service = MockGraphQLService(
        .operation(.any, .data([:])), endpoints: isEndpoint ? [.of(endpoint)] : nil)
      for request in [request, Self.streaming(request)] {
        #expect(try await service.makeSession().receive(request).status == 400)
      }
      let message = "Malformed GraphQL request POST \(endpoint): \(fault)"
      #expect(service.failures.map(\.message) == [message, message], "\(isEndpoint)")
    }
  }

  // MARK: Documents and forms

  private static let readable: [(what: String, request: URLRequest, variables: MockJSON)] = {
    let text = Data(Self.text.utf8)
    var rows: [(what: String, request: URLRequest, variables: MockJSON)] = [
      (
        "a byte order mark of UTF-8", request(Data([0xEF, 0xBB, 0xBF]) + text),
        ["n": "é😀"]
      )
    ]
    let types = [nil, "application/json", "application/vnd.api+json", "APPLICATION/JSON"]
    for type in types {
      rows.append(("the media type \(type ?? "")", request(text, type: type), ["n": "é😀"]))
    }
    for coding in ["identity", "IDENTITY", "", " , identity"] {
      rows.append(("the coding \(coding)", request(text, coding: coding), ["n": "é😀"]))
    }
    let document = Data("query Hero($n: String) { hero(n: $n) } query Other { o }".utf8)
    let items = "?operationName=Hero&variables=%7B%22n%22%3A%22a+b%22%7D&query=x"
    for type in ["application/graphql", "application/graphql; charset=utf-8"] {
      rows.append((type, request(document, type: type, items: items), ["n": "a b"]))
    }
    let forms: [(body: String, variables: MockJSON)] = [
      (
        """
        query=query+Hero%28%24n%3A+String%29+%7B+hero%28n%3A+%24n%29+%7D\
        &variables=%7B%22n%22%3A%221%22%7D
        """, ["n": "1"]
      ),
      ("operationName=Hero&query=query Hero{hero}query Other{o}&variables=", [:]),
    ]
    let type = "application/x-www-form-urlencoded; charset=UTF-8"
    for (body, variables) in forms {
      rows.append(("the form \(body)", request(Data(body.utf8), type: type), variables))
    }
    return rows
  }()

  @Test(arguments: readable)
  func requestInAnyFormThatIsReadIsAnswered(
    what: String, request: URLRequest, variables: MockJSON
  ) async throws {
    for stated in [false, true] {
      let service = Self.service(stated: stated)
      #expect(try await service.makeSession().receive(request).body == Self.answer)
      #expect(service.requests.map(\.operation.variables) == [variables])
    }
  }

  @Test func invalidDocumentAsTheWholeBodyIsRefused() async throws {
    let service = MockGraphQLService(.query("Hero", .data(["hero": nil])))
    let incoming = try await service.makeSession().receive(
      Self.request(Data("shoes and socks".utf8), type: "application/graphql"))
    #expect(
      incoming.body
        == #"{"errors":[{"locations":[{"column":1,"line":1}],"message":"Syntax Error: Unexpected Name \"shoes\"."}]}"#
    )
  }

  @Test(arguments: [
    ("query={a}&query={b}", "Invalid query", #"The query item "query" appears twice in the URL."#),
    (
      "query={a}&variables=[]", "Invalid variables",
      #"The query item "variables" must be an object."#
    ),
    (
      "query={a}&variables=%7", "Invalid variables",
      """
      The query item "variables" is not valid JSON: Invalid JSON at line 1, column 1 (byte 0): \
      expected a value, found "%".
      """
    ),
    (
      "variables={}", "Missing query",
      #"The request has no "query", no "documentId" and no "extensions.persistedQuery"."#
    ),
  ])
  func anInvalidFormIsRefused(body: String, message: String, detail: String) async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])), endpoints: [.of(endpoint)])
    let incoming = try await service.makeSession().receive(
      Self.request(Data(body.utf8), type: "application/x-www-form-urlencoded"))
    #expect(incoming.status == 400)
    #expect(
      service.failures.map(\.message) == [
        "Malformed GraphQL request POST https://example.invalid/graphql: \(message): \(detail)"
      ])
  }

  // MARK: Media types

  @Test(arguments: ["text/plain", "application/xml", "Text/Plain; charset=utf-8"])
  func aMediaTypeThatIsNotReadGets415(type: String) async throws {
    let request = Self.request(Data(Self.text.utf8), type: type)
    let service = MockGraphQLService(.query("Hero", .data([:])), endpoints: [.of(endpoint)])
    let incoming = try await service.makeSession().receive(request)
    #expect(incoming.status == 415)
    let name = type.contains("xml") ? "application/xml" : "text/plain"
    let detail =
      """
      The Content-Type "\(name)" isn't supported. Services accept application/json, \
      multipart/form-data, application/graphql and application/x-www-form-urlencoded.
      """
    #expect(
      service.failures.map(\.message) == [
        """
        Malformed GraphQL request POST https://example.invalid/graphql: Unsupported Media Type: \
        It was sent to the endpoint, but the Content-Type "\(name)" isn't supported. \
        Services accept application/json, multipart/form-data, application/graphql and \
        application/x-www-form-urlencoded.
        """
      ])
    #expect(
      try MockJSON(parsing: incoming.body) == [
        "errors": [
          ["message": "Unsupported Media Type", "extensions": ["detail": .string(detail)]]
        ]
      ])
    // Without an endpoint it is plain HTTP.
    let plain = Self.service()
    #expect(try await plain.makeSession().receive(request).body == "plain")
  }

  @Test func extensionsAndNullVariablesAreKeptAsSent() throws {
    let request = try URLRequest.graphQL(["query": "{ a }", "extensions": ["k": [1, 2]]])
    #expect(try OperationRequest(request).extensions == ["k": [1, 2]])
    let other = try OperationRequest(URLRequest.graphQL(["query": "{ a }"]))
    #expect(other.extensions == [:])
    let items = "query=%7Ba%7D&variables=null&extensions=null"
    let operation = try OperationRequest(URLRequest(url: .of("\(endpoint)?\(items)")))
    #expect(operation.variables == [:])
    #expect(operation.rawVariables == Data("null".utf8))
  }
}
