import Foundation

/// The secrets of earlier requests and responses of a service or recorder.
final class RememberedSecrets: Sendable {
  let known = Locked(KnownSecrets())
  private let lastBatch = Locked(Data())

  /// Searches the body of a batch, unless it was searched for another of its requests.
  func search(_ batch: Data, _ search: () -> Void) {
    lastBatch.withLock { last in
      // A copy of the body has the same address, and no other has it while `last` retains the bytes. This is fast.
      guard Self.address(of: batch) != Self.address(of: last) else { return }
      search()
      last = batch
    }
  }

  private static func address(of data: Data) -> [Int] {
    data.withUnsafeBytes { [$0.count, $0.baseAddress.map(Int.init(bitPattern:)) ?? 0] }
  }
}
