import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What goes to the client in the end: an HTTP response, or an error of the URL loading system.
enum Reply: Sendable {
  case response(ExchangeResponse)
  /// The response of the real network.
  case relayed(ExchangeResponse)
  /// A response whose body comes in chunks.
  case stream(StreamedReply)
  case failure(URLError)

  /// The response, without its body where that comes in chunks; nil for an error.
  var response: ExchangeResponse? {
    switch self {
    case .response(let response), .relayed(let response): response
    case .stream(let streamed): streamed.head
    case .failure: nil
    }
  }

  /// The chunks of the body; nil for a response that is there as a whole, and for an error.
  var chunks: ReplyStream? { if case .stream(let streamed) = self { streamed.chunks } else { nil } }
}
