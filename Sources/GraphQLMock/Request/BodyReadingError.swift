import Foundation

/// Why the body of a request could not be read.
indirect enum BodyReadingError: Error, Sendable, Hashable {
  /// The stream broke off.
  case streamFailed(after: Int, reason: String?)
  /// The body is too long for the memory, and can't be kept in a temporary file.
  case fileFailed(after: Int, reason: String)
  /// The request ended, so that nobody needs the rest.
  case cancelled(after: Int)
  /// The request belongs to an upload task, whose body the platform does not show.
  case invisibleUpload
}

extension BodyReadingError: CustomStringConvertible, LocalizedError {
  /// What went wrong, and what to do.
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
      The body of an upload task can't be seen on this platform; set httpBody and use data(for:).
      """
    }
  }

  var errorDescription: String? { description }
}
