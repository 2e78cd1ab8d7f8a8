extension MockGraphQLService {
  /// - Parameter grace: The time for which a request still counts as open after it was canceled.
  package func openLines(cancelledWithin grace: Duration = .zero) -> [String] {
    let redaction = core.settings.redaction
    var open = requests.filter { received in
      guard let ending = received.ending, let duration = received.duration else { return true }
      return ending == .cancelled && received.started.duration(to: .now) < duration + grace
    }
    for (index, received) in open.enumerated() where received.wait != nil {
      // The request may have stopped waiting in the meantime, so its entry is read again.
      open[index].wait = received.wait?.ended ?? requests.first { $0.id == received.id }?.wait
    }
    return open.map { redaction.waitLine(of: $0) } + linesBesideJournal(endedWithin: grace)
  }

  /// A number that changes when a request makes progress, or `nil` while a response is being prepared.
  package var progress: Int? {
    let isAtWork = requests.contains { $0.ending == nil && $0.wait?.isAtWork == true }
    return isAtWork ? nil : core.journal.progress
  }

  /// Descriptions of open requests and WebSockets that aren't in the journal.
  /// - Parameter grace: As above. By default it's longer than any test, so a body that was never read is listed.
  func linesBesideJournal(endedWithin grace: Duration = .seconds(3_600)) -> [String] {
    if let lines = core.settings.openAtEnd { return lines }
    let unread = core.waitsOfUnread(endedWithin: grace).compactMap { $0.clause() }
    return unread.map { "A request has \($0)" }
      + openSockets.all.compactMap { $0.waitLine(core.settings.redaction) }
  }

  /// Calls a closure once, with a list of the open requests, if none of them makes progress within the time limit.
  package func reportStillness(
    by clock: SteppedClock? = nil, within limit: Duration = .seconds(10),
    _ report: @escaping @Sendable (String) -> Void = { Console.printError($0) }
  ) {
    // The service keeps the watch, so the closures keep neither the service nor its core.
    let watch = StillnessWatch(
      clock ?? TimerThread.shared, within: limit,
      progress: { [journal = core.journal] in journal.progress }
    ) { [weak self] in
      guard let lines = self?.openLines(), !lines.isEmpty else { return false }
      let test = self?.core.settings.testTitle.map { " in the test \($0)" } ?? ""
      let time = limit.text
      let head = "GraphQLMock: no request has made progress for \(time)\(test). Still open:"
      report(([head] + lines).joined(separator: "\n  "))
      return true
    }
    core.changeSettings { $0.stillness = watch }
  }
}
