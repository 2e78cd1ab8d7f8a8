/// The services that live, by number.
///
/// It holds them weakly: a session must not keep its service.
final class ServiceDirectory: Sendable {
  static let shared = ServiceDirectory()

  private struct Entry {
    weak var core: ServiceCore?
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var reasons: [Int: (error: ServiceError, test: String?)] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  private static let reasonLimit = 4_096

  func nextNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  func add(_ core: ServiceCore, number: Int) {
    state.withLock { $0.entries[number] = Entry(core: core) }
  }

  /// Takes a service out, and remembers why, if another reason than its end can be given.
  /// - Parameter test: The test that it belonged to.
  func remove(number: Int, reason: ServiceError?, test: String?) {
    state.withLock { state in
      state.entries[number] = nil
      guard let reason, reason != .serviceIsGone else { return }
      state.reasons[number] = (reason, test)
      // The latest are enough for stragglers.
      if state.reasons.count > 2 * Self.reasonLimit {
        let oldest = state.lastNumber - Self.reasonLimit
        state.reasons = state.reasons.filter { $0.key > oldest }
      }
    }
  }

  /// Why the service of a number does not answer any more, and the test that it belonged to.
  func reasonOfEnd(number: Int) -> (error: ServiceError, test: String?) {
    state.withLock { $0.reasons[number] ?? (.serviceIsGone, nil) }
  }

  /// The services that live.
  var all: [ServiceCore] {
    state.withLock { state in
      state.entries.orderedByKey().compactMap(\.value.core)
    }
  }

  subscript(number: Int) -> ServiceCore? {
    state.withLock { $0.entries[number]?.core }
  }
}
