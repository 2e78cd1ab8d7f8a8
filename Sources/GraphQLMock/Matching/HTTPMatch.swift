// What a handler asks of an HTTP request, whatever its body is.

import Foundation

struct HTTPMatch: Sendable {
  var host: String?
  var path: String?

  func matches(_ url: URL?) -> Bool {
    guard let url else { return false }
    if let host {
      guard let actual = url.host, actual.equalsIgnoringASCIICase(host) else { return false }
    }
    if let path {
      return url.path(percentEncoded: false).utf8.elementsEqual(path.utf8)
        || url.path(percentEncoded: true).utf8.elementsEqual(path.utf8)
    }
    return true
  }
}
