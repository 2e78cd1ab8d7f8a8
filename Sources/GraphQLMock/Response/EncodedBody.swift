import Foundation

/// The bytes of a response's content, encoded the first time and shared by the copies of the response.
final class EncodedBody: Sendable {
  private let known: Locked<Data?>
  private let fitting = Locked<(any AnyObject & Sendable)?>(nil)

  /// - Parameter bytes: The bytes, if they are known already.
  init(_ bytes: Data? = nil) { known = Locked(bytes) }

  /// What the content was last found to fit.
  var fits: (any AnyObject & Sendable)? {
    get { fitting.withLock { $0 } }
    set { fitting.withLock { $0 = newValue } }
  }

  /// The bytes.
  /// - Parameter encode: Makes them; two threads may do so at once.
  func bytes(
    _ encode: () throws(ResponseWritingError) -> Data
  ) throws(ResponseWritingError) -> Data {
    if let bytes = known.withLock({ $0 }) { return bytes }
    let made = try encode()
    known.withLock { $0 = made }
    return made
  }
}
