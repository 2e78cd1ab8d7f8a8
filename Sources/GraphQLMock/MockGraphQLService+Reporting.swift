import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MockGraphQLService {
  /// The number of requests, the latest ones, that the report and the page of a failing test show.
  static let reportedLimit = 30

  /// A report may be made after `end(test:)`, when the service has no handlers and no open requests. What a report reads
  /// of them is therefore stored there.
  /// - Parameters:
  ///   - app: The requests of launched apps, which are reported if this service received no requests.
  ///   - isExplained: A Boolean value that indicates whether another message explains why no request arrived.
  package func requestReport(
    appRequests app: [ReceivedRequest] = [], isExplained: Bool = false,
    detail: (MockFailure) -> FailureDetail
  ) -> (text: String, failures: [MockFailure]) {
    let others = linesOfReport
    let isUnused = core.journal.isUnused && others.isEmpty
    if isUnused, app.isEmpty {
      // Other services of the test have requests of their own, and report them.
      return (isExplained ? "" : noRequestReport, [])
    }
    let all = isUnused ? app : requests
    let shown = all.suffix(Self.reportedLimit)
    let redaction = core.settings.redaction
    let bystanders = isUnused ? [:] : core.settings.bystandersAtEnd ?? core.bystanders(of: shown)
    func reportLines(of received: ReceivedRequest, isTimed: Bool) -> [String] {
      let detail = received.failure.map { isUnused ? .firstLine : detail($0) } ?? .firstLine
      return redaction.reportLines(
        of: received, detail, bystanders[received.id] ?? [], isTimed: isTimed)
    }
    var lines = ["The requests of \(isUnused ? "the app" : "this test"):"]
    if shown.count < all.count {
      lines.append("  \(all.count - shown.count) earlier requests, and then")
    }
    var rest = shown
    while let received = rest.first {
      let key = reportLines(of: received, isTimed: false)
      let alike = rest.prefix { reportLines(of: $0, isTimed: false) == key }
      rest = rest.dropFirst(alike.count)
      let isOne = alike.count == 1
      let text = isOne ? reportLines(of: received, isTimed: true) : key
      let last = isOne ? "" : "–\(received.id + alike.count)"
      let number = "\(received.id + 1)\(last). "
      lines.append("  \(number)\(text[0])")
      let indent = String(repeating: " ", count: number.count + 2)
      lines += text.dropFirst().map { indent + $0 }
    }
    lines += (others + unmatchedNames(among: all)).map { "  \($0)" }
    return (lines.joined(separator: "\n"), shown.compactMap(\.failure))
  }

  func unmatchedNames(among requests: [ReceivedRequest]) -> [String] {
    let operations = requests.flatMap(\.operations)
    let names = Set(operations.compactMap(\.name))
    let handledNames = core.handledNames
    let notes = core.withNotes { $0 }
    let paths = (notes.pathsInVain?.withLock { $0 } ?? []).map { steps in
      let path = steps.map { "[\($0.swiftLiteral)]" }.joined()
      return "[\(steps.joined(separator: ".").swiftLiteral)] was read and is null: write \(path)."
    }
    return paths.ordered()
      + notes.unmatchedNames.orderedByKey().compactMap { name, asked in
        if let type = asked, let found = operations.last(where: { $0.name == name })?.type {
          return type == found
            ? nil
            : "The journal has no \(type.rawValue) \(name.swiftLiteral); it is a \(found.rawValue)."
        }
        guard !names.contains(name), !handledNames.contains(name) else { return nil }
        return EditDistance.nearest(to: name, among: names.ordered()).map {
          "The journal has no \(name.swiftLiteral)\(Suggestion.clause($0))"
        }
      }
  }

  var noRequestReport: String {
    if core.settings.hasLaunchedApp || core.withNotes({ $0.mayHaveNoRequests }) { return "" }
    return advice(elsewhere(named: core.handledNames, orMadeHere: true)).joined(separator: "\n  ")
  }

  var linesOfReport: [String] {
    core.settings.openAtEnd ?? linesBesideJournal() + openSockets.endLines(core.settings.redaction)
  }

  private func advice(_ elsewhere: [String]) -> [String] {
    let what = scopeLocation != nil ? "the mock service of this test" : "this service"
    let owner = core.settings.canBeCurrent ? "MockGraphQLService.current." : ""
    let session = "the session of `\(owner)makeSession()`"
    let causes =
      "Usual causes: the test didn't await the request; the client was deallocated; the client uses "
      + "`URLSession.shared`, an earlier session, or a session of another service."
    let fix =
      elsewhere.isEmpty
      ? "\(causes) Give the client \(session), keep the client, and await its requests."
      : "Give the client \(session)."
    let nothing = "\(MissingRequestsError.absence) \(what)."
    if core.settings.hasLaunchedApp {
      return [nothing, "The app has one of its own: ask what `launch(mocking:)` returned."]
    }
    return [nothing] + (installationAdvice.map { [$0] } ?? elsewhere + [fix])
  }

  /// Notes that the test has another service with its own report, so that this one needs no requests.
  package func allowNoRequests() { core.withNotes { $0.mayHaveNoRequests = true } }

  package func noteLaunchedApp() { core.changeSettings { $0.hasLaunchedApp = true } }

  private var installationAdvice: String? {
    for configuration in core.withNotes({ $0.configurations }) {
      let classes = configuration.protocolClasses ?? []
      let place = classes.firstIndex { ($0 as? MockURLProtocol.Type)?.serviceNumber == core.number }
      guard let place else {
        return "The `protocolClasses` of a configuration were replaced after `install(in:)`: call "
          + "`install(in:)` last, or append to them."
      }
      if place > 0 {
        let isService = classes[0] is MockURLProtocol.Type
        return
          "\(isService ? "Another service" : "`\(classes[0])`") comes before the service in the "
          + "`protocolClasses` of a configuration and may have taken the request: "
          + "\(isService ? "install only one" : "call `install(in:)` last")."
      }
    }
    return nil
  }

  func absenceAdvice(of name: String?) -> String? {
    // If this service has received the operation, the request didn't go to another service.
    guard !requests.contains(where: { $0.asks(for: .named(name ?? "")) }) else { return nil }
    let elsewhere = elsewhere(named: Set([name].compactMap { $0 }))
    let isUnused = core.journal.isUnused && core.openCount == 0
    let sockets = isUnused ? linesOfReport.map { "\($0)." } : []
    let lines = isUnused && sockets.isEmpty ? advice(elsewhere) : elsewhere + sockets
    return lines.isEmpty ? nil : lines.joined(separator: " ")
  }

  /// Returns, once, where requests with the names of this service's handlers went that reached no service.
  package func takeLostRequests() -> [String] {
    // A test that got its request isn't the one whose request was lost.
    let names = core.handledNames.subtracting(requests.compactMap(\.name))
    let test = core.settings.testTitle.map { "While \($0) ran," } ?? "In this process"
    return OutOfScopeRequests.shared.report(
      askingFor: names, since: core.createdAt, isWarning: true
    ).map { "\(test) \($0.title) went \($0.whereabouts(for: core.settings))." }
  }

  /// - Parameter orMadeHere: Whether to include all operations sent to services that this test created.
  private func elsewhere(named names: Set<String>, orMadeHere: Bool = false) -> [String] {
    var counts: [String: Int] = [:]
    for other in ServiceDirectory.shared.all where other !== core {
      let test = other.settings.testTitle
      // Requests that another test's service answered are omitted, because tests may send equal requests.
      let requests = other.journal.requests
        .filter { $0.started >= core.createdAt && (test == nil || $0.failure != nil) }
      let isOurs = orMadeHere && other.maker == core.number
      for operation in requests.flatMap(\.operations) {
        guard let name = operation.name, isOurs || names.contains(name) else { continue }
        let place =
          test.map { "the service of the test \($0)" } ?? "a service that belongs to no test"
        counts["\(name.swiftLiteral) went to \(place)", default: 0] += 1
      }
    }
    for request in OutOfScopeRequests.shared.report(askingFor: names, since: core.createdAt) {
      counts["\(request.title) went \(request.whereabouts(for: core.settings))", default: 0] += 1
    }
    return counts.orderedByKey().prefix(Self.placeLimit).map { text, count in
      "In this process \(text)\(count > 1 ? ", \(count) times" : "")."
    }
  }

  private static let placeLimit = 5
}
