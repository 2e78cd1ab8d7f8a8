import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// WebSockets that a client opens through a session.
struct WebSocketClaimTests {
  /// Whether it's a WebSocket, and whether it's claimed by each policy and without one.
  private func decisions(_ url: String) -> [Bool] {
    let policies: [UnhandledPolicy?] = [.fail, .respond(.status(404)), nil, .passThrough]
    return [WebSocketClaim.isWebSocket(.of(url))]
      + policies.map { WebSocketClaim.isClaimed(.of(url), $0) }
  }

  @Test func webSocketToAnotherHostIsClaimedAndOneToThisMachineIsNot() {
    for url in [
      "wss://shop.example/s", "WS://shop.example", "ws://127.example.com/", "ws://1270.0.0.1/",
      "ws://localhost.example/", "ws://10.0.0.1/", "ws://127.0.0/", "ws:",
    ] {
      #expect(decisions(url) == [true, true, true, true, false], "\(url)")
    }
    for url in [
      "ws://localhost:4000/", "wss://LOCALHOST/", "ws://api.localhost/", "ws://127.0.0.1/",
      "ws://127.1.2.3:80/", "ws://[::1]:80/",
    ] {
      #expect(decisions(url) == [true, false, false, false, false], "\(url)")
    }
    for url in ["https://shop.example/", "wsx://shop.example/", "/ws", "file:///ws"] {
      #expect(!WebSocketClaim.isWebSocket(.of(url)), "\(url)")
    }
    #expect(!WebSocketClaim.isWebSocket(nil))
  }

  /// RFC 6455, section 4.1: the value of `Upgrade` is compared without case.
  @Test func handshakeOverHTTPIsAWebSocket() {
    var request = URLRequest(url: .of("http://shop.example/s"))
    #expect(!WebSocketClaim.isHandshake(request))
    request.setValue("h2c", forHTTPHeaderField: "Upgrade")
    #expect(!WebSocketClaim.isHandshake(request))
    request.setValue("WebSocket", forHTTPHeaderField: "upgrade")
    #expect(WebSocketClaim.isHandshake(request))
    #expect(WebSocketClaim.isHandshake(URLRequest(url: .of("wss://shop.example/s"))))
  }

  #if canImport(FoundationNetworking)
    @Test func webSocketsAreNotClaimedOnLinux() {
      let service = MockGraphQLService()
      let socket = URLRequest(url: .of("wss://shop.example/"))
      #expect(!service.protocolClass.canInit(with: socket))
      #expect(service.protocolClass.canInit(with: URLRequest(url: .of("https://shop.example/"))))
    }
  #endif

  @Test func claimedWebSocketFailsTheTest() {
    let service = MockGraphQLService()
    let client = FailureRecorder()
    let load = service.protocolClass.init(
      request: URLRequest(url: .of("wss://shop.example/s")), cachedResponse: nil, client: client)
    load.startLoading()
    let message = """
      A WebSocket task to shop.example can't be answered, because no URLProtocol can carry one. Give \
      the client `service.sockets.webSocketTask(with:)` instead, let it connect to a server on 127.0.0.1, \
      or let it through with `unhandled: .passThrough`.
      """
    #expect(service.failures.map(\.kind) == [.unhandledRequest])
    #expect(service.failures.map(\.message) == [message])
    let error = client.wait()
    #expect(error?.code == .resourceUnavailable)
    #expect(error?.localizedDescription == message)
    #expect(service.requests.isEmpty)
  }
}

/// A client of the URL loading system that waits for a failure.
private final class FailureRecorder: NSObject, URLProtocolClient, @unchecked Sendable {
  // Unchecked: the lock guards the error.
  private let lock = NSLock()
  private var error: URLError?
  private let arrived = DispatchSemaphore(value: 0)

  /// The error of the request; nil if there isn't one within ten seconds.
  func wait() -> URLError? {
    guard arrived.wait(timeout: .now() + 10) == .success else { return nil }
    return lock.withLock { error }
  }

  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
    lock.withLock { self.error = error as? URLError }
    arrived.signal()
  }

  func urlProtocol(_: URLProtocol, wasRedirectedTo _: URLRequest, redirectResponse _: URLResponse) {
  }
  func urlProtocol(_: URLProtocol, cachedResponseIsValid _: CachedURLResponse) {}
  func urlProtocol(
    _: URLProtocol, didReceive _: URLResponse, cacheStoragePolicy _: URLCache.StoragePolicy
  ) {}
  func urlProtocol(_: URLProtocol, didLoad _: Data) {}
  func urlProtocolDidFinishLoading(_: URLProtocol) {}
  func urlProtocol(_: URLProtocol, didReceive _: URLAuthenticationChallenge) {}
  func urlProtocol(_: URLProtocol, didCancel _: URLAuthenticationChallenge) {}
}
