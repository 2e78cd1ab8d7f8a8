/// Something that a test should be told: a request that no handler wanted, a malformed one, a
/// handler that threw.
public struct MockFailure: Sendable, Hashable {
  /// What kind of thing went wrong.
  public enum Kind: String, Sendable, CaseIterable {
    /// No handler and no fixture answers the request.
    case unhandledRequest
    /// The request is not one that a GraphQL service would execute.
    case malformedRequest
    /// The document is not valid, or the variables are not (GraphQL, sections 5 and 6.1.2).
    case invalidRequest
    /// The answer is none that a service of this schema could give.
    case invalidAnswer
    /// The schema of the service can't be found or read.
    case schemaError
    /// The closure of a handler threw, or gave an answer that can't be sent.
    case handlerError
    /// No answer can be made up from the schema.
    case generationError
    /// A fixture is missing, or can't be read.
    case fixtureError
    /// A recording can't be written, the real service gave no answer that can be recorded, or the value of `GRAPHQL_MOCK_RECORD` is not known.
    case recordingError
    /// A handler can't be used as it was registered.
    case registrationError
    /// The launch plan of an app can't be used.
    case launchError
  }

  /// What kind of thing went wrong.
  public let kind: Kind
  /// The whole message, with what to do about it.
  public let message: String
  /// The ``MockExchange/id`` of the exchange; nil if no request was involved.
  public let exchangeID: Int?
  /// The handler involved; nil if there was none.
  public let handler: HandlerLocation?

  init(
    _ kind: Kind, _ message: String, exchange: Int? = nil, handler: HandlerLocation? = nil
  ) {
    self.kind = kind
    self.message = message.shortened(to: String.messageLimit)
    self.exchangeID = exchange
    self.handler = handler
  }
}

extension MockFailure: CustomStringConvertible {
  /// The same as ``message``.
  public var description: String { message }
}
