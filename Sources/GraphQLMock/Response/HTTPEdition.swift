/// Which rules of GraphQL over HTTP a service follows where editions differ.
public enum HTTPEdition: String, Sendable, Hashable, Codable, CaseIterable {
  /// What deployed servers do and deployed clients expect: the drafts before the first edition.
  case deployed
  /// The first edition of GraphQL over HTTP, of September 2026, with its status codes 294 and 422.
  case september2026

  /// The status of a response with data and errors.
  func partialDataStatus(for mediaType: ResponseMediaType) -> Int {
    switch (self, mediaType) {
    case (.september2026, .graphQLResponse): 294
    default: 200
    }
  }

  /// The status of a request with a parameter that is missing or of the wrong type.
  func invalidParametersStatus(for mediaType: ResponseMediaType) -> Int {
    switch (self, mediaType) {
    case (.september2026, .graphQLResponse): 422
    default: 400
    }
  }

  /// The status of a document that can't be parsed.
  func invalidDocumentStatus(for mediaType: ResponseMediaType) -> Int {
    mediaType == .json ? 200 : 400
  }

  /// The status of a request whose operation can't be determined.
  func unknownOperationStatus(for mediaType: ResponseMediaType) -> Int {
    switch (self, mediaType) {
    case (_, .json): 200
    case (.september2026, .graphQLResponse): 422
    case (.deployed, .graphQLResponse): 400
    }
  }
}
