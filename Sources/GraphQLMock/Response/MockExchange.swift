public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// One entry of a service's journal: a request that arrived, and what became of it.
///
/// ```swift
/// #expect(service.exchanges(named: "Like").map(\.variables) == [["id": 7]])
/// ```
public struct MockExchange: Sendable, Identifiable {
  /// How a request ended.
  public enum Ending: Sendable, Hashable {
    /// The client received a response.
    case answered
    /// The client received an error.
    case failed(URLError)
    /// The request went to the real network.
    case passedThrough
    /// The client canceled the request before it received the whole answer.
    case cancelled

    /// The error that the client got; nil if it got none.
    package var error: URLError? {
      if case .failed(let error) = self { error } else { nil }
    }
  }

  /// The number of the request, counted from 0 in order of arrival.
  ///
  /// It goes on after `reset()`, and is no index into `exchanges`.
  public let id: Int
  /// The HTTP request, with its body readable in `httpBody`, unless the body is longer than the
  /// journal keeps.
  public let urlRequest: URLRequest
  /// How many bytes the body of the request has, kept or not.
  public let requestBodyLength: Int
  /// The operation that was asked for, at most one; none in plain HTTP, in a request that could not be
  /// read, and in one that names an automatic persisted query that is not known yet.
  ///
  /// Where the body is longer than the journal keeps, variables and extensions that are longer, too, read
  /// as absent.
  package let operations: [OperationRequest]
  /// The position in the batch, counted from 0; nil for a request of its own.
  ///
  /// A batch is as many exchanges as it has entries, all with the same ``urlRequest``. Each has the
  /// response, or the failure, of its entry.
  public let batchPosition: Int?
  /// Where the chosen handler was written; nil if none was chosen, or if a fixture table answered.
  public internal(set) var handler: HandlerLocation?
  /// The name of the fixture that answered; nil if none did.
  public internal(set) var fixture: String?
  /// Nil if there is only one response.
  var turn: MockExchange.ResponseTurn?
  var source: (any MockExchange.AnswerSource)?
  var wording: (any MockExchange.Wording)?
  /// What the client was sent; nil before the end, and if the request failed or was cancelled before
  /// anything was sent.
  public internal(set) var response: ExchangeResponse?
  /// How the request ended; nil while it is open.
  public internal(set) var ending: Ending?
  /// What went wrong with the request, if anything did.
  public internal(set) var failure: MockFailure?
  /// What is odd about the request or the answer: see ``ValidationMode/warn``.
  public internal(set) var warnings: [String] = []
  /// The time from arrival to end; nil while the request is open.
  public internal(set) var duration: Duration?

  var wait: PendingWait?
  /// Whether it was pending when its service ended.
  var isCutOff = false

  /// When the request arrived.
  public let startedAt: Date
  let started: ContinuousClock.Instant
  /// The approximate memory of the request, in bytes.
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
    if requestBodyLength > bodyLimit {
      var request = urlRequest
      request.httpBody = nil
      self.urlRequest = request
      self.operations = operations.map { $0.keeping(request, bodyLimit: bodyLimit) }
    } else {
      self.urlRequest = urlRequest
      self.operations = operations
    }
    self.started = started
    var size = requestBodyLength > bodyLimit ? 0 : requestBodyLength
    // Counts the text of the variables and their parsed value.
    for operation in self.operations { size += 2 * operation.variablesSize }
    requestSize = size
  }

  /// What the request waits for while it is open, and what it waited for if it was cancelled, or ended by a
  /// time-out, by a failure of the real service, or with its own service; nil where nothing is known of that.
  ///
  /// Such as `for a delay of 5 s on a SteppedClock that was never moved (ShopTests.swift:12)`.
  public var waitsFor: String? { wait?.text }

  /// The operation that was asked for.
  ///
  /// For plain HTTP, and for a request that could not be read, it is one without document, name and
  /// variables.
  public var request: OperationRequest {
    operations.first ?? OperationRequest(withoutOperation: urlRequest)
  }

  /// The operation's own name; nil for an anonymous operation and for plain HTTP.
  public var name: String? { request.name }

  /// The variables as they were sent; `[:]` if there are none.
  public var variables: MockJSON { request.variables }

  /// The document; nil for plain HTTP, and for a persisted operation whose document isn't known.
  public var document: String? { request.document }
}

extension MockExchange {
  struct ResponseTurn: Sendable, CustomStringConvertible {
    /// Starts at 0; the last response repeats beyond `count`.
    let step: Int
    let count: Int

    var description: String {
      "response \(min(step + 1, count)) of \(count)" + (step < count ? "" : ", again")
    }
  }
}

extension MockExchange {
  protocol AnswerSource: AnyObject, Sendable {
    var statement: String { get }
    /// Empty if the location is unique.
    var positionNote: String { get }
    /// Higher ranks are tried first.
    var rank: Int { get }
    var location: HandlerLocation? { get }
  }
}

extension MockExchange {
  /// Implemented in Service, on which Response must not depend.
  protocol Wording: Sendable {
    func description(of exchange: MockExchange) -> String
    func title(of exchange: MockExchange) -> String
  }
}
