/// A failure that a test reports, such as an unhandled or malformed request, or an error that a handler threw.
public struct MockFailure: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Kind: String, Sendable, CaseIterable {
    /// No handler and no fixture answers the request.
    case unhandledRequest
    /// The request is malformed, so a GraphQL service couldn't execute it.
    case malformedRequest
    /// The document or the variables are invalid (GraphQL, sections 5 and 6.1.2).
    case invalidRequest
    /// The response is invalid for the document of the request or for the schema.
    case invalidResponse
    /// The schema of the service is missing or can't be read.
    case schemaError
    /// The closure of a handler threw an error, or returned a response that can't be sent.
    case handlerError
    /// The response can't be generated from the schema.
    case generationError
    /// A fixture is missing or can't be read.
    case fixtureError
    /// Recording failed, or the environment variable `GRAPHQL_MOCK_RECORD` is invalid.
    case recordingError
    /// A handler was registered incorrectly and can't be used.
    case registrationError
    /// The launch plan (the configuration that a UI test gives to an app) can't be used.
    case launchError
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The complete message, which also says how to fix the problem.
  public let message: String
  /// The ``ReceivedRequest/id`` of the request, or nil if the failure doesn't concern a request.
  public let requestID: Int?
  /// The source location of the handler, or of the scope that states the table or the schema, or nil for other causes.
  public let handler: CodeLocation?

  /// - Parameter message: A text without secrets, because reports and files show it.
  init(_ kind: Kind, _ message: String, request: Int? = nil, handler: CodeLocation? = nil) {
    self.kind = kind
    self.message = message.escapingControls().shortened(to: String.messageLimit)
    self.requestID = request
    self.handler = handler
  }

  /// The same text as ``message``.
  public var description: String { message }
}

extension ResponseWritingError {
  var kind: MockFailure.Kind {
    switch self {
    case .unknownFixture, .invalidFixture: .fixtureError
    case .invalidResponse(let isOfFixture, _): isOfFixture ? .fixtureError : .invalidResponse
    case .event(_, let error): error.kind
    case .notGenerated: .generationError  // `withResponseVariants` skips such a run as too large.
    // The response, as stated or returned by a closure, can't be sent.
    case .unencodable, .invalidStatus, .negativeByteCount, .invalidFieldName, .invalidFieldValue,
      .challenge, .relayedChallenge, .unreadableFile, .noSelection, .noData, .wrongRootType,
      .tooManyFields, .thrown, .partWithoutPlace, .noEvent, .notReceived, .noChangedResponse,
      .filesInBatch, .eventsNotAccepted, .streamIsTaken:
      .handlerError
    }
  }
}
