import Foundation

/// A value that a lock protects, used because `Mutex` needs newer Apple systems than this package supports.
package final class Locked<Value>: @unchecked Sendable {
  // `@unchecked` is safe, because the value is used only under the lock.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Calls a closure while the lock is held, so the closure must not block, call closures of a test, or lock the same
  /// value again. The compiler doesn't check that the result has no reference to mutable state.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

extension Optional {
  /// Returns the value, after storing a new one if there is none.
  mutating func orStoring(_ new: @autoclosure () -> Wrapped) -> Wrapped {
    let value = self ?? new()
    self = value
    return value
  }
}

extension Int {
  /// Adds 1, and returns the result.
  package mutating func next() -> Int {
    self += 1
    return self
  }
}
