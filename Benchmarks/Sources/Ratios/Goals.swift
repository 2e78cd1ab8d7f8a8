extension Goal {
  /// What must be shown, in the order of the table.
  static let all = [
    Goal(
      what: "a request end to end, against a URLProtocol by hand with the same safe delivery",
      unit: .overhead, bar: 1.03
    ) { $0.ratio("session: bare, safe delivery", "session: service") },
    Goal(what: "the same, validating requests and answers against not", unit: .overhead, bar: 1.05)
    {
      $0.ratio("session: service that validates nothing", "session: service")
    },
    Goal(
      what: "`respond(to:)` with 100,000 operations registered, more than with one",
      unit: .microseconds, bar: 1_000
    ) { $0.nanoseconds("respond: 100000 operations", beyond: "respond: 1 operation") },
    Goal(what: "`OperationRequest(_:)` of 1 KB, against JSONDecoder", unit: .times, bar: 12) {
      $0.ratio("request 1 KB: OperationRequest", "request 1 KB: JSONDecoder with variables")
    },
    Goal(what: "`StrippedDocument.text(of:)`, 48 documents", unit: .microseconds, bar: 275_000) {
      $0.nanoseconds("documents: normalize")
    },
    Goal(what: "`MatchKey(document:)`, 48 documents", unit: .microseconds, bar: 530_000) {
      $0.nanoseconds("documents: key")
    },
    Goal(
      what: "100 MB by `httpBodyStream` through a session: extra memory", unit: .megabytes,
      bar: 16e6
    ) { $0["stream 100 MB: session, memory"] },
    Goal(what: "schema of 1 MB, loaded", unit: .milliseconds, bar: 100e6) {
      $0.nanoseconds("schema 1 MB: load")
    },
  ]
}
