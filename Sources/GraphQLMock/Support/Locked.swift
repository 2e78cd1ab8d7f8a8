import Foundation

/// `Mutex` needs newer Apple systems than this package supports.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the lock guards the value, which leaves it only as what a closure returns.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// The closure must not block or call user code.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

extension Int {
  mutating func next() -> Int {
    self += 1
    return self
  }
}
