/// The services of the process by number, as weak references, because a session must not keep its service alive.
///
/// A request has the number of its session's class, `MockURLProtocol.serviceNumber`.
final class ServiceDirectory: Sendable {
  static let shared = ServiceDirectory()

  private struct Entry {
    weak var core: ServiceCore?
  }

  typealias End = (reason: ServiceError, test: String?, redaction: Redaction)

  /// The latest ends of services, of which at least `limit` and at most twice as many are kept.
  private struct Ends {
    private static let limit = 4_096
    private(set) var byNumber: [Int: End] = [:]

    mutating func add(_ end: End, of number: Int) {
      byNumber[number] = end
      guard byNumber.count > 2 * Self.limit else { return }
      for old in byNumber.keys.sorted().dropLast(Self.limit) { byNumber[old] = nil }
    }
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var endsOfTests = Ends()
    // Why services without a test have ended. Their number has its own limit, because there can be thousands.
    var otherEnds = Ends()
  }

  private let state = Locked(State())

  func add(_ core: ServiceCore) { state.withLock { $0.entries[core.number] = Entry(core: core) } }

  func remove(number: Int, _ end: End) {
    state.withLock { state in
      state.entries[number] = nil
      let ends: WritableKeyPath<State, Ends> = end.test == nil ? \.otherEnds : \.endsOfTests
      state[keyPath: ends].add(end, of: number)
    }
  }

  /// Returns why a service has ended, or `.serviceIsGone` if too many others have ended since.
  func end(of number: Int) -> End {
    state.withLock { state in
      state.endsOfTests.byNumber[number] ?? state.otherEnds.byNumber[number]
        ?? (.serviceIsGone, nil, Redaction())
    }
  }

  var all: [ServiceCore] { state.withLock { $0.entries.orderedByKey().compactMap(\.value.core) } }

  subscript(number: Int) -> ServiceCore? { state.withLock { $0.entries[number]?.core } }
}
