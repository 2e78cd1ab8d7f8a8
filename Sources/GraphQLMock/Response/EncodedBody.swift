import Foundation

/// The bytes of a response's content, encoded the first time and shared by the copies of the response.
final class EncodedBody: @unchecked Sendable {
  private let lock = NSLock()
  private var bytes: Data?

  /// The bytes.
  /// - Parameter encode: Makes them; two threads may do so at once.
  func bytes(
    _ encode: () throws(ResponseWritingError) -> Data
  ) throws(ResponseWritingError) -> Data {
    if let bytes = lock.withLock({ bytes }) { return bytes }
    let made = try encode()
    lock.withLock { bytes = made }
    return made
  }
}
