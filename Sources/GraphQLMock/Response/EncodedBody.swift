import Foundation

/// Copies of a response share it, so that the content is encoded once.
final class EncodedBody: Sendable {
  private let known: MadeOnce<Result<Data, ResponseWritingError>>
  /// Unique in the process, even after the object is gone.
  let number = EncodedBody.lastNumber.withLock { $0.next() }
  private static let lastNumber = Locked(0)

  init(_ bytes: Data? = nil) { known = MadeOnce(bytes.map { .success($0) }) }

  var isKnown: Bool { known.made != nil }

  /// - Parameter encode: Runs no user code, because user values have been encoded already.
  func bytes(
    _ encode: () throws(ResponseWritingError) -> Data
  ) throws(ResponseWritingError) -> Data {
    try known.value { Result(catching: encode) }.get()
  }
}
