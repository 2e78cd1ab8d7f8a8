import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ExchangeResponse {
  /// The head that the URL loading system wants, or nil if Foundation refuses the URL or the fields.
  func head(for request: URLRequest) -> HTTPURLResponse? {
    guard let url = url ?? request.url else { return nil }
    return ResponseHead.latest.value(for: ResponseHead(url: url, status: status, headers: headers))
    {
      HTTPURLResponse(
        url: $0.url, statusCode: $0.status, httpVersion: "HTTP/1.1", headerFields: $0.headers)
    }
  }
}

/// What a head is made of.
private struct ResponseHead: Equatable, Sendable {
  let url: URL
  let status: Int
  let headers: [String: String]

  static func == (left: ResponseHead, right: ResponseHead) -> Bool {
    // What is cheap first: URLs are compared by their text.
    left.status == right.status && left.headers == right.headers && left.url == right.url
  }

  /// The heads that were made lately, for mocks send the same few again and again.
  ///
  /// On Linux making one took longer than all else that happens to a request: Foundation takes the
  /// media type apart. They can't be changed, so that several clients may have one and the same.
  static let latest = SmallCache<ResponseHead, HTTPURLResponse?>()
}
