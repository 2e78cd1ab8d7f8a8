public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// One entry of a service's journal: a request that arrived, and what became of it.
///
/// ```swift
/// #expect(service.exchanges(named: "Like").map(\.request.variables) == [["id": 7]])
/// ```
public struct MockExchange: Sendable, Identifiable {
  /// How a request ended.
  public struct Ending: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case answered, failed(URLError), passedThrough, cancelled
    }

    let kind: Kind

    /// The client got a response.
    public static let answered = Ending(kind: .answered)
    /// The request went to the real network.
    public static let passedThrough = Ending(kind: .passedThrough)
    /// The client gave up before it got an answer, or the end of one.
    public static let cancelled = Ending(kind: .cancelled)

    /// The client got an error.
    /// - Parameter error: The error.
    public static func failed(_ error: URLError) -> Ending { Ending(kind: .failed(error)) }

    /// The error that the client got; nil if it got none.
    public var error: URLError? {
      if case .failed(let error) = kind { error } else { nil }
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
  public let operations: [OperationRequest]
  /// The position in the batch, counted from 0; nil for a request of its own.
  ///
  /// A batch is as many exchanges as it has entries, all with the same ``urlRequest``. Each has the
  /// response, or the failure, of its entry.
  public let batchPosition: Int?
  /// Where the chosen handler was written; nil if none was chosen, or if a fixture table answered.
  public internal(set) var handler: HandlerLocation?
  /// The name of the fixture that answered; nil if none did.
  public internal(set) var fixture: String?
  /// What was chosen to answer, for messages; nil if nothing was.
  var source: (any AnswerSource)?
  /// What the client was sent; nil before the end, and if the request failed or was cancelled before
  /// anything was sent.
  public internal(set) var response: ExchangeResponse?
  /// How the request ended; nil while it is open.
  public internal(set) var ending: Ending?
  /// What went wrong with the request, if anything did.
  public internal(set) var failure: MockFailure?
  /// What is odd about the fixture that answered: see ``FixtureCheckMode/warn``.
  public internal(set) var warnings: [String] = []
  /// The time from arrival to end; nil while the request is open.
  public internal(set) var duration: Duration?

  /// When the request arrived.
  public let startedAt: Date
  let started: ContinuousClock.Instant
  /// How many bytes the request comes to, roughly, with what was read of it.
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
    // The text of the variables, and what it says.
    for operation in self.operations { size += 2 * operation.variablesSize }
    requestSize = size
  }

  /// The operation that was asked for.
  ///
  /// For plain HTTP, and for a request that could not be read, it is one without document, name and
  /// variables.
  public var request: OperationRequest {
    operations.first ?? OperationRequest(withoutOperation: urlRequest)
  }
}

/// What answers an exchange, as messages name it.
protocol AnswerSource: AnyObject, Sendable {
  /// What it asks of a request, in words; a line.
  var statement: String { get }
  /// Higher ranks are asked first.
  var rank: Int { get }
  var location: HandlerLocation? { get }
}

extension MockExchange {
  /// Whether an operation of this name and type was asked for; nil takes any.
  package func asks(for name: String?, _ type: OperationType?) -> Bool {
    operations.contains { operation in
      (name.map { operation.name?.utf8.elementsEqual($0.utf8) ?? false } ?? true)
        && (type.map { $0 == operation.type } ?? true)
    }
  }
}

extension MockExchange: CustomStringConvertible {
  /// The request and what became of it, as a person reads it, without secrets.
  public var description: String {
    (["\(whatWasAsked) → \(outcome)"] + warnings.map { "  warning: \($0)" }).joined(separator: "\n")
  }

  /// Operations and variables or, in plain HTTP, method and URL; without secrets.
  var whatWasAsked: String {
    urlRequest.title(asking: operations.map(\.description))
  }

  private var outcome: String {
    switch ending?.kind {
    case nil: return "open"
    case .cancelled: return "cancelled"
    case .passedThrough: return "passed through"
    case .failed(let error): return "failed with URLError \(error.code.rawValue)"
    case .answered: return responseText(limit: Self.bodyLimit)
    }
  }

  /// Status and body without secrets.
  /// - Parameter limit: How many characters of the body are shown.
  func responseText(limit: Int) -> String {
    guard let response else { return "answered" }
    let body =
      response.json.map { JSONWriter.describe($0.redactingSecrets(), limit: limit) }
      ?? "\(response.body.count) bytes"
    return "\(response.status) \(body)"
  }

  /// How many characters of a body are shown.
  private static let bodyLimit = 2_000
}

// An exchange as a failing test reports it: enough to see what went wrong without a debugger.

/// How much a report tells of what went wrong with a request.
package enum FailureDetail: Sendable {
  case whole
  case firstLine
  /// Nothing: it stands above the report.
  case told
}

extension MockExchange {
  /// What was asked for, what answered, how it ended, and what is odd about it; without secrets.
  /// - Parameters:
  ///   - detail: How much is told of what went wrong.
  ///   - isTimed: Whether the time is told that it took.
  /// - Returns: lines, the first of which stands for all.
  func reportLines(_ detail: FailureDetail, isTimed: Bool) -> [String] {
    let time = isTimed ? duration.map { " (\($0.milliseconds) ms)" } ?? "" : ""
    let isTold = failure != nil && detail == .told
    let what = whatWasAsked.shortened(to: Self.reportLimit)
    var lines = ["\(what) → \(endingText)\(time)\(isTold ? ", as said above" : "")"]
    if let failure, !isTold {
      let message = failure.message.split(separator: "\n", omittingEmptySubsequences: false)
      lines += message.prefix(detail == .whole ? message.count : 1).map(String.init)
    }
    if let answerer { lines.append("answered by \(answerer)") }
    lines += warnings.map { "warning: \($0)" }
    return lines
  }

  /// The handler or fixture that was chosen.
  private var answerer: String? {
    if let fixture, handler == nil { return "the fixture \(fixture.swiftLiteral)" }
    guard let source else { return nil }
    let place = handler.map { " (\($0))" } ?? ""
    return source.statement + place + (fixture.map { " by the fixture \($0.swiftLiteral)" } ?? "")
  }

  private var endingText: String {
    switch ending {
    case nil: "not ended yet"
    case .cancelled?: "cancelled by the client"
    case .passedThrough?: "answered by the real service: \(responseText)"
    case .answered?: responseText
    case _? where failure != nil: "failed"
    case .some(let ending): "failed with URLError \(ending.error?.code.rawValue ?? 0)"
    }
  }

  private var responseText: String { responseText(limit: Self.reportLimit) }

  /// How many characters of variables, and of a body, a report shows.
  private static let reportLimit = 300
}

extension Duration {
  /// Milliseconds with one digit behind the point.
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension URLRequest {
  /// What messages call a request: its operations or, with none, method and URL; without secrets.
  func title(asking operations: [String]) -> String {
    operations.isEmpty
      ? "\(httpMethod ?? "GET") \(url?.redactedForMessages ?? "")"
      : operations.joined(separator: " + ")
  }
}
