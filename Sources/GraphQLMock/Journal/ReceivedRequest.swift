public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An entry of a service's journal, which contains a request and the response that the service sent.
///
/// ```swift
/// #expect(service.requests(named: "Like").map(\.variables) == [["id": 7]])
/// ```
public struct ReceivedRequest: Sendable, Identifiable {
  // `JournalLine` writes the public properties for the test of an app, and `JournalLines` reads them.

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

    package var error: URLError? { if case .failed(let error) = self { error } else { nil } }
  }

  /// The number of the request in order of arrival, which starts at 0 and isn't restarted by `reset()`.
  public let id: Int
  /// The HTTP request, with its body in `httpBody`, unless the body is longer than the journal's limit.
  public let urlRequest: URLRequest
  /// The length of the request's body in bytes, even if the journal didn't keep the body.
  public let requestBodyLength: Int
  /// The GraphQL operations of the request, or an empty array if it has none or they can't be read.
  package let operations: [OperationRequest]
  /// The position of the operation in its batch, starting at 0, or nil if the request isn't a batch.
  ///
  /// Each operation of a batch has a request with the same ``urlRequest`` and its own response or failure.
  public let batchPosition: Int?
  /// The source location of the handler that was chosen, or nil if there is no handler or a fixture was chosen.
  public internal(set) var handler: CodeLocation?
  /// The name of the fixture (a response file) that answered the request, or nil if no fixture did.
  public internal(set) var fixture: String?
  /// The position in a sequence of responses, or nil if the handler or fixture has only one response.
  var turn: ResponseTurn?
  /// The handler or table that was chosen, or nil if there's none or the request was read from the journal of an app.
  var source: RegisteredHandler?
  /// The service's redaction, or nil if the request was read from the journal of an app, which redacted it.
  var redaction: Redaction?
  /// The response, or nil while the request is pending or if it ended before the client received anything.
  public internal(set) var response: SentResponse?
  /// The way that the request ended, or nil while the request is pending.
  public internal(set) var ending: Ending?
  /// The failure that the test reports for the request, or nil if there is none.
  public internal(set) var failure: MockFailure?
  /// Warnings about the request or the response, which don't fail the test (see ``ValidationMode/warn``).
  public var warnings: [String] { journalWarnings.map(\.text) }
  package internal(set) var journalWarnings: [JournalWarning] = []
  /// The time from the arrival to the end of the request, or nil while the request is pending.
  public internal(set) var duration: Duration?

  /// What the request waits for. After a failure or cancellation, it's kept with a fixed text (`PendingWait.ended`).
  var wait: PendingWait?
  /// Whether the service ended while the request was open. Its wait doesn't change any more.
  var isCutOff = false

  /// The time at which the request arrived.
  public let startedAt: Date
  let started: ContinuousClock.Instant
  /// The approximate amount of memory that the request uses, in bytes.
  let requestSize: Int

  /// - Parameter bodyLength: The length of the body if `urlRequest` doesn't have it, because the journal of an app left it out.
  init(
    id: Int, urlRequest: URLRequest, operations: [OperationRequest],
    started: ContinuousClock.Instant, startedAt: Date = Date(), bodyLimit: Int = .max,
    batchPosition: Int? = nil, bodyLength: Int? = nil
  ) {
    (self.id, self.batchPosition) = (id, batchPosition)
    (self.started, self.startedAt) = (started, startedAt)
    requestBodyLength = bodyLength ?? urlRequest.httpBody?.count ?? 0
    var (request, kept) = (urlRequest, operations)
    if requestBodyLength > bodyLimit {
      request.httpBody = nil
      kept = operations.map { $0.keeping(request, bodyLimit: bodyLimit) }
    }
    (self.urlRequest, self.operations) = (request, kept)
    // Variables count twice, because both their text and their parsed value are in memory.
    requestSize = kept.reduce(request.httpBody?.count ?? 0) { $0 + 2 * $1.variablesSize }
  }

  /// The reason why the request is pending, or nil if it isn't pending.
  ///
  /// If the request failed or was canceled, this is the reason why it was pending before. An example is
  /// `for a delay of 5 s on a SteppedClock that was never advanced (ShopTests.swift:12)`.
  public var waitsFor: String? { wait?.text }

  /// The requested operation, which has no document, name, or variables if the request is plain HTTP or unreadable.
  public var operation: OperationRequest {
    operations.first ?? OperationRequest(withoutOperation: urlRequest)
  }

  /// The name of the operation, or nil if the operation is anonymous or the request is plain HTTP.
  public var name: String? { operation.name }

  /// The variables as the client sent them, or `[:]` if there are none.
  public var variables: MockJSON { operation.variables }

  /// The GraphQL document, or nil for a plain HTTP request or a persisted operation whose document is unknown.
  public var document: String? { operation.document }

  struct ResponseTurn: Sendable, CustomStringConvertible {
    // The index of the response in its sequence. It's at least `count` if the last response is repeated.
    let step: Int
    let count: Int

    var description: String {
      "response \(min(step + 1, count)) of \(count)" + (step < count ? "" : ", again")
    }
  }
}
