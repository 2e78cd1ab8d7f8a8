/// The live services by number.
///
/// They are held weakly, because a session must not keep its service alive.
final class ServiceDirectory: Sendable {
  static let shared = ServiceDirectory()

  private struct Entry {
    weak var core: ServiceCore?
  }

  /// Why a service answers no more, the test that it belonged to, and what no message shows of requests.
  typealias End = (reason: ServiceError, test: String?, redaction: Redaction)

  private struct State {
    var entries: [Int: Entry] = [:]
    /// Those of tests, all of them.
    var endsOfTests: [Int: End] = [:]
    /// Those of services without a test, the latest.
    var otherEnds: [Int: End] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  private static let endLimit = 4_096

  func nextNumber() -> Int { state.withLock { $0.lastNumber.next() } }

  func add(_ core: ServiceCore, number: Int) {
    state.withLock { $0.entries[number] = Entry(core: core) }
  }

  /// Removes a service, and stores the reason.
  func remove(number: Int, _ end: End) {
    state.withLock { state in
      state.entries[number] = nil
      guard end.test == nil else { return state.endsOfTests[number] = end }
      state.otherEnds[number] = end
      if state.otherEnds.count > 2 * Self.endLimit {
        let oldest = state.lastNumber - Self.endLimit
        state.otherEnds = state.otherEnds.filter { $0.key > oldest }
      }
    }
  }

  func end(of number: Int) -> End {
    state.withLock { state in
      state.endsOfTests[number] ?? state.otherEnds[number] ?? (.serviceIsGone, nil, Redaction())
    }
  }

  var all: [ServiceCore] {
    state.withLock { state in
      state.entries.orderedByKey().compactMap(\.value.core)
    }
  }

  subscript(number: Int) -> ServiceCore? {
    state.withLock { $0.entries[number]?.core }
  }
}
