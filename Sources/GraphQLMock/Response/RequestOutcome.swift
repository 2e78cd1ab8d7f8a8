import Foundation

enum RequestOutcome: Sendable {
  case response(SentResponse)
  /// A response of the real service, which the journal counts as passed through.
  case relayed(SentResponse)
  case stream(RequestOutcome.Streamed)
  case failure(URLError)

  var response: SentResponse? {
    switch self {
    case .response(let response), .relayed(let response): response
    case .stream(let streamed): streamed.head
    case .failure: nil
    }
  }

  /// The chunks of a streamed response, or nil for a response with its whole body and for a failure.
  var chunks: ResponseStream? {
    if case .stream(let streamed) = self { streamed.chunks } else { nil }
  }

  struct Streamed: Sendable {
    let status: Int
    let headers: HeaderFields
    let chunks: ResponseStream
    var isRelayed = false

    var taken: SentResponse { response(chunks.taken) }

    /// The response with all bytes that were sent, even if the client hasn't received all of them yet.
    var sent: SentResponse { response(chunks.sent) }

    private func response(_ body: (bytes: Data, count: Int)) -> SentResponse {
      var response = SentResponse(
        status: status, headers: headers, body: body.bytes, bodyLength: body.count)
      response.chunks = chunks.sentChunks
      return response
    }

    var head: SentResponse { SentResponse(status: status, headers: headers, body: Data()) }
  }
}
