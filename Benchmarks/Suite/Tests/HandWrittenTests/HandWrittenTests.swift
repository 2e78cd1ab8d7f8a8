import Foundation
import SuiteSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What people write by hand: every request gets the same bytes.
final class HandWrittenProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url,
      let head = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1",
        headerFields: ["Content-Type": "application/json"])
    else { return }
    client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(Suite.answer.utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}

  static func makeSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [HandWrittenProtocol.self]
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }
}

@Suite struct HandWrittenSwiftTesting {
  @Test(arguments: 0..<Suite.testCount) func test(_ number: Int) async throws {
    #expect(try await Suite.send(through: HandWrittenProtocol.makeSession()))
  }
}

final class HandWrittenXCTest: XCTestCase {
  func test() async throws {
    for _ in 0..<Suite.testCount {
      let isRight = try await Suite.send(through: HandWrittenProtocol.makeSession())
      XCTAssert(isRight)
    }
  }
}
