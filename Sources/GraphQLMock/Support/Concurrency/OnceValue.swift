import Foundation

/// A value that is created once, by the first thread that needs it, while other threads wait.
///
/// The closure that creates the value may wait only for files and for other values of this type, never in a circle.
final class OnceValue<Value: Sendable>: @unchecked Sendable {
  // `@unchecked` is safe, because the lock `condition` guards the mutable properties.
  private let condition = NSCondition()
  private var known: Value?
  private var maker: Thread?

  init(_ value: Value? = nil) { known = value }

  var made: Value? { condition.withLock { known } }

  func value(_ make: () -> Value) -> Value {
    if let made { return made }
    let current = Thread.current
    condition.lock()
    // If `make` asks for this value itself, its thread doesn't wait. The inner value is kept, and the outer one dropped.
    while known == nil, let maker, maker !== current { condition.wait() }
    if known == nil { maker = current }
    condition.unlock()
    if let made { return made }
    let new = make()
    return condition.withLock {
      maker = nil
      condition.broadcast()
      return known.orStoring(new)
    }
  }
}

/// Values that are created once for each key, and never removed.
struct OnceValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Locked<[Key: OnceValue<Value>]>([:])

  func made(_ key: Key) -> Value? { values.withLock { $0[key] }?.made }

  func value(for key: Key, _ make: () -> Value) -> Value {
    values.withLock { $0[key].orStoring(OnceValue()) }.value(make)
  }
}
