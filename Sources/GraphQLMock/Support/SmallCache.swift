import Foundation

/// Remembers what a few texts came to, so that one that comes again is not parsed again.
final class SmallCache<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var latest: [(text: String, value: Value)] = []

  private static var limit: Int { 4 }

  /// The value of a text.
  /// - Parameter parse: Finds it out when the text was not there lately.
  func value(for text: String, _ parse: (String) -> Value) -> Value {
    lock.lock()
    for known in latest where known.text == text {
      lock.unlock()
      return known.value
    }
    lock.unlock()
    let value = parse(text)
    lock.withLock {
      if latest.count == Self.limit { latest.removeFirst() }
      latest.append((text, value))
    }
    return value
  }
}
