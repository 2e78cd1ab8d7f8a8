enum SocketDialect: String, Sendable, CaseIterable {
  case transport = "graphql-transport-ws"
  case legacy = "graphql-ws"

  /// Prefers `graphql-transport-ws`, whatever the client's order; nil if it offers neither.
  static func choose(from offered: [String]) -> SocketDialect? {
    allCases.first { offered.contains($0.rawValue) }
  }
}
