import Foundation

/// A value that is created once, by the first thread that needs it, while other threads wait.
///
/// The closure that creates the value may wait only for files and for other values of this type.
final class OnceValue<Value: Sendable>: Sendable {
  private let known: Locked<Value?>
  // If `make` asks for this value itself, its thread doesn't wait. The inner value is kept, and the outer one dropped.
  private let making = NSRecursiveLock()

  init(_ value: Value? = nil) { known = Locked(value) }

  var made: Value? { known.withLock { $0 } }

  func value(_ make: () -> Value) -> Value {
    if let made { return made }
    return making.withLock {
      if let made { return made }
      let new = make()
      return known.withLock { $0.orStoring(new) }
    }
  }
}

struct OnceValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Locked<[Key: OnceValue<Value>]>([:])

  func made(_ key: Key) -> Value? { values.withLock { $0[key] }?.made }

  func value(for key: Key, _ make: () -> Value) -> Value {
    values.withLock { $0[key].orStoring(OnceValue()) }.value(make)
  }
}
