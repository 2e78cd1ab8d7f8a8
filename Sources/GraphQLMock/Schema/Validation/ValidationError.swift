/// An error in a document or in the values of variables (GraphQL specification, sections 5 and 6.1.2).
struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  let reason: Reason
  /// The locations of the error, in the same order as in graphql-js. Columns are counted in UTF-16 code units.
  let locations: [MockResponseError.Location]

  /// Returns the error with each value that its message quotes replaced by `shown`, which hides secrets.
  func quoting(_ shown: (String) -> String) -> ValidationError {
    ValidationError(reason: reason.quoting(shown), locations: locations)
  }

  var message: String { reason.message }

  var description: String {
    if locations.isEmpty { return message }
    let places = locations.map { "\($0.line):\($0.column)" }.joined(separator: ", ")
    return "\(message) (\(places))"
  }

  static func located(_ findings: [ValidationFinding], in document: Document) -> [ValidationError] {
    let offsets = Set(findings.flatMap(\.places)).sorted()
    let positions = TextPosition.positions(of: offsets, in: document.bytes.span)
    let locations = positions.map {
      MockResponseError.Location(line: $0.line, column: $0.utf16Column)
    }
    let known = Dictionary(uniqueKeysWithValues: zip(offsets, locations))
    return findings.map { finding in
      ValidationError(reason: finding.reason, locations: finding.places.compactMap { known[$0] })
    }
  }
}

/// An error before its byte offsets in the document are converted by `ValidationError.located`.
struct ValidationFinding: Sendable {
  let reason: ValidationError.Reason
  /// The byte offsets of the error, in the same order as in graphql-js.
  let places: [Int]
}
