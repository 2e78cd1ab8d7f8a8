// What a request means to the single connection mode of GraphQL over SSE: a client reserves a stream,
// opens it, and has the results of many operations come through it.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A step of the protocol.
///
/// Sections in quotation marks are those of "GraphQL over Server-Sent Events
/// Protocol", single connection mode.
enum EventStreamRequest: Sendable {
  /// "Making reservations".
  case reserve(token: String?)
  /// "Establishing SSE connection".
  case connect(token: String)
  /// "Executing operations".
  case execute(token: String, OperationRequest)
  /// "Stopping streaming operations".
  case stop(token: String, operationID: String)
  /// A token that no stream has.
  case unknown

  static let tokenField = "X-GraphQL-Event-Stream-Token"

  /// - Parameters:
  ///   - isAtEndpoint: Whether the request goes to a stated endpoint, where nothing but GraphQL does.
  ///   - hasReservations: Whether a client has ever reserved a stream.
  ///   - isReserved: Whether there is a stream of a token.
  /// - Returns: nil for a request that has nothing to do with it.
  init?(
    _ received: ReceivedRequest, isAtEndpoint: Bool, hasReservations: @autoclosure () -> Bool,
    isReserved: (String) -> Bool
  ) {
    let request = received.urlRequest
    // Nobody else pays for it.
    guard
      request.httpMethod == "PUT" && isAtEndpoint
        || request.value(ofHeader: Self.tokenField) != nil
        || request.url?.query?.contains("token=") == true
    else { return nil }
    let items = QueryItems(request.url)
    let token =
      request.value(ofHeader: Self.tokenField) ?? items.values(of: "token").first
    if request.httpMethod == "PUT" {
      // A server gives what has no body an empty one.
      guard isAtEndpoint, request.httpBody?.isEmpty ?? true else { return nil }
      self = .reserve(token: token)
      return
    }
    guard let token, isAtEndpoint || isReserved(token) else { return nil }
    let accepted = AcceptedStreams(accept: request.value(ofHeader: "Accept"))
    if accepted.isOnlyEventStream, accepted.formats == [.eventStream] {
      // Without a reservation it is a request as any other (graphql-sse, createHandler).
      guard isReserved(token) else { return nil }
      self = .connect(token: token)
    } else if !isReserved(token) {
      // An item of the URL may be any token.
      guard request.value(ofHeader: Self.tokenField) != nil || hasReservations() else {
        return nil
      }
      self = .unknown
    } else if request.httpMethod == "DELETE" {
      self = .stop(token: token, operationID: items.values(of: "operationId").first ?? "")
    } else if let operation = received.operation {
      self = .execute(token: token, operation)
    } else {
      return nil
    }
  }
}

/// Why a step of the protocol is refused, in the words of the reference implementation (graphql-sse).
enum EventStreamRefusal: Sendable, Hashable {
  case registered, open, unknown, noOperationID, sameOperationID

  var status: Int {
    switch self {
    case .registered, .open, .sameOperationID: 409
    case .unknown: 404
    case .noOperationID: 400
    }
  }

  var message: String {
    switch self {
    case .registered: "Stream already registered"
    case .open: "Stream already open"
    case .unknown: "Stream not found"
    case .noOperationID: "Operation ID is missing"
    case .sameOperationID: "Operation with ID already exists"
    }
  }
}
