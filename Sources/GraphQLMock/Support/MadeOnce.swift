import Foundation

/// A value that is made when it is asked for first, by one thread: in a parallel suite all tests ask at once,
/// and whoever comes meanwhile waits.
///
/// What makes it waits for nothing but files and other values of this kind, and runs no code of the user, so
/// that the wait is never longer than the making. Nothing runs under the lock.
final class MadeOnce<Value: Sendable>: @unchecked Sendable {
  // Unchecked: the condition guards what changes.
  private let condition = NSCondition()
  private var known: Value?
  /// The thread that makes the value now.
  private var maker: Thread?

  /// - Parameter value: The value, if it is known already.
  init(_ value: Value? = nil) { known = value }

  /// The value; nil before it was made.
  var made: Value? { condition.withLock { known } }

  /// The value.
  /// - Parameters:
  ///   - waits: Whether this thread may wait for another that makes it, and others for this one; else it makes
  ///     one for itself, as does a thread that asks for what it is making.
  ///   - make: Makes it; the first value counts.
  func value(waits: Bool = true, _ make: () -> Value) -> Value {
    if let made { return made }
    if waits {
      let current = Thread.current
      condition.lock()
      while known == nil, let maker, maker !== current { condition.wait() }
      if known == nil { maker = current }
      condition.unlock()
      if let made { return made }
    }
    let new = make()
    return condition.withLock {
      let value = known ?? new
      known = value
      maker = nil
      condition.broadcast()
      return value
    }
  }
}

/// Values by their keys, each made once.
struct MadeOncePerKey<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Locked<[Key: MadeOnce<Value>]>([:])

  /// The value of a key; nil before it was made.
  func made(_ key: Key) -> Value? { values.withLock { $0[key] }?.made }

  /// The value of a key.
  /// - Parameter make: Makes it, as ``MadeOnce`` has it.
  func value(for key: Key, _ make: () -> Value) -> Value {
    let value = values.withLock { values in
      let value = values[key] ?? MadeOnce()
      values[key] = value
      return value
    }
    return value.value(make)
  }
}
