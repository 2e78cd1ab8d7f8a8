/// The edition of the GraphQL over HTTP specification that a service follows.
public enum HTTPEdition: String, Sendable, CaseIterable {
  /// The drafts before the first edition, which deployed servers and clients follow.
  case deployed
  /// The first edition of GraphQL over HTTP, of September 2026, with its status codes 294 and 422.
  case september2026

  /// For a response with errors and data, "even if it is null".
  func partialDataStatus(for mediaType: ResponseMediaType) -> Int {
    switch (self, mediaType) {
    case (.september2026, .graphQLResponse): 294
    default: 200
    }
  }

  var invalidParametersStatus: Int { self == .september2026 ? 422 : 400 }

  func invalidDocumentStatus(for mediaType: ResponseMediaType) -> Int {
    usesSuccess(for: mediaType) ? 200 : 400
  }

  /// For an invalid document, an ambiguous operation, or variables that can't be coerced.
  func invalidRequestStatus(for mediaType: ResponseMediaType) -> Int {
    usesSuccess(for: mediaType) ? 200 : invalidParametersStatus
  }

  /// Request errors succeed in event streams, and in the drafts as `application/json`.
  private func usesSuccess(for mediaType: ResponseMediaType) -> Bool {
    mediaType == .eventStream || (self == .deployed && mediaType == .json)
  }

  /// Only "any response that produces a 2xx status code should replace the Content-Type header with" JSON.
  func mediaType(
    ofRequestError status: Int, for mediaType: ResponseMediaType
  ) -> ResponseMediaType {
    self == .september2026 && mediaType == .json && !(200..<300).contains(status)
      ? .graphQLResponse : mediaType
  }
}
