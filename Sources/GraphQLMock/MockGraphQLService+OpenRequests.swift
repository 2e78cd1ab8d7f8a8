import Foundation

extension MockGraphQLService {
  /// - Parameter grace: A request canceled this recently counts as open, because a canceled test cancels its requests.
  package func openLines(cancelledWithin grace: Duration = .zero) -> [String] {
    let redaction = core.settings.redaction
    var open = exchanges.filter { exchange in
      guard let ending = exchange.ending, let duration = exchange.duration else { return true }
      return ending == .cancelled && exchange.started.duration(to: .now) < duration + grace
    }
    for (index, exchange) in open.enumerated() where exchange.wait != nil {
      // The journal has the last wait of a canceled closure that has returned meanwhile.
      open[index].wait =
        exchange.wait?.ended ?? exchanges.first { $0.id == exchange.id }?.wait
    }
    return open.map { redaction.waitLine(of: $0) } + linesBesideJournal(endedWithin: grace)
  }

  /// Changes whenever there is progress; `nil` while a request waits for a delay, a closure or the real service.
  package var progress: Int? {
    let isAtWork = exchanges.contains { $0.ending == nil && $0.wait?.isAtWork == true }
    return isAtWork ? nil : core.journal.progress
  }

  /// Requests whose bodies are being read and idle WebSockets, now or when the test ended.
  func linesBesideJournal(endedWithin grace: Duration = .seconds(3_600)) -> [String] {
    if let lines = core.settings.openAtEnd { return lines }
    let unread = core.waitsOfUnread(endedWithin: grace).compactMap { $0.clause() }
    return unread.map { "A request has \($0)" }
      + openSockets.all.compactMap { $0.waitLine(core.settings.redaction) }
  }

  /// Reports once what is open when nothing moves; by default in real time, for ten seconds.
  package func tellStillness(
    by clock: SteppedClock? = nil, within limit: Duration? = nil,
    _ tell: @escaping @Sendable (String) -> Void
  ) {
    core.changeSettings {
      $0.stillness = stillnessWatch(
        clock ?? TimerThread.shared, within: limit ?? StillnessWatch.limit, tell)
    }
  }

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
      let head = "GraphQLMock: no request has made progress for \(time)\(test). Still open:"
      tell(([head] + lines).joined(separator: "\n  "))
      return true
    }
  }
}
