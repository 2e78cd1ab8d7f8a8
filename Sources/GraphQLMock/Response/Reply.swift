public import Foundation

/// What goes to the client in the end: a whole HTTP response, or an error of the URL loading system.
enum Reply: Sendable {
  case response(ExchangeResponse)
  /// The response of the real network.
  case relayed(ExchangeResponse)
  case failure(URLError)
}

/// The HTTP response that a client was sent.
public struct ExchangeResponse: Sendable, Hashable {
  /// The status code, 100 to 599 (RFC 9110, section 15).
  public let status: Int
  /// The header fields; names are as they were set.
  public let headers: [String: String]
  /// The body's bytes.
  public let body: Data

  /// Where the response came from, after redirects; nil for the request's own URL.
  let url: URL?

  init(status: Int, headers: [String: String], body: Data, url: URL? = nil) {
    self.url = url
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The body as JSON, or nil when it is not well-formed JSON.
  public var json: MockJSON? { try? MockJSON(parsing: body) }
}
