// Which media type a GraphQL response gets, from the request's `Accept` header field.

enum ResponseMediaType: Sendable, Hashable {
  /// `application/graphql-response+json` (GraphQL over HTTP, "Media Types").
  case graphQLResponse
  /// `application/json`, what clients that name nothing else get.
  case json

  var contentType: String {
    switch self {
    case .graphQLResponse: "application/graphql-response+json; charset=utf-8"
    case .json: "application/json; charset=utf-8"
    }
  }

  /// Chooses what a client prefers (RFC 9110, section 12.5.1).
  ///
  /// Of equal weights the one that is named first wins, and `application/json` where only a wildcard
  /// asks: deployed clients of that kind expect it.
  /// - Parameter accept: The field's value; nil if the request has none.
  init(accept: String?) {
    guard let accept else {
      self = .json
      return
    }
    self = Self.known.value(for: accept) { ResponseMediaType(parsing: $0) }
  }

  /// What clients asked for lately: most processes know one value of the field or two.
  private static let known = SmallCache<String, ResponseMediaType>()

  private init(parsing accept: String) { self = Self.best(in: accept) ?? .json }

  /// Whether a client reads a result in any form: one in JSON, or several.
  static func isReadable(accept: String) -> Bool {
    accept.contains("/*") || best(in: accept) != nil
      || !AcceptedStreams(accept: accept).formats.isEmpty
  }

  private static func best(in accept: String) -> ResponseMediaType? {
    var best: (type: ResponseMediaType, weight: Double, isExact: Bool)?
    for range in accept.split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.trimmingASCIIWhitespace() }
      guard let name = parts.first?.lowercased() else { continue }
      let weight = Self.weight(of: parts.dropFirst())
      guard weight > 0 else { continue }
      let candidate: (type: ResponseMediaType, isExact: Bool)
      switch name {
      case "application/graphql-response+json": candidate = (.graphQLResponse, true)
      case "application/json": candidate = (.json, true)
      case "application/*", "*/*": candidate = (.json, false)
      default: continue
      }
      let isBetter =
        best.map { weight > $0.weight || weight == $0.weight && candidate.isExact && !$0.isExact }
        ?? true
      if isBetter { best = (candidate.type, weight, candidate.isExact) }
    }
    return best?.type
  }

  private static func weight(of parameters: some Sequence<String>) -> Double {
    for parameter in parameters {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].trimmingASCIIWhitespace().lowercased() == "q" else { continue }
      return Double(pair[1].trimmingASCIIWhitespace()) ?? 1
    }
    return 1
  }
}
