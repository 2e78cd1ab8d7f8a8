import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RequestBodyTests {
  private static let text = #"{"query":"{ a }","variables":{"text":"\#(filler)"}}"#
  // The last of the chunks, which have 65,536 bytes, is a single byte.
  private static let filler = String(
    repeating: "0", count: 5 * 65_536 + 1 - #"{"query":"{ a }","variables":{"text":""}}"#.utf8.count
  )

  @Test func aStreamIsReadToItsEnd() throws {
    let body = Data(Self.text.utf8)
    #expect(try RequestBody.stream(InputStream(data: body)).read().get() == body)
  }

  @Test func readingStopsBetweenChunksWhenTheRequestHasEnded() throws {
    let stream = InputStream(data: Data(Self.text.utf8))
    var asked = 0
    let result = RequestBody.stream(stream).read {
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
      RequestBody.ReadingError.invisibleUpload.localizedDescription == """
        The body of an upload task can't be read on this platform; \
        set httpBody and use data(for:).
        """)
  }
}
