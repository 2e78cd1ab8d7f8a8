/// The edition of the GraphQL over HTTP specification that a service follows.
public enum HTTPEdition: String, Sendable, CaseIterable {
  /// The drafts before the first edition, which deployed servers and clients follow.
  case deployed
  /// The first edition of GraphQL over HTTP, of September 2026, with its status codes 294 and 422.
  case september2026

  /// Returns the status of a response with `errors` and a `data` member, "even if it is null".
  func partialDataStatus(for mediaType: ResponseMediaType) -> Int {
    self == .september2026 && mediaType == .graphQLResponse ? 294 : 200
  }

  var invalidParametersStatus: Int { self == .september2026 ? 422 : 400 }

  func invalidDocumentStatus(for mediaType: ResponseMediaType) -> Int {
    usesSuccess(for: mediaType) ? 200 : 400
  }

  /// Returns the status for an invalid document, an ambiguous operation, or variables that can't be coerced.
  func invalidRequestStatus(for mediaType: ResponseMediaType) -> Int {
    usesSuccess(for: mediaType) ? 200 : invalidParametersStatus
  }

  /// Returns whether request errors have status 200, as in event streams and, in the drafts, as `application/json`.
  private func usesSuccess(for mediaType: ResponseMediaType) -> Bool {
    mediaType == .eventStream || (self == .deployed && mediaType == .json)
  }

  /// Returns the media type of a request error; the first edition requires a 2xx status for `application/json`.
  func mediaType(
    ofRequestError status: Int, for mediaType: ResponseMediaType
  ) -> ResponseMediaType {
    self == .september2026 && mediaType == .json && !(200..<300).contains(status)
      ? .graphQLResponse : mediaType
  }
}
