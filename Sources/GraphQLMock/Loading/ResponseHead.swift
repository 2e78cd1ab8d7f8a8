import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ExchangeResponse {
  /// The head that the URL loading system wants, or nil if Foundation refuses the URL or the fields.
  func head(for request: URLRequest) -> HTTPURLResponse? {
    guard let url = url ?? request.url else { return nil }
    return LatestHeads.shared.head(url, status, headers)
  }
}

/// The heads that were made lately, for mocks send the same few again and again.
///
/// On Linux making one took longer than all else that happens to a request: Foundation takes the media
/// type apart. They can't be changed, so that several clients may have one and the same.
private final class LatestHeads: @unchecked Sendable {
  static let shared = LatestHeads()

  private struct Known {
    let url: URL
    let status: Int
    let headers: [String: String]
    let head: HTTPURLResponse
  }

  private let lock = NSLock()
  private var latest: [Known] = []

  private static let limit = 4

  func head(_ url: URL, _ status: Int, _ headers: [String: String]) -> HTTPURLResponse? {
    let known = lock.withLock {
      latest.first { $0.status == status && $0.headers == headers && $0.url == url }?.head
    }
    if let known { return known }
    guard
      let head = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { return nil }
    lock.withLock {
      if latest.count == Self.limit { latest.removeFirst() }
      latest.append(Known(url: url, status: status, headers: headers, head: head))
    }
    return head
  }
}
