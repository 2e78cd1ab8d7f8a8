/// What an open request waits for. Closures run with the journal locked: they mustn't wait, or call it or the test.
final class PendingWait: Sendable {
  enum Cause: Sendable {
    /// The request waits for a delay. `steps` is nil if the delay is measured in real time.
    case delay(Duration, before: ResponsePart?, steps: (@Sendable () -> ClockSteps)?)
    /// The request waits for another event or part. `sent` returns the number sent so far, or nil after the end.
    case more(from: Sender, sent: @Sendable () -> Int?)
    case never(after: ResponsePart?)
    case closure(@Sendable () -> ClosureState)
    /// The request waits for a closure of the test that isn't a handler's, such as that of the policy.
    case decision(of: String)
    case realService(url: String, RealServiceReason)
    case requestBody(of: @Sendable () -> String)
    /// The request is a batch that waits for one of its operations.
    case entry(@Sendable () -> PendingWait?)
    /// The request has ended, and the text is kept for reports.
    case past(String, waited: Duration, isOfBody: Bool)
  }

  struct ResponsePart: Sendable, Hashable {
    let number: Int
    let count: Int
    let noun: String
  }

  enum Sender: Sendable, Equatable {
    case test
    case sequence
    case realService(url: String)
  }

  enum ClosureState: Sendable, Equatable {
    case runs
    /// The closure can't start, because other closures block the threads that all Swift tasks share.
    case isHeldUp(by: [CodeLocation])
    case hasReturned
  }

  enum RealServiceReason: Sendable, Equatable {
    case passThrough
    /// No handler and no fixture matches the request. The text describes the most similar one.
    case missing(nearest: String)
    case recorded
    case compared
  }

  let cause: Cause
  let place: CodeLocation?
  private let start = ContinuousClock.now

  init(_ cause: Cause, at place: CodeLocation? = nil) {
    (self.cause, self.place) = (cause, place)
  }

  /// A copy with a fixed text and waiting time, for a request that has ended.
  var ended: PendingWait? {
    phrase.map { PendingWait(.past($0, waited: waited, isOfBody: isOfBody), at: place) }
  }

  var isPast: Bool { if case .past = cause { true } else { false } }

  /// Whether the wait ends without any Swift task, so that a client's timeout needn't allow for a busy thread pool.
  var isIndependentOfTasks: Bool {
    switch cause {
    case .delay(_, _, steps: nil), .never, .realService, .more(from: .realService, _): true
    case .entry(let wait): wait()?.isIndependentOfTasks == true
    case .delay, .more, .closure, .decision, .requestBody, .past: false
    }
  }

  /// A closure that runs longer counts as hanging.
  private static let closureLimit = Duration.seconds(60)

  /// Whether the wait ends by itself, so that a client that sends no other requests meanwhile isn't idle.
  var isAtWork: Bool {
    switch cause {
    case .delay(_, _, steps: nil), .decision, .realService, .more(from: .realService, _): true
    case .closure: waited < Self.closureLimit
    case .entry(let wait): wait()?.isAtWork == true
    case .delay, .more, .never, .requestBody, .past: false
    }
  }

  /// Whether the request isn't in the journal yet, because its body is incomplete.
  var isOfBody: Bool {
    switch cause {
    case .requestBody, .past(_, _, isOfBody: true): true
    case .delay, .more, .never, .closure, .decision, .realService, .entry, .past: false
    }
  }

  /// A number that changes while the wait advances: a stepped clock, or the number of sent events.
  var progress: Int {
    switch cause {
    case .delay(_, _, let steps): Int(clamping: steps?().since.nanoseconds ?? 0)
    case .more(_, let sent): sent() ?? -1
    case .never, .closure, .decision, .realService, .requestBody, .entry, .past: 0
    }
  }

  var text: String? { phrase.map { $0 + (place.map { " (\($0))" } ?? "") } }

  /// A text such as "for a delay of 5 s" for messages, or nil if the request no longer waits.
  var phrase: String? {
    switch cause {
    case .delay(let delay, let part, let steps):
      let before = part.map { " before \($0.noun) \($0.number) of \($0.count)" } ?? ""
      return "for a delay of \(delay.text)\(before)\(steps.map { $0().text } ?? "")"
    case .more(let source, let sent):
      guard let count = sent() else { return nil }
      let number = count == 0 ? "none was" : count == 1 ? "1 was" : "\(count) were"
      return "\(source.phrase); \(number) sent"
    case .never(nil): return "for nothing: the response is .never"
    case .never(let last?):
      let parts = "\(last.number) \(last.noun)\(last.number == 1 ? "" : "s")"
      return "for nothing: the response stays open after \(parts)"
    case .closure(let state):
      switch state() {
      case .runs: return "for the handler's closure"
      case .isHeldUp(let others):
        return "for the handler's closure to begin: the threads that all tasks share may be "
          + "blocked\(others.isEmpty ? "" : " by the closures at \(Self.list(others))")"
      case .hasReturned: return nil
      }
    case .decision(let owner): return "for the closure of \(owner)"
    case .realService(let url, let reason):
      return "for the real service at \(url), which was called \(reason.phrase)"
    case .requestBody(let title): return "for the rest of the body of \(title())"
    case .entry(let wait): return wait()?.text
    case .past(let phrase, _, _): return phrase
    }
  }

  func clause(isTimed: Bool = true, isPlaced: Bool = false) -> String? {
    let tenths = waited.nanoseconds / 100_000_000
    let time = isTimed ? " \(tenths / 10).\(tenths % 10) s" : ""
    return (isPlaced ? text : phrase).map { "waited\(time) \($0)" }
  }

  private var waited: Duration {
    if case .past(_, let waited, _) = cause { waited } else { start.duration(to: .now) }
  }

  func timeout(after seconds: Double) -> String? {
    let time = "The client timed out after \(Duration.seconds(seconds).text)"
    guard case .closure(let state) = cause, let place else {
      return text.map { "\(time) while the request waited \($0)." }
    }
    switch state() {
    case .hasReturned: return nil
    case .runs: return "\(time) while the closure of the handler at \(place) ran."
    case .isHeldUp(let others):
      let running = others.isEmpty ? "" : " Closures that are running: \(Self.list(others))."
      return """
        \(time) before the closure of the handler at \(place) could begin: the threads that all tasks \
        share are blocked.\(running) Remove every "await" from a closure that blocks; it then runs on a \
        thread of its own.
        """
    }
  }

  private static func list(_ places: [CodeLocation]) -> String {
    places.map(\.description).joined(separator: ", ")
  }
}

extension ClockSteps {
  fileprivate var text: String {
    if since > .zero { return " on a SteppedClock that was advanced by only \(since.text) since" }
    if before == .zero { return " on a SteppedClock that was never advanced" }
    return " on a SteppedClock that was advanced by \(before.text) before, and not since: "
      + "await `waitForDelays()` before you advance it"
  }
}

extension PendingWait.Sender {
  fileprivate var phrase: String {
    switch self {
    case .test: "for the test to send an event or complete the subscription"
    case .sequence: "for the next event of a sequence"
    case .realService(let url): "for more from the real service at \(url)"
    }
  }
}

extension PendingWait.RealServiceReason {
  var phrase: String {
    switch self {
    case .passThrough: "because of `.passThrough`"
    case .missing(let nearest): "because nothing matches (\(nearest))"
    case .recorded: "to record its response"
    case .compared: "to compare its response"
    }
  }
}
