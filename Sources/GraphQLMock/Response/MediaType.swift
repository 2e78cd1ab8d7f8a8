// Which media type a GraphQL response gets, from the request's `Accept` header field.

enum ResponseMediaType: Sendable, Equatable {
  /// `application/graphql-response+json` (GraphQL over HTTP, "Media Types").
  case graphQLResponse
  /// `application/json`, what clients that name nothing else get.
  case json
  /// What stands in the events of a client that takes nothing else (GraphQL over SSE).
  case eventStream

  var contentType: String {
    switch self {
    case .graphQLResponse: "application/graphql-response+json; charset=utf-8"
    case .json, .eventStream: "application/json; charset=utf-8"
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

  private init(parsing accept: String) {
    self =
      Self.best(in: accept)
      ?? (AcceptedStreams(accept: accept).isOnlyEventStream ? .eventStream : .json)
  }

  private static func best(in accept: String) -> ResponseMediaType? {
    let known = AcceptedRange.all(in: accept).compactMap {
      range -> (type: ResponseMediaType, weight: Double, isExact: Bool)? in
      switch range.name {
      case "application/graphql-response+json": (.graphQLResponse, range.weight, true)
      case "application/json": (.json, range.weight, true)
      case "application/*", "*/*": (.json, range.weight, false)
      default: nil
      }
    }
    let best = known.prefix { $0.weight == known[0].weight }
    return (best.first(where: \.isExact) ?? best.first)?.type
  }
}

/// A media type that a client accepts, or several of them (RFC 9110, section 12.5.1).
struct AcceptedRange: Sendable {
  /// In lower case.
  let name: String
  let parameters: HeaderParameters
  /// Greater than 0.
  let weight: Double

  /// Those of greater weight first.
  static func all(in accept: String) -> [AcceptedRange] {
    accept.split(separator: ",").compactMap { text -> AcceptedRange? in
      let parameters = HeaderParameters(text)
      let weight = parameters["q"].flatMap(Double.init) ?? 1
      guard weight > 0, !parameters.value.isEmpty else { return nil }
      return AcceptedRange(
        name: parameters.value.lowercased(), parameters: parameters, weight: weight)
    }.ordered { $0.weight > $1.weight }
  }
}
