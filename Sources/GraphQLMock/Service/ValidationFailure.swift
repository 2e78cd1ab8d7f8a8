struct ValidationFailure: Sendable, Equatable {
  /// The errors of a request, never empty, or its warnings, in the order of graphql-js (the reference implementation).
  let errors: [ValidationError]

  /// Returns the response that a server sends to an invalid request (GraphQL over HTTP, "Status Codes").
  func response(edition: SpecificationEdition, as mediaType: ResponseMediaType) -> MockResponse {
    MockResponse.requestErrors(
      errors.map { MockResponseError($0.message, locations: $0.locations) }
    ).status(edition.invalidRequestStatus(for: mediaType))
  }

  /// The errors must have been redacted by `RequestExecution.redacted(_:)`. The response has them as they are.
  var lines: [String] {
    let lines = errors.prefix(Self.lineLimit).map { $0.description.shortened(to: Self.lengthLimit) }
    let rest = errors.count - lines.count
    return rest > 0 ? lines + ["and \(rest) more"] : lines
  }

  static let lineLimit = 10
  /// The maximum number of code points of an error. Errors about fragment cycles may contain thousands of names.
  private static let lengthLimit = 2_000

  func message(for title: String, handler: RequestHandler?) -> String {
    let advice =
      handler.map {
        "if the test sends it on purpose, add .acceptingInvalidRequests to the handler (\($0.location))"
      } ?? "if the test sends it on purpose, set ServiceOptions(requestValidation: .warn)"
    var lines = lines
    if errors.contains(where: \.isOfEdition) {
      lines.append(
        "the September 2026 edition allows it: set ServiceOptions(edition: .september2026)")
    }
    // Some lists of failures show only the first line, so it contains the first error.
    return (["Invalid \(title): \(lines[0])"] + lines.dropFirst() + [advice]).joined(
      separator: "\n  ")
  }
}

extension ValidationError {
  /// Whether only the newer edition allows what the error concerns, as the first cases of `Reason`.
  fileprivate var isOfEdition: Bool {
    if case .variableDescription = reason { return true }
    return reason == .description || reason == .emptySelectionSet
  }
}
