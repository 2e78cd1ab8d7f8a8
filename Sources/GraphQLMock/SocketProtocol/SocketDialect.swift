enum SocketDialect: String, Sendable, CaseIterable {
  case transport = "graphql-transport-ws"
  case legacy = "graphql-ws"

  /// Returns `graphql-transport-ws` if the client offers it, otherwise `graphql-ws`, or nil if it offers neither.
  static func choose(from offered: [String]) -> SocketDialect? {
    allCases.first { offered.contains($0.rawValue) }
  }
}
