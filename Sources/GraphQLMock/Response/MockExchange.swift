public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An entry of a service's journal: a request, and how the service answered it.
///
/// ```swift
/// #expect(service.exchanges(named: "Like").map(\.variables) == [["id": 7]])
/// ```
public struct MockExchange: Sendable, Identifiable {
  /// The way that a request ended.
  public enum Ending: Sendable, Hashable {
    /// The client received a response.
    case answered
    /// The client received an error.
    case failed(URLError)
    /// The request was sent to the real network.
    case passedThrough
    /// The client canceled the request before it received the whole response.
    case cancelled

    package var error: URLError? {
      if case .failed(let error) = self { error } else { nil }
    }
  }

  /// The number of the request in order of arrival, starting at 0 and continuing after `reset()`.
  public let id: Int
  /// The HTTP request, with its body in `httpBody` unless the body exceeds the journal's limit.
  public let urlRequest: URLRequest
  /// The length of the request's body in bytes, even if the journal didn't keep the body.
  public let requestBodyLength: Int
  /// The operations of the request, or an empty array for plain HTTP, unreadable requests and unknown persisted
  /// queries.
  ///
  /// Variables and extensions are missing if both they and the body exceed the journal's limit.
  package let operations: [OperationRequest]
  /// The position in the batch, starting at 0, or nil if the request isn't part of a batch.
  ///
  /// Each entry of a batch is an exchange with its own response or failure and the same ``urlRequest``.
  public let batchPosition: Int?
  /// The location of the chosen handler, or nil if there is none or if a fixture table answered.
  public internal(set) var handler: HandlerLocation?
  /// The name of the fixture that answered, if any.
  public internal(set) var fixture: String?
  /// The position in a sequence of responses, or nil if the handler or fixture has only one response.
  var turn: MockExchange.ResponseTurn?
  var source: (any MockExchange.AnswerSource)?
  var wording: (any MockExchange.Wording)?
  /// The response, or nil while the request is pending and if it ended before the client received anything.
  public internal(set) var response: ExchangeResponse?
  /// The way that the request ended, or nil while it's pending.
  public internal(set) var ending: Ending?
  /// The failure of the request, if any.
  public internal(set) var failure: MockFailure?
  /// The problems of the request or the answer that don't fail the test; see ``ValidationMode/warn``.
  public internal(set) var warnings: [String] = []
  /// The time from arrival to end, or nil while the request is pending.
  public internal(set) var duration: Duration?

  var wait: PendingWait?
  var isCutOff = false

  /// The time at which the request arrived.
  public let startedAt: Date
  let started: ContinuousClock.Instant
  /// The approximate number of bytes of memory that the request uses.
  let requestSize: Int

  init(
    id: Int, urlRequest: URLRequest, operations: [OperationRequest],
    started: ContinuousClock.Instant, startedAt: Date = Date(), bodyLimit: Int = .max,
    batchPosition: Int? = nil
  ) {
    self.batchPosition = batchPosition
    self.startedAt = startedAt
    self.id = id
    requestBodyLength = urlRequest.httpBody?.count ?? 0
    self.started = started
    var (request, kept) = (urlRequest, operations)
    if requestBodyLength > bodyLimit {
      request.httpBody = nil
      kept = operations.map { $0.keeping(request, bodyLimit: bodyLimit) }
    }
    (self.urlRequest, self.operations) = (request, kept)
    // Variables are in memory twice, as text and as a parsed value.
    requestSize = kept.reduce(request.httpBody?.count ?? 0) { $0 + 2 * $1.variablesSize }
  }

  /// The reason why the request is pending, or was pending when it failed or was canceled; otherwise nil.
  ///
  /// An example is `for a delay of 5 s on a SteppedClock that was never advanced (ShopTests.swift:12)`.
  public var waitsFor: String? { wait?.text }

  /// The requested operation, without a document, name, and variables if the request is plain HTTP or unreadable.
  public var request: OperationRequest {
    operations.first ?? OperationRequest(withoutOperation: urlRequest)
  }

  /// The name of the operation, or nil for an anonymous operation and for plain HTTP.
  public var name: String? { request.name }

  /// The variables as the client sent them, or `[:]` if there are none.
  public var variables: MockJSON { request.variables }

  /// The document, or nil for plain HTTP and for a persisted operation with an unknown document.
  public var document: String? { request.document }

  struct ResponseTurn: Sendable, CustomStringConvertible {
    /// The index of the response in the sequence, where the last response repeats from `count` on.
    let step: Int
    let count: Int

    var description: String {
      "response \(min(step + 1, count)) of \(count)" + (step < count ? "" : ", again")
    }
  }

  protocol AnswerSource: AnyObject, Sendable {
    var statement: String { get }
    /// The text that distinguishes the source from others at the same location, or an empty string.
    var positionNote: String { get }
    /// The precedence of the source. Sources with a higher rank are tried first.
    var rank: Int { get }
    var location: HandlerLocation? { get }
  }

  /// The texts about an exchange, which the folder Service implements, because Response must not depend on Service.
  protocol Wording: Sendable {
    func description(of exchange: MockExchange) -> String
    func title(of exchange: MockExchange) -> String
  }
}
