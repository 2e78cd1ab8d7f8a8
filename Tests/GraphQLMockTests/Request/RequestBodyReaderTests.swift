import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RequestBodyReaderTests {
  private static let text = #"{"query":"{ a }","variables":{"text":"\#(filler)"}}"#
  private static let filler = String(repeating: "0123456789", count: 30_000)

  @Test(arguments: [1 << 20, 200_000, 65_536, 0])
  func aBodyIsTheSameInMemoryAndInAFile(bodyLimit: Int) throws {
    let body = try read(Data(Self.text.utf8), bodyLimit: bodyLimit).get()
    #expect(body.data == Data(Self.text.utf8))
    var request = RequestParameters()
    request.query = ContiguousArray("{ a }".utf8)
    request.variables = Data("{\"text\":\"\(Self.filler)\"}".utf8)
    #expect(body.decoded == .success(request))
  }

  @Test func temporaryFileIsDeletedOnceMappedOrWhenReadingStops() throws {
    let folder = try TemporaryFolder()
    for chunks in [2, .max] {
      var left = chunks
      let result = RequestBodyReader.read(
        InputStream(data: Data(Self.text.utf8)), of: try request(), bodyLimit: 100,
        in: folder.url
      ) {
        left -= 1
        return left < 0
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
      if chunks == .max { #expect(try result.get().data == Data(Self.text.utf8)) }
    }
  }

  @Test func aFolderThatCannotBeMadeIsAnErrorAndNoCrash() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    let result = RequestBodyReader.read(
      InputStream(data: Data(Self.text.utf8)), of: try request(), bodyLimit: 100, in: file)
    guard case .failure(let error) = result else {
      Issue.record("the body was read")
      return
    }
    #expect(
      error.description.hasPrefix(
        "The body of the request can't be kept in a temporary file after 0 bytes: "))
  }

  @Test func bodyDecodedWhileReadingIsNotDecodedAgain() throws {
    var request = URLRequest(url: try #require(URL(string: "https://example.com/graphql")))
    request.httpMethod = "POST"
    var decoder = JSONBodyDecoder()
    let other = Data(#"{"query":"{ other }"}"#.utf8)
    decoder.push(other.span)
    let body = RequestBody.Received(
      Data(#"{"query":"{ a }"}"#.utf8), decoded: decoder.finish(body: other))
    let received = ReceivedRequest(
      request, body: .success(body), endpoints: [], documents: DocumentCache())
    #expect(received.operation?.document == "{ other }")
    #expect(received.urlRequest.httpBody == body.data)
  }

  @Test func aBodyOfAnotherTypeIsKeptAndNotDecoded() throws {
    for type in ["application/graphql", "multipart/form-data; boundary=a"] {
      let body = try read(Data("{ a }".utf8), type: type).get()
      #expect(body.data == Data("{ a }".utf8))
      #expect(body.decoded == nil)
    }
  }

  @Test(arguments: [0, -1, 7, 300_000, Int.max])
  func contentLengthIsOnlyAHint(length: Int) throws {
    let body = try read(Data(Self.text.utf8), length: length).get()
    #expect(body.data.count == Self.text.utf8.count)
  }

  @Test func anEmptyStreamIsAnEmptyBody() throws {
    let body = try read(Data()).get()
    #expect(body.data.isEmpty)
    #expect(body.decoded == .failure(BodyError(problem: .empty, offset: 0)))
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
    #expect(
      RequestBody.ReadingError.streamFailed(after: 7, reason: "Gone.").description
        == "The body stream of the request failed after 7 bytes: Gone.")
    #expect(
      RequestBody.ReadingError.fileFailed(after: 7, reason: "No space left.").description
        == """
        The body of the request can't be kept in a temporary file after 7 bytes: \
        No space left.
        """)
    #expect(
      RequestBody.ReadingError.invisibleUpload.localizedDescription
        == """
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
