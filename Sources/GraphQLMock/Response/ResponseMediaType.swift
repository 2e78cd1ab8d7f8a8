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
  init(accept: String?) { self = StreamFormat.Accepted(accept: accept).mediaType }

  struct AcceptedRange: Sendable {
    /// The quality of a match, with the position of the range in the field. See `precision(for:)`.
    typealias Match = (weight: Double, precision: Int, position: Int)

    let name: String
    let parameters: HeaderParameters
    let weight: Double

    /// Returns the media ranges in an `Accept` field, in its order.
    static func all(in accept: String) -> [ResponseMediaType.AcceptedRange] {
      var isQuoted = false
      var isEscaped = false
      return accept.split { character in
        if character == "\"", !isEscaped { isQuoted.toggle() }
        isEscaped = isQuoted && character == "\\" && !isEscaped
        return character == "," && !isQuoted
      }.compactMap { text in
        let parameters = HeaderParameters(text)
        guard !parameters.value.isEmpty else { return nil }
        let weight = parameters["q"].flatMap(Double.init) ?? 1
        return ResponseMediaType.AcceptedRange(
          name: parameters.value.lowercased(), parameters: parameters,
          weight: (0...1).contains(weight) ? weight : 1)
      }
    }

    /// Returns the accepted formats, best first, each with its most specific range.
    static func accepted<Format>(
      _ formats: [Format], in ranges: [AcceptedRange], _ type: (Format) -> String
    ) -> [(format: Format, range: Match)] {
      formats.compactMap { format -> (format: Format, range: Match)? in
        let type = HeaderParameters(type(format)[...])
        return ranges.enumerated().compactMap { position, range -> Match? in
          range.precision(for: type).map { (range.weight, $0, position) }
        }.ordered { $0.precision > $1.precision }.first.map { (format, $0) }
      }.filter { $0.range.weight > 0 }.ordered { first, second in
        (first.range.weight, first.range.precision > 1 ? 1 : 0, second.range.position)
          > (second.range.weight, second.range.precision > 1 ? 1 : 0, first.range.position)
      }
    }

    /// Returns 0 for `*/*`, 1 for `text/*`, 2 for a type, and more for one with parameters. Others don't match.
    private func precision(for type: HeaderParameters) -> Int? {
      if name == "*/*" { return 0 }
      guard name == type.value else {
        return name.hasSuffix("/*") && type.value.hasPrefix(name.dropLast()) ? 1 : nil
      }
      let stated = parameters.all.filter {
        !["q", "charset", "boundary"].contains($0.name.lowercased())
      }
      return stated.allSatisfy { type[$0.name] == $0.value } ? 2 + stated.count : nil
    }
  }
}
