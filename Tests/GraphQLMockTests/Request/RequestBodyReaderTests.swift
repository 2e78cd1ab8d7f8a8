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

  @Test(arguments: [1 << 20, 200_000, 65_536, 0])
  func aBodyIsTheSameInMemoryAndInAFile(bodyLimit: Int) throws {
    let body = Data(Self.text.utf8)
    let read = RequestBodyReader.read(InputStream(data: body), bodyLimit: bodyLimit)
    #expect(try read.get() == body)
  }

  @Test func temporaryFileIsDeletedOnceMappedOrWhenReadingStops() throws {
    let folder = try TemporaryFolder()
    for chunks in [2, .max] {
      var left = chunks
      let result = RequestBodyReader.read(
        InputStream(data: Data(Self.text.utf8)), bodyLimit: 100,
        in: folder.url
      ) {
        left -= 1
        return left < 0
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
      if chunks == .max { #expect(try result.get() == Data(Self.text.utf8)) }
    }
  }

  @Test func readingStopsBetweenChunksWhenTheRequestHasEnded() throws {
    let stream = InputStream(data: Data(Self.text.utf8))
    var asked = 0
    let result = RequestBodyReader.read(stream) {
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
}
