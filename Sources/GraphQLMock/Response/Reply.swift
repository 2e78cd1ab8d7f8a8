import Foundation

enum Reply: Sendable {
  case response(ExchangeResponse)
  case relayed(ExchangeResponse)
  case stream(Reply.Streamed)
  case failure(URLError)

  var response: ExchangeResponse? {
    switch self {
    case .response(let response), .relayed(let response): response
    case .stream(let streamed): streamed.head
    case .failure: nil
    }
  }

  var chunks: ReplyStream? { if case .stream(let streamed) = self { streamed.chunks } else { nil } }

  struct Streamed: Sendable {
    let status: Int
    let headers: HeaderFields
    let chunks: ReplyStream
    var isRelayed = false

    var taken: ExchangeResponse { response(chunks.taken) }

    /// The response with all bytes that were sent, even if the client hasn't received all of them yet.
    var sent: ExchangeResponse { response(chunks.sent) }

    private func response(_ body: (bytes: Data, count: Int)) -> ExchangeResponse {
      var response = ExchangeResponse(
        status: status, headers: headers, body: body.bytes, bodyLength: body.count)
      response.chunks = chunks.sentChunks
      return response
    }

    var head: ExchangeResponse { ExchangeResponse(status: status, headers: headers, body: Data()) }
  }
}
