public import Foundation

/// An HTTP response that a client received.
public struct ExchangeResponse: Sendable, Equatable {
  /// The status code, 100 to 599 (RFC 9110, section 15).
  public let status: Int
  /// The header fields, with their names in the original case.
  public let headers: HeaderFields
  /// The bytes of the body; in a journal, empty if the body exceeds the journal's limit.
  public let body: Data
  /// The length of the body in bytes, even if the journal didn't keep the body.
  public let bodyLength: Int

  /// The final URL after redirects, or nil for the request's own.
  let url: URL?
  /// Empty if the body arrived at once.
  var chunks: [ReplyStream.SentChunk] = []
  /// Set if there is no response.
  var failure: URLError.Code?
  /// Whether a client receives a `URLResponse` of another class.
  var isNonHTTP = false

  var contentType: String? { headers["Content-Type"] }

  /// - Parameter bodyLength: The length of the whole body, if `body` was cut.
  init(
    status: Int, headers: HeaderFields, body: Data, url: URL? = nil, bodyLength: Int? = nil
  ) {
    self.url = url
    self.status = status
    self.headers = headers
    self.body = body
    self.bodyLength = bodyLength ?? body.count
  }

  func keeping(bodyLimit: Int) -> ExchangeResponse {
    guard bodyLength > bodyLimit else { return self }
    return ExchangeResponse(
      status: status, headers: headers, body: Data(), url: url, bodyLength: bodyLength)
  }

  /// Returns whether two responses are equal, regardless of the times of their chunks.
  public static func == (left: ExchangeResponse, right: ExchangeResponse) -> Bool {
    left.status == right.status && left.headers == right.headers && left.body == right.body
      && left.bodyLength == right.bodyLength && left.url == right.url
  }

  /// The body as JSON, or nil if it isn't well-formed JSON.
  public var json: MockJSON? { try? MockJSON(parsing: body) }
}
