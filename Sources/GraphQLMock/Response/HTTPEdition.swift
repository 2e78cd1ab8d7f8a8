/// Which rules of GraphQL over HTTP a service follows where editions differ.
public struct HTTPEdition: Sendable, Hashable, NamedValue {
  /// The name of the value, as files have it.
  let rawValue: String

  private init(_ name: String) { rawValue = name }

  /// What deployed servers do and deployed clients expect: the drafts before the first edition.
  public static let deployed = HTTPEdition("deployed")
  /// The first edition of GraphQL over HTTP, of September 2026, with its status codes 294 and 422.
  public static let september2026 = HTTPEdition("september2026")

  /// All values that there are in this version.
  static let allCases: [HTTPEdition] = [.deployed, .september2026]
}

extension HTTPEdition {
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

  /// The status of a request whose operation can't be determined, whose document is not valid, or whose
  /// variables can't be coerced.
  func invalidRequestStatus(for mediaType: ResponseMediaType) -> Int {
    switch (self, mediaType) {
    case (_, .json): 200
    case (.september2026, .graphQLResponse): 422
    default: 400
    }
  }
}
