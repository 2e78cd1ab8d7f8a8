/// Which rules of GraphQL over HTTP a service follows where editions differ.
public enum HTTPEdition: String, Sendable, CaseIterable {
  /// What deployed servers do and deployed clients expect: the drafts before the first edition.
  case deployed
  /// The first edition of GraphQL over HTTP, of September 2026, with its status codes 294 and 422.
  case september2026
}

extension HTTPEdition {
  /// The status of a response with errors and data, "even if it is null".
  func partialDataStatus(for mediaType: ResponseMediaType) -> Int {
    switch (self, mediaType) {
    case (.september2026, .graphQLResponse): 294
    default: 200
    }
  }

  /// The status for a parameter that is missing or has the wrong type.
  var invalidParametersStatus: Int { self == .september2026 ? 422 : 400 }

  /// The status for a document that can't be parsed.
  func invalidDocumentStatus(for mediaType: ResponseMediaType) -> Int {
    usesSuccess(for: mediaType) ? 200 : 400
  }

  /// The status for an invalid document, an ambiguous operation, or variables that can't be coerced.
  func invalidRequestStatus(for mediaType: ResponseMediaType) -> Int {
    usesSuccess(for: mediaType) ? 200 : invalidParametersStatus
  }

  /// Whether request errors have a success status: in event streams, and in the drafts as `application/json`.
  private func usesSuccess(for mediaType: ResponseMediaType) -> Bool {
    mediaType == .eventStream || (self == .deployed && mediaType == .json)
  }

  /// The media type of a request error: "any response that produces a 2xx status code should replace the Content-Type
  /// header with Content-Type: application/json".
  func mediaType(
    ofRequestError status: Int, for mediaType: ResponseMediaType
  ) -> ResponseMediaType {
    self == .september2026 && mediaType == .json && !(200..<300).contains(status)
      ? .graphQLResponse : mediaType
  }
}
