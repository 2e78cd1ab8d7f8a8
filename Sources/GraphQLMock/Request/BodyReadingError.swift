import Foundation

indirect enum BodyReadingError: Error, Sendable, Hashable {
  case streamFailed(after: Int, reason: String?)
  case fileFailed(after: Int, reason: String)
  case cancelled(after: Int)
  case invisibleUpload
}

extension BodyReadingError: CustomStringConvertible, LocalizedError {
  var description: String {
    switch self {
    case .streamFailed(let after, let reason):
      "The body stream of the request failed after \(after) bytes"
        + (reason.map { ": \($0)" } ?? ".")
    case .fileFailed(let after, let reason):
      "The body of the request can't be kept in a temporary file after \(after) bytes: \(reason)"
    case .cancelled(let after):
      "The request ended when \(after) bytes of its body had been read."
    case .invisibleUpload:
      """
      The body of an upload task can't be read on this platform; set httpBody and use data(for:).
      """
    }
  }

  var errorDescription: String? { description }
}
