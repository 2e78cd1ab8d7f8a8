/// Something that a test should be told: a request that no handler wanted, a malformed one, a
/// handler that threw.
public struct MockFailure: Sendable, Hashable {
  /// What kind of thing went wrong.
  public struct Kind: Sendable, Hashable, NamedValue {
    let rawValue: String

    private init(_ name: String) { rawValue = name }

    /// No handler and no fixture answers the request.
    public static let unhandledRequest = Kind("unhandledRequest")
    /// The request is not one that a GraphQL service would execute.
    public static let malformedRequest = Kind("malformedRequest")
    /// The document is not valid, or the variables are not (GraphQL, sections 5 and 6.1.2).
    public static let invalidRequest = Kind("invalidRequest")
    /// The answer is none that a service of this schema could give.
    public static let invalidAnswer = Kind("invalidAnswer")
    /// The schema of the service can't be found or read.
    public static let schemaError = Kind("schemaError")
    /// The closure of a handler threw, or gave an answer that can't be sent.
    public static let handlerError = Kind("handlerError")
    /// No answer can be made up from the schema.
    public static let generationError = Kind("generationError")
    /// A fixture is missing, or can't be read.
    public static let fixtureError = Kind("fixtureError")
    /// A recording can't be written, the real service gave no answer that can be recorded, or the value of `GRAPHQL_MOCK_RECORD` is not known.
    public static let recordingError = Kind("recordingError")
    /// A handler can't be used as it was registered.
    public static let registrationError = Kind("registrationError")
    /// The launch plan of an app can't be used.
    public static let launchError = Kind("launchError")

    static let allCases: [Kind] = [
      .unhandledRequest, .malformedRequest, .invalidRequest, .invalidAnswer, .schemaError,
      .handlerError, .generationError, .fixtureError, .recordingError, .registrationError,
      .launchError,
    ]
  }

  /// What kind of thing went wrong.
  public let kind: Kind
  /// The whole message, with what to do about it.
  public let message: String
  /// The number of the exchange in the journal; nil if no request was involved.
  public let exchange: Int?
  /// The handler involved; nil if there was none.
  public let handler: HandlerLocation?

  init(
    _ kind: Kind, _ message: String, exchange: Int? = nil, handler: HandlerLocation? = nil
  ) {
    self.kind = kind
    self.message = message.shortened(to: String.messageLimit)
    self.exchange = exchange
    self.handler = handler
  }
}

extension MockFailure: CustomStringConvertible {
  /// The same as ``message``.
  public var description: String { message }
}
