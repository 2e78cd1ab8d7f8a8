// What is open while a test runs, and what was when it ended, for people who look for what it waits for.

import Foundation

extension MockGraphQLService {
  /// What is open, a line each, with what it waits for.
  /// - Parameter grace: How long ago a request may have been cancelled to count as open, as those of a
  ///   test that is cancelled itself.
  package func openLines(cancelledWithin grace: Duration = .zero) -> [String] {
    let redaction = core.settings.redaction
    var open = exchanges.filter { exchange in
      guard let ending = exchange.ending, let duration = exchange.duration else { return true }
      return ending == .cancelled && exchange.started.duration(to: .now) < duration + grace
    }
    for (index, exchange) in open.enumerated() where exchange.wait != nil {
      // A closure that has returned since was cancelled: what it was is in the journal then.
      open[index].wait =
        exchange.wait?.ended ?? exchanges.first { $0.id == exchange.id }?.wait
    }
    return open.map { redaction.waitLine(of: $0) } + linesBesideJournal(endedWithin: grace)
  }

  /// What changes whenever something moves.
  ///
  /// It's nil while a request waits for what comes without the client: a delay, a closure, the real service.
  package var progress: Int? {
    let isAtWork = exchanges.contains { $0.ending == nil && $0.wait?.isAtWork == true }
    return isAtWork ? nil : core.journal.progress
  }

  /// The requests that are still read, and the WebSockets that carry none; after the end of a test those
  /// that were there then.
  func linesBesideJournal(endedWithin grace: Duration = .seconds(3_600)) -> [String] {
    if let lines = core.settings.openAtEnd { return lines }
    let unread = core.waitsOfUnread(endedWithin: grace).compactMap { $0.clause() }
    return unread.map { "A request has \($0)" }
      + openSockets.all.compactMap { $0.waitLine(core.settings.redaction) }
  }

  /// Has somebody told, once, what is open when nothing has moved for a while.
  /// - Parameters:
  ///   - clock: What the time is measured by; nil for real time.
  ///   - limit: How long a while is; nil for ten seconds.
  ///   - tell: Takes the text.
  package func tellStillness(
    by clock: SteppedClock? = nil, within limit: Duration? = nil,
    _ tell: @escaping @Sendable (String) -> Void
  ) {
    core.changeSettings {
      $0.stillness = stillnessWatch(
        clock ?? TimerThread.shared, within: limit ?? StillnessWatch.limit, tell)
    }
  }

  /// What tells on standard error, unless otherwise stated, what is open in the scope of a test.
  func stillnessWatch(
    _ clock: any DelayClock = TimerThread.shared, within limit: Duration = StillnessWatch.limit,
    _ tell: @escaping @Sendable (String) -> Void = {
      FileHandle.standardError.write(Data(($0 + "\n").utf8))
    }
  ) -> StillnessWatch {
    StillnessWatch(
      clock, within: limit, progress: { [journal = core.journal] in journal.progress }
    ) { [weak self] in
      guard let lines = self?.openLines(), !lines.isEmpty else { return false }
      let test = self?.core.settings.testTitle.map { " in the test \($0)" } ?? ""
      let time = limit.text
      let head = "GraphQLMock: nothing has moved for \(time)\(test), and this is open:"
      tell(([head] + lines).joined(separator: "\n  "))
      return true
    }
  }
}
