import Foundation

/// The encoded bytes of a response, shared by all copies of the response, so that they're encoded only once.
final class EncodedBody: Sendable {
  private let known: MadeOnce<Result<Data, ResponseWritingError>>
  /// The key of the body in caches, which is unique in the process, even after the object is deallocated.
  let number = EncodedBody.lastNumber.withLock { $0.next() }
  private static let lastNumber = Locked(0)

  init(_ bytes: Data? = nil) { known = MadeOnce(bytes.map { .success($0) }) }

  var isKnown: Bool { known.made != nil }

  /// - Parameter encode: The encoding, for which other threads wait. It runs no code of a test.
  func bytes(
    _ encode: () throws(ResponseWritingError) -> Data
  ) throws(ResponseWritingError) -> Data {
    try known.value { Result(catching: encode) }.get()
  }
}
