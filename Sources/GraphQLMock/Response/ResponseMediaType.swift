enum ResponseMediaType: Sendable, Equatable {
  case graphQLResponse
  case json
  /// JSON for clients that accept only event streams and expect errors with status 200 (GraphQL over SSE).
  case eventStream

  var contentType: String {
    switch self {
    case .graphQLResponse: "application/graphql-response+json; charset=utf-8"
    case .json, .eventStream: "application/json; charset=utf-8"
    }
  }

  /// Chooses the media type with the greatest weight in an `Accept` field (RFC 9110, section 12.5.1).
  init(accept: String?) { self = accept.map { Self.known.value(for: $0, Self.chosen) } ?? .json }

  /// A cache, because most processes see only one or two values of `Accept`.
  private static let known = SmallCache<String, ResponseMediaType>()

  private static func chosen(from accept: String) -> ResponseMediaType {
    let known = ResponseMediaType.AcceptedRange.all(in: accept).compactMap {
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
      ?? (StreamFormat.Accepted(accept: accept).isOnlyEventStream ? .eventStream : .json)
  }

  struct AcceptedRange: Sendable {
    let name: String
    let parameters: HeaderParameters
    let weight: Double

    /// Returns the media types in an `Accept` field, sorted by descending weight.
    static func all(in accept: String) -> [ResponseMediaType.AcceptedRange] {
      accept.split(separator: ",").compactMap { text -> ResponseMediaType.AcceptedRange? in
        let parameters = HeaderParameters(text)
        let weight = parameters["q"].flatMap(Double.init) ?? 1
        guard weight > 0, !parameters.value.isEmpty else { return nil }
        return ResponseMediaType.AcceptedRange(
          name: parameters.value.lowercased(), parameters: parameters, weight: weight)
      }.ordered { $0.weight > $1.weight }
    }
  }
}
