import Foundation

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
    var reasons: [Int: ServiceError] = [:]
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
  func remove(number: Int, reason: ServiceError?) {
    state.withLock { state in
      state.entries[number] = nil
      guard let reason, reason != .serviceIsGone else { return }
      state.reasons[number] = reason
      // The latest are enough for stragglers.
      if state.reasons.count > 2 * Self.reasonLimit {
        let oldest = state.lastNumber - Self.reasonLimit
        state.reasons = state.reasons.filter { $0.key > oldest }
      }
    }
  }

  /// Why the service of a number does not answer any more.
  func reasonOfEnd(number: Int) -> ServiceError {
    state.withLock { $0.reasons[number] ?? .serviceIsGone }
  }

  subscript(number: Int) -> ServiceCore? {
    state.withLock { $0.entries[number]?.core }
  }
}
