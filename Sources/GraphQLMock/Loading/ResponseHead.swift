import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ExchangeResponse {
  /// The head that the URL loading system wants, or nil if Foundation refuses the URL or the fields.
  func head(for request: URLRequest) -> HTTPURLResponse? {
    guard let url = url ?? request.url else { return nil }
    return HTTPURLResponse(
      url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
  }
}
