// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// A stand-in for Apple's Foundation: declarations of both platforms, and the other ones that the sources use,
// according to Apple's documentation. It's a module together with CFRunLoop.swift.

@_exported import Foundation
@_exported import FoundationNetworking

// On Linux, the initializer of Foundation's class is `required`.
open class URLProtocol: NSObject {
  open class func canInit(with request: URLRequest) -> Bool { false }
  open class func canInit(with task: URLSessionTask) -> Bool {
    task.currentRequest.map { canInit(with: $0) } ?? false
  }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  open class func registerClass(_ protocolClass: AnyClass) -> Bool { false }

  public init(
    request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
  ) {
    (self.request, self.client, task) = (request, client, nil)
  }

  open private(set) var request: URLRequest
  open private(set) var client: (any URLProtocolClient)?
  open private(set) var task: URLSessionTask?

  open func startLoading() {}
  open func stopLoading() {}
}

public protocol URLProtocolClient: NSObjectProtocol {
  func urlProtocol(
    _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)
  func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)
  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy)
  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge)
  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge)
}

#if PHONE
  @available(*, unavailable, message: "iOS has no other processes.")
  public class Process {}
#endif

extension URLSession {
  public struct AsyncBytes: AsyncSequence, Sendable {
    public struct AsyncIterator: AsyncIteratorProtocol {
      public mutating func next() async throws -> UInt8? { nil }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    public var lines: AsyncThrowingStream<String, any Error> { AsyncThrowingStream { _ in } }
  }

  public func bytes(from url: URL) async throws -> (AsyncBytes, URLResponse) {
    (AsyncBytes(), try await data(from: url).1)
  }
}
