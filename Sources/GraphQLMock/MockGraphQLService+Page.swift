import Foundation

/// An exchange as the page of a failed test shows it, without secrets.
package struct PageEntry: Sendable {
  /// The number of the exchange, from 1.
  package let number: Int
  /// What was asked, and what became of it, first; then what is told of it.
  package let lines: [String]
  /// The document of each operation.
  package let documents: [String]
  /// The variables of each operation, as JSON over several lines; nil for none.
  package let variables: [String?]
  /// The body of the response as JSON over several lines; nil where it is none.
  package let body: String?
  /// When it began, in milliseconds since the first exchange.
  package let start: Double
  /// How long it took, in milliseconds; nil while it is open.
  package let duration: Double?
  /// Whether something went wrong, or is odd.
  package let isSuspect: Bool
}

extension MockGraphQLService {
  /// The requests as the page of a failed test shows them, and how many there were.
  /// - Parameter app: The requests of the apps that the test has launched; shown where this service got none.
  package func pageEntries(orOf app: [MockExchange] = []) -> (entries: [PageEntry], count: Int) {
    let own = exchanges
    let all = own.isEmpty ? app : own
    let shown = all.suffix(Self.reportedLimit)
    guard let first = shown.first else { return ([], 0) }
    let settings = core.settings
    let bystanders = own.isEmpty ? [:] : settings.bystandersAtEnd ?? core.bystanders(of: shown)
    let entries = shown.map {
      settings.redaction.pageEntry(of: $0, after: first, bystanders[$0.id] ?? [])
    }
    return (entries, all.count)
  }
}

extension Redaction {
  /// How many characters of a document or a body a page shows.
  private static let pageLimit = 20_000

  fileprivate func pageEntry(
    of exchange: MockExchange, after first: MockExchange, _ bystanders: [String]
  ) -> PageEntry {
    let redactor = ExchangeRedactor(toShow: exchange, self)
    func text(_ json: MockJSON) -> String {
      let bytes = try? json.encodedPretty()
      return bytes.map { String(decoding: $0, as: UTF8.self).shortened(to: Self.pageLimit) } ?? ""
    }
    return PageEntry(
      number: exchange.id + 1,
      // The body stands below.
      lines: reportLines(of: exchange, .whole, bystanders, isTimed: true, bodyLimit: 0),
      documents: exchange.operations.map { operation in
        operation.document.map { redactor.document($0).shortened(to: Self.pageLimit) } ?? ""
      },
      variables: exchange.operations.map { operation in
        let variables = redactor.variables(operation.variables)
        return variables.members?.isEmpty == false ? text(variables) : nil
      },
      body: exchange.response?.json.map { text(redactor.response($0)) },
      start: exchange.startedAt.timeIntervalSince(first.startedAt) * 1_000,
      duration: exchange.duration.map { $0.seconds * 1_000 },
      isSuspect: exchange.failure != nil || !exchange.warnings.isEmpty
        || exchange.ending?.error != nil)
  }
}
