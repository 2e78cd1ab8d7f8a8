import Films
import Foundation
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers every request with one response, in variables that all tests of the process share.
final class StubProtocol: URLProtocol {
  nonisolated(unsafe) static var status = 200
  nonisolated(unsafe) static var body = Data()
  nonisolated(unsafe) static var lastRequest: URLRequest?
  nonisolated(unsafe) static var requestCount = 0

  static func reset() {
    status = 200
    body = Data()
    lastRequest = nil
    requestCount = 0
  }

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    Self.lastRequest = request
    Self.requestCount += 1
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: Self.status, httpVersion: nil, headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Self.body)
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}

final class URLProtocolTests: XCTestCase {
  private func makeClient() -> FilmClient {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StubProtocol.self]
    return FilmClient(transport: URLSession(configuration: configuration))
  }

  override func setUp() { StubProtocol.reset() }
  override func tearDown() { StubProtocol.reset() }

  func testAFilmHasATitle() async throws {
    StubProtocol.body = Data(#"{"data":{"film":{"id":"7","title":"Alien"}}}"#.utf8)

    let film = try await makeClient().film("7")

    XCTAssertEqual(film, Film(id: "7", title: "Alien"))
    XCTAssertEqual(StubProtocol.requestCount, 1)
    XCTAssertEqual(StubProtocol.lastRequest?.httpMethod, "POST")
    // The test can't check which film was requested: on Apple platforms the body is a stream.
  }

  func testSignedOutUserGetsAnError() async throws {
    StubProtocol.status = 401

    do {
      _ = try await makeClient().film("7")
      XCTFail("There should be no film.")
    } catch { XCTAssertEqual(error as? FilmError, .signedOut) }
  }
}
