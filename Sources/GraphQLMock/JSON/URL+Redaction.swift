import Foundation

extension URL {
  /// The URL without user, password and secrets of the query, the path and the fragment.
  var redactedForMessages: String {
    let strings = JSONRedaction(.messages)
    let url = SecretURL(rules: .messages, log: nil) {
      strings.string($1, SecretScope(), name: $0)
    }
    return String(decoding: url.url(ContiguousArray(absoluteString.utf8)), as: UTF8.self)
  }
}
