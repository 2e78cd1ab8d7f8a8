// What a service says to a request that is not valid, and what the test is told.

/// Why a request is not valid.
struct ValidationFailure: Sendable, Equatable {
  /// In the order of the reference implementation; not empty.
  let errors: [ValidationError]

  /// The response that a service gives (GraphQL over HTTP, "Status Codes").
  func response(edition: HTTPEdition, as mediaType: ResponseMediaType) -> MockResponse {
    let isSyntax = errors.first?.isGrammar ?? false
    let status =
      isSyntax
      ? edition.invalidDocumentStatus(for: mediaType) : edition.invalidRequestStatus(for: mediaType)
    return MockResponse.requestErrors(
      errors.map { MockResponseError($0.message, locations: $0.locations) }
    ).status(status)
  }

  /// What messages say of the errors; a line for each.
  var lines: [String] {
    let lines = errors.prefix(Self.lineLimit).map {
      $0.description.shortened(to: Self.lengthLimit)
    }
    let rest = errors.count - lines.count
    return rest > 0 ? lines + ["and \(rest) more"] : lines
  }

  static let lineLimit = 10
  /// How many characters of an error a message shows: a cycle may have thousands of names.
  private static let lengthLimit = 2_000

  /// The whole message.
  /// - Parameters:
  ///   - title: What messages call the request.
  ///   - handler: The handler that would answer; nil if it is none.
  func message(for title: String, handler: RequestHandler?) -> String {
    let advice =
      handler.map {
        "to test exactly that, add .acceptingInvalidRequests to the handler (\($0.location))"
      } ?? "to test exactly that, state ServiceOptions(requestValidation: .warn)"
    var lines = lines
    if errors.contains(where: \.isOfEdition) {
      lines.append(
        "services of September 2026 take it: state ServiceOptions(edition: .september2026)")
    }
    // The first line says all that a list of failures has room for.
    return
      (["Invalid \(title): \(lines[0])"] + lines.dropFirst() + [advice])
      .joined(separator: "\n  ")
  }
}

extension ValidationError {
  /// Whether a later edition of the specification has descriptions where this one is.
  fileprivate var isOfEdition: Bool {
    switch reason {
    case .description, .variableDescription: true
    default: false
    }
  }

  /// Whether the grammar of the edition is broken, and no rule.
  fileprivate var isGrammar: Bool {
    switch reason {
    case .emptySelectionSet, .description, .variableDescription: true
    default: false
    }
  }
}
