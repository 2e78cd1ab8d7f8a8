import Foundation

/// The encoded content of a response, which copies of the response share.
final class EncodedBody: Sendable {
  private let known: MadeOnce<Result<Data, ResponseWritingError>>
  /// Tells the contents of a process apart, also those that are gone.
  let number = EncodedBody.lastNumber.withLock { $0.next() }
  private static let lastNumber = Locked(0)

  init(_ bytes: Data? = nil) { known = MadeOnce(bytes.map { .success($0) }) }

  var isKnown: Bool { known.made != nil }

  /// - Parameter encode: Makes the bytes. User values have been encoded already.
  func bytes(
    _ encode: () throws(ResponseWritingError) -> Data
  ) throws(ResponseWritingError) -> Data {
    try known.value { Result(catching: encode) }.get()
  }
}
