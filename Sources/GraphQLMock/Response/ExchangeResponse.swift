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

  /// The final URL after redirects, or nil if it's the URL of the request.
  let url: URL?
  /// The sizes and delays of the body's chunks, or an empty array if the body arrived at once.
  var chunks: [ReplyStream.SentChunk] = []
  /// The network error of a request that got no response.
  var failure: URLError.Code?
  /// A Boolean value that indicates whether clients receive a `URLResponse` that isn't an `HTTPURLResponse`.
  var isNonHTTP = false

  var contentType: String? { headers["Content-Type"] }

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

extension HeaderFields {
  /// The fields as fixture files have them: each name has a string, or a list if several fields have this name.
  var json: MockJSON {
    .object(
      Dictionary(
        uniqueKeysWithValues: byName.map { name, values in
          (name, values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) }))
        }))
  }
}
