import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What goes to the client in the end: a whole HTTP response, or an error of the URL loading system.
enum Reply: Sendable {
  case response(ExchangeResponse)
  /// The response of the real network.
  case relayed(ExchangeResponse)
  case failure(URLError)

  /// The response; nil for an error.
  var response: ExchangeResponse? {
    switch self {
    case .response(let response), .relayed(let response): response
    case .failure: nil
    }
  }
}
