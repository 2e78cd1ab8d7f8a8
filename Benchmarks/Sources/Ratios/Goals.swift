extension Goal {
  /// What must be shown, in the order of the table.
  static let all: [Goal] = documents + bodies + memory + matching + sessions + schemas

  private static let documents = [
    times(
      "normalize with digest, against libgraphqlparser's lexer", 5, 8,
      "documents: normalize with digest", "documents: libgraphqlparser lexer"),
    times(
      "normalize, against libgraphqlparser's parser", 14, 20,
      "documents: normalize", "documents: libgraphqlparser parser"),
  ]

  private static let bodies =
    [
      times(
        "decode 1 KB, against JSONDecoder with variables", 12, 25,
        "body 1 KB: decode", "body 1 KB: JSONDecoder with variables"),
      times(
        "decode 1 KB, against simdjson On-Demand", 0.3, 0.55,
        "body 1 KB: decode", "body 1 KB: simdjson"),
    ]
    + ["objects", "arrays"].map { payload in
      times(
        "64 KB of variables (\(payload)), against JSONDecoder with variables", 500, 1_500,
        "body 64 KB \(payload): decode", "body 64 KB \(payload): JSONDecoder with variables")
    }
    + ["objects", "arrays", "base64"].map { payload in
      times(
        "64 KB of variables (\(payload)), against simdjson On-Demand", 0.4, 1,
        "body 64 KB \(payload): decode", "body 64 KB \(payload): simdjson")
    }

  private static let memory = [
    Goal(
      what: "100 MB by stream, read and decoded: extra memory", unit: .megabytes,
      least: 16e6, aim: 5e6
    ) { $0["stream 100 MB: read and decoded, memory"] },
    Goal(
      what: "100 MB by stream, as a request: extra memory", unit: .megabytes,
      least: 16e6, aim: 5e6
    ) { $0["stream 100 MB: request, memory"] },
    Goal(
      what: "100 MB by httpBodyStream through a session: extra memory", unit: .megabytes,
      least: 16e6, aim: 12e6
    ) { $0["stream 100 MB: session, memory"] },
  ]

  private static let matching =
    [1, 100, 10_000, 100_000].map { count in
      Goal(
        what: "look-up given the key, \(count) handlers", unit: .nanoseconds, least: 60, aim: 25
      ) { $0.nanoseconds("look-up: \(count)") }
    } + [
      cold("a document that a handler states", "1 KB request: bytes, cold"),
      cold("a document never seen", "1 KB request: bytes, cold, never seen"),
    ]

  private static let sessions = [
    overhead(
      "end to end, against a bare URLProtocol with the same safe delivery", 1.10, 1.03,
      "session: service", "session: bare, safe delivery"),
    overhead(
      "end to end, against one that finishes in startLoading", 1.5, 1.3,
      "session: service", "session: bare, finishes in startLoading"),
    overhead(
      "end to end, 10,000 handlers against 1", 1.02, 1.0,
      "session: service with 10000 handlers", "session: service"),
  ]

  private static let schemas = [
    overhead(
      "end to end, judging requests and answers against not", 1.05, 1.02,
      "session: service", "session: service that judges nothing"),
    Goal(what: "schema of 1 MB, loaded", unit: .milliseconds, least: 15e6, aim: 10e6) {
      $0.nanoseconds("schema 1 MB: load")
    },
    times(
      "schema of 1 MB, loaded, against graphql-core", 100, 200,
      "schema 1 MB: load", "schema 1 MB: graphql-core"),
    Goal(
      what: "schema of 1 MB, loaded from its introspection", unit: .milliseconds, least: 40e6,
      aim: 20e6
    ) { $0.nanoseconds("schema 1 MB: load from introspection") },
    Goal(
      what: "document of 600 bytes, validated, cold", unit: .microseconds, least: 40e3, aim: 20e3
    ) {
      $0.nanoseconds("document 600 bytes: validate")
    },
    times(
      "document of 600 bytes, validated, against graphql-core", 50, 100,
      "document 600 bytes: validate", "document 600 bytes: graphql-core"),
    Goal(what: "document of 600 bytes, judged when known", unit: .nanoseconds, least: 100, aim: 50)
    {
      $0.nanoseconds("document 600 bytes: known")
    },
  ]

  /// The whole way of a request to its handler.
  private static func cold(_ what: String, _ name: String) -> Goal {
    Goal(
      what: "body, key and look-up of 1 KB, cold caches, \(what)", unit: .microseconds,
      least: 3_000, aim: 1_600
    ) { $0.nanoseconds(name) }
  }

  /// How many times faster we are than a peer.
  private static func times(
    _ what: String, _ least: Double, _ aim: Double, _ ours: String, _ peer: String
  ) -> Goal {
    Goal(what: what, unit: .times, least: least, aim: aim) { $0.ratio(ours, peer) }
  }

  /// How many times as long we take.
  private static func overhead(
    _ what: String, _ least: Double, _ aim: Double, _ ours: String, _ bare: String
  ) -> Goal {
    Goal(what: what, unit: .times, least: least, aim: aim) { $0.ratio(bare, ours) }
  }
}
