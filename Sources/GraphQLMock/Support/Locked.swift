import Foundation

/// A value that several threads change, one at a time.
///
/// `Mutex` needs releases of Apple's systems that are newer than those this package supports.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the lock guards the value, which leaves it only as what a closure returns.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Runs a closure that may change the value; it must neither block nor call code of the user.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

extension Int {
  /// The next number, of what is numbered from 1 on.
  mutating func next() -> Int {
    self += 1
    return self
  }
}
