/// The edition of the GraphQL over HTTP specification that a service follows.
public enum SpecificationEdition: String, Sendable, CaseIterable {
  /// The drafts before the first edition of the specification, which deployed servers and clients follow.
  case deployed
  /// The first edition of the specification, of September 2026, with the status codes 294 and 422.
  case september2026

  /// Returns the HTTP status of a response that has both `errors` and `data`, even if `data` is null.
  func partialDataStatus(for mediaType: ResponseMediaType) -> Int {
    self == .september2026 && mediaType == .graphQLResponse ? 294 : 200
  }

  /// The HTTP status for a request whose parameters are missing or of the wrong type.
  var invalidParametersStatus: Int { self == .september2026 ? 422 : 400 }

  func unparsableDocumentStatus(for mediaType: ResponseMediaType) -> Int {
    usesSuccess(for: mediaType) ? 200 : 400
  }

  /// Returns the HTTP status for a document that breaks a rule, an ambiguous operation, or variables of wrong types.
  func invalidRequestStatus(for mediaType: ResponseMediaType) -> Int {
    usesSuccess(for: mediaType) ? 200 : invalidParametersStatus
  }

  /// Returns whether request errors have the status 200, which depends on the edition and the media type.
  private func usesSuccess(for mediaType: ResponseMediaType) -> Bool {
    mediaType == .eventStream || (self == .deployed && mediaType == .json)
  }

  /// Returns the media type of a request error. The first edition allows `application/json` only with a 2xx status.
  func mediaType(
    ofRequestError status: Int, for mediaType: ResponseMediaType
  ) -> ResponseMediaType {
    self == .september2026 && mediaType == .json && !(200..<300).contains(status)
      ? .graphQLResponse : mediaType
  }
}
