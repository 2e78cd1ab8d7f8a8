import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RequestBodyReaderTests {
  private static let text = #"{"query":"{ a }","variables":{"text":"\#(filler)"}}"#
  // The last of the chunks, which have 65,536 bytes, is a single byte.
  private static let filler = String(
    repeating: "0", count: 5 * 65_536 + 1 - #"{"query":"{ a }","variables":{"text":""}}"#.utf8.count
  )

  /// The length of the request's field is only a hint.
  @Test(
    arguments: [
      (1 << 20, nil), (200_000, nil), (65_536, nil), (0, nil), (1 << 22, 0), (1 << 22, -1),
      (1 << 22, 7), (1 << 22, 300_000), (1 << 22, .max),
    ] as [(Int, Int?)])
  func aBodyIsTheSameInMemoryAndInAFile(bodyLimit: Int, length: Int?) throws {
    let body = try read(Data(Self.text.utf8), length: length, bodyLimit: bodyLimit).get()
    #expect(body.data == Data(Self.text.utf8))
    var request = RequestParameters()
    request.query = ContiguousArray("{ a }".utf8)
    request.variables = Data("{\"text\":\"\(Self.filler)\"}".utf8)
    #expect(body.decoded == .success(request))
  }

  @Test func temporaryFileIsDeletedOnceMappedOrWhenReadingStops() throws {
    let folder = try TemporaryFolder()
    var permissions: [[Int?]] = []
    for chunks in [2, .max] {
      var left = chunks
      let result = RequestBodyReader.read(
        InputStream(data: Data(Self.text.utf8)), of: try request(), bodyLimit: 100,
        in: folder.url
      ) {
        left -= 1
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? [] {
          let path = folder.url.appendingPathComponent(name).path
          permissions.append(
            [path, path + "/body"].map {
              (try? FileManager.default.attributesOfItem(atPath: $0))?[.posixPermissions] as? Int
            })
        }
        return left < 0
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
      if chunks == .max { #expect(try result.get().data == Data(Self.text.utf8)) }
    }
    // Only the user of the process may read them.
    #expect(Set(permissions) == [[0o700, 0o600]])
  }

  @Test func privateFolderThatMustBeNewIsNotMadeTwice() throws {
    let folder = try TemporaryFolder()
    try PrivateFile.makeFolder(at: folder.url)
    #expect(throws: (any Error).self) { try PrivateFile.makeFolder(at: folder.url, isNew: true) }
  }

  @Test func bodyDecodedWhileReadingIsNotDecodedAgain() throws {
    var request = URLRequest(url: try #require(URL(string: "https://example.com/graphql")))
    request.httpMethod = "POST"
    var decoder = JSONBodyDecoder()
    let other = Data(#"{"query":"{ other }"}"#.utf8)
    decoder.push(other.span)
    let body = RequestBody.Received(
      data: Data(#"{"query":"{ a }"}"#.utf8), decoded: decoder.finish(body: other))
    let incoming = IncomingRequest(
      request, body: .success(body), isGraphQL: nil, documents: DocumentCache())
    #expect(incoming.operation?.document == "{ other }")
    #expect(incoming.urlRequest.httpBody == body.data)
  }

  @Test func aBodyOfAnotherTypeOrWithoutBytesIsKeptAndNotDecoded() throws {
    let empty = BodyError(problem: .empty, offset: 0)
    let rows: [(type: String, body: String, decoded: Result<RequestParameters?, BodyError>?)] = [
      ("application/graphql", "{ a }", nil), ("multipart/form-data; boundary=a", "{ a }", nil),
      ("application/json", "", .failure(empty)),
    ]
    for (type, text, decoded) in rows {
      let body = try read(Data(text.utf8), type: type).get()
      #expect(body.data == Data(text.utf8) && body.decoded == decoded, "\(type)")
    }
  }

  @Test func readingStopsBetweenChunksWhenTheRequestHasEnded() throws {
    let stream = InputStream(data: Data(Self.text.utf8))
    var asked = 0
    let result = RequestBodyReader.read(stream, of: try request()) {
      asked += 1
      return asked > 2
    }
    guard case .failure(let error) = result else {
      Issue.record("the body was read")
      return
    }
    #expect(error.description == "The request ended when 131072 bytes of its body had been read.")
    #expect(stream.streamStatus == .closed)
  }

  @Test func readingErrorsHaveDescriptions() {
    let errors: [RequestBody.ReadingError] = [
      .streamFailed(after: 7, reason: "Gone."), .fileFailed(after: 7, reason: "No space left."),
    ]
    #expect(
      errors.map(\.description) == [
        "The body stream of the request failed after 7 bytes: Gone.",
        """
        The body of the request can't be kept in a temporary file after 7 bytes: \
        No space left.
        """,
      ])
    #expect(
      RequestBody.ReadingError.invisibleUpload.localizedDescription == """
        The body of an upload task can't be read on this platform; \
        set httpBody and use data(for:).
        """)
  }

  private func read(
    _ body: Data, type: String = "application/json", length: Int? = nil,
    bodyLimit: Int = RequestBodyReader.bodyLimit
  ) throws -> Result<RequestBody.Received, RequestBody.ReadingError> {
    let request = try request(type: type, length: length)
    return RequestBodyReader.read(InputStream(data: body), of: request, bodyLimit: bodyLimit)
  }

  private func request(type: String = "application/json", length: Int? = nil) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://example.com/graphql")))
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    request.setValue(length.map { "\($0)" }, forHTTPHeaderField: "Content-Length")
    return request
  }
}
