import Foundation

/// What a chunk of ``StreamFormat/payloads`` stands for.
enum StreamedPayload: Sendable, Hashable {
  /// No errors and no news.
  case heartbeat
  /// The list of errors that ends a subscription from outside of its operation, as JSON.
  case errors(Data)
  /// A result, as JSON.
  case result(Data)

  init(_ chunk: Data) {
    if chunk == StreamFormat.payloads.heartbeat {
      self = .heartbeat
    } else if chunk.starts(with: Data("{\"errors\":".utf8)),
      let json = try? MockJSON(parsing: chunk), json.hasMember("payload"),
      let errors = try? json["errors"].encoded()
    {
      self = .errors(errors)
    } else {
      self = .result(chunk)
    }
  }
}
