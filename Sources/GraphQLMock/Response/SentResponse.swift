public import Foundation

/// An HTTP response that a client received.
public struct SentResponse: Sendable, Equatable {
  /// The HTTP status code, from 100 through 599 (RFC 9110, section 15).
  public let status: Int
  /// The header fields, with their names in the original case.
  public let headers: HeaderFields
  /// The bytes of the body, or empty data if the journal didn't keep the body.
  public let body: Data
  /// The length of the body in bytes, even if the journal didn't keep the body.
  public let bodyLength: Int

  /// The final URL after redirects, or nil if it's the same as the URL of the request.
  let url: URL?
  /// The size and the delay of each chunk of the body, or an empty array if the body arrived at once.
  var chunks: [ResponseStream.SentChunk] = []
  /// The error of a real request. If it broke off the body, there's also a status; otherwise the status is 0.
  var failure: URLError.Code?
  /// The length of the body that isn't sent because the request has the method HEAD.
  var omittedLength: Int?
  var isNonHTTP = false

  var contentType: String? { headers["Content-Type"] }

  /// A Boolean value that indicates whether the status rules out a body (RFC 9110, section 6.4.1).
  var hasNoBody: Bool { status < 200 || status == 204 || status == 304 }

  init(status: Int, headers: HeaderFields, body: Data, url: URL? = nil, bodyLength: Int? = nil) {
    self.url = url
    self.status = status
    self.headers = headers
    self.body = body
    self.bodyLength = bodyLength ?? body.count
  }

  /// Returns the response as the journal keeps it. The properties that describe a body are dropped with it.
  func keeping(bodyLimit: Int) -> SentResponse {
    guard bodyLength > bodyLimit else { return self }
    return Self(status: status, headers: headers, body: Data(), url: url, bodyLength: bodyLength)
  }

  /// Returns whether two responses have the same status, header fields, body and final URL.
  public static func == (left: SentResponse, right: SentResponse) -> Bool {
    left.status == right.status && left.headers == right.headers && left.body == right.body
      && left.bodyLength == right.bodyLength && left.url == right.url
  }

  /// The body as JSON, or nil if it isn't well-formed JSON.
  public var json: MockJSON? { try? MockJSON(parsing: body) }
}

extension HeaderFields {
  /// The header fields as a JSON object, in which a name that occurs several times has a list of values.
  var json: MockJSON {
    .object(
      of: byName.map { name, values in
        (name, values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) }))
      })
  }
}
