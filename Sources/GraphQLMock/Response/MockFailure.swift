public import Foundation

/// Something that a test should be told: a request that no handler wanted, a malformed one, a
/// handler that threw.
public struct MockFailure: Error, Sendable, Hashable {
  /// What kind of thing went wrong.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No handler and no fixture answers the request.
    case unhandledRequest
    /// The request is not one that a GraphQL service would execute.
    case malformedRequest
    /// The closure of a handler threw, or gave an answer that can't be sent.
    case handlerError
    /// A fixture is missing, or can't be read.
    case fixtureError
    /// A recording can't be written, or the wish to record can't be understood.
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
  /// The number of the exchange in the journal; nil if no request was involved.
  public let exchange: Int?
  /// The handler involved; nil if there was none.
  public let handler: HandlerLocation?

  init(
    _ kind: Kind, _ message: String, exchange: Int? = nil, handler: HandlerLocation? = nil
  ) {
    self.kind = kind
    self.message = message
    self.exchange = exchange
    self.handler = handler
  }
}

extension MockFailure: CustomStringConvertible, LocalizedError {
  /// The same as ``message``.
  public var description: String { message }

  /// The same as ``message``.
  public var errorDescription: String? { message }
}
