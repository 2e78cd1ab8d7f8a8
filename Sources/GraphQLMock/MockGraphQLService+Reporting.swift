// What a failing test says of its service. It is put together only when a test fails.

import Foundation

extension MockGraphQLService {
  /// How many requests a report shows, the latest ones.
  private static let reportedLimit = 30

  /// The requests of the service as a failing test reports them, or why there may be none.
  /// - Parameter isWhole: Says of a failure whether it is told in full, or by its first line only.
  /// - Returns: the report, and the failures that it tells.
  package func requestReport(
    isWhole: (MockFailure) -> Bool
  ) -> (text: String, failures: [MockFailure]) {
    if core.journal.isUnused { return (noRequestReport, []) }
    let all = exchanges
    let shown = all.suffix(Self.reportedLimit)
    var lines = ["The requests of this test:"]
    if shown.count < all.count {
      lines.append("  \(all.count - shown.count) earlier requests, and then")
    }
    for exchange in shown {
      let text = exchange.reportLines(isWhole: exchange.failure.map(isWhole) ?? false)
      let number = "\(exchange.id + 1). "
      lines.append("  \(number)\(text[0])")
      let indent = String(repeating: " ", count: number.count + 2)
      lines += text.dropFirst().map { indent + $0 }
    }
    return (lines.joined(separator: "\n"), shown.compactMap(\.failure))
  }

  /// That nothing arrived, the usual causes, and what the rest of the process saw of it.
  private var noRequestReport: String {
    let names = core.registry.all.prefix(Self.nameLimit).compactMap { entry -> String? in
      guard case .operation(let match)? = entry.handler?.target else { return nil }
      return match.exactName
    }
    return ([Self.noRequestAdvice] + elsewhere(named: Set(names))).joined(separator: "\n  ")
  }

  /// How many handlers are looked at for the names that other services are asked for.
  private static let nameLimit = 100

  private static let noRequestAdvice = """
    No request reached the mock service of this test. Usual causes: the client uses \
    `URLSession.shared`, a session that was made before the test, or that of another service. Give it \
    `MockGraphQLService.current.makeSession()`.
    """

  /// What may be the cause when an operation is waited for in vain; nil if nothing is known of it.
  func absenceAdvice(of name: String) -> String? {
    let elsewhere = elsewhere(named: [name])
    let causes = core.journal.isUnused ? [Self.noRequestAdvice] : []
    let lines = causes + elsewhere
    return lines.isEmpty ? nil : lines.joined(separator: " ")
  }

  /// What other services of the process, and those that are gone, were asked for.
  private func elsewhere(named names: Set<String>) -> [String] {
    guard !names.isEmpty else { return [] }
    var places: [(text: String, count: Int)] = []
    func add(_ text: String, _ count: Int) {
      if let index = places.firstIndex(where: { $0.text == text }) {
        places[index].count += count
      } else if count > 0 {
        places.append((text, count))
      }
    }
    for other in ServiceDirectory.shared.all where other !== core {
      let asked = other.journal.exchanges.flatMap(\.operations).compactMap(\.name)
      for name in names.sorted() {
        let owner = other.settings.testTitle.map { "the service of the test \($0)" }
        add(
          "\(name.swiftLiteral) went to \(owner ?? "a service that belongs to no test")",
          asked.count { $0 == name })
      }
    }
    for stray in StrayRequests.shared.asking(for: names) {
      add("\(stray.title) went \(stray.whereabouts)", 1)
    }
    return places.prefix(Self.placeLimit).map { place in
      "Elsewhere in this process \(place.text)\(place.count > 1 ? ", \(place.count) times" : "")."
    }
  }

  /// How many other places a report names.
  private static let placeLimit = 5
}

extension MockGraphQLService {
  /// The clock that delays of responses go by, if the test has stated one.
  ///
  /// ```swift
  /// MockGraphQLService.current.clock?.advance(by: .seconds(3))
  /// ```
  public var clock: SteppedClock? { core.settings.clock as? SteppedClock }
}
