// Finds other handlers that could have answered a request, for messages. It never calls closures of the test.

extension ServiceCore {
  /// Returns lines about other handlers that match a request, keyed by the number of the request.
  func bystanders(of requests: some Sequence<ReceivedRequest>) -> [Int: [String]] {
    let mayHaveRealSecrets = mayHaveRealSecrets
    return requests.reduce(into: [:]) { lines, received in
      guard let source = received.source else { return }
      let request = IncomingRequest(received.urlRequest, received.operations.first)
      lazy var mask = RequestMask(
        request: request, redactor: RequestRedactor(toShow: received, settings.redaction),
        hidesDifferences: mayHaveRealSecrets)
      var behind: [String] = []
      var warnings: [String] = []
      for entry in registry.candidatesWithoutUserCode(for: request) where entry !== source {
        guard behind.count + warnings.count < MatchFailure.nearMissLimit else { break }
        guard let handler = entry.handler else { continue }
        lazy var name = "\(handler.statement) (\(handler.location)\(entry.positionNote))"
        let isAskedLater = entry.rank < source.rank
        // Handlers may match the same requests on purpose, but one that a fixture leaves unused is probably a mistake.
        let isUnusedBesideFixture = source.table != nil && !entry.isRow && !registry.isUsed(entry)
        if handler.matches(request) {
          guard isAskedLater else { continue }
          if isUnusedBesideFixture {
            warnings.append("warning: \(name) was never tried: the fixture comes before it")
          } else {
            behind.append(name)
          }
        } else if !isAskedLater, isUnusedBesideFixture, entry.name != nil {
          // A handler for any operation name may be meant for other operations, so there is no warning.
          let found = handler.differences(from: request, mask)
          guard !found.isEmpty else { continue }
          let candidate = MatchFailure.Candidate.handler(handler, positionNote: entry.positionNote)
          let summary = candidate.shortSummary(of: found, isWhole: true)
          warnings.append("warning: the fixture answers, because \(summary)")
        }
      }
      if !behind.isEmpty { behind = ["also matches: \(behind.joined(separator: ", "))"] }
      lines[received.id] = behind + warnings
    }
  }

  /// Warns about requests that were unhandled, because a handler for them was registered too late.
  func warnOfMissed(by handlers: [RequestHandler]) {
    for received in journal.requests where received.failure?.kind == .unhandledRequest {
      let request = IncomingRequest(received.urlRequest, received.operations.first)
      guard let handler = handlers.first(where: { !$0.hasUserCode && $0.matches(request) }) else {
        continue
      }
      let name = settings.redaction.text("\(handler.statement) (\(handler.location))")
      let text = "\(name) was registered too late: register it before the request"
      journal.warn(received.id, [JournalWarning(subject: .note, text: text)])
    }
  }

  /// Returns a handler that matches the request, but was added to another service in the same source file.
  func handlerOfOtherService(for request: IncomingRequest) -> RequestHandler? {
    guard let file = settings.scopeLocation?.fileID else { return nil }
    // Services of other tests are ignored.
    let others = allServices().filter {
      $0 !== self && $0.settings.testTitle == nil && ($0.maker == nil || $0.maker == number)
    }
    return others.lazy.flatMap { $0.registry.candidatesWithoutUserCode(for: request) }.first {
      $0.location?.fileID == file && $0.handler?.matches(request) == true
    }?.handler
  }
}
