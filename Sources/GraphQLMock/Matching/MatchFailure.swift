// What is known of a request that nothing answers: facts only. The wording is in
// `MatchFailure+Description.swift`, what to add in `MatchFailure+Advice.swift`.

import Foundation

final class MatchFailure: Error, Sendable {
  indirect enum Candidate: Sendable {
    case handler(RequestHandler, number: String)
    /// The file's name includes its table.
    case fixture(file: String, isRecorded: Bool)
  }

  struct NearMiss: Sendable {
    let candidate: Candidate
    /// See ``RequestHandler/roughDistance(to:)``.
    let distance: Int
    /// Never empty.
    let differences: [Difference]
  }

  indirect enum Difference: Sendable {
    case name
    /// The names differ only by case.
    case nameCase
    case isAnonymous
    case isNamed
    case type(OperationType)
    /// One line per difference.
    case document([String])
    /// The request names its document by an unknown hash.
    case documentIsUnknown
    case variables([VariableMatch.Difference])
    case rootField(String)
    /// The closure of `.where { … }` returned false.
    case refused
    case header(name: String, expected: String?, found: String?)
    case endpoint(URL, Endpoint.Difference)
    case http(reason: String)
    case notGraphQL
    case usedUp(count: Int)
    case declined
    case unusable(reason: String)
    case ofTable(reason: String)
    /// A variant without a request of its own.
    case answersByNameOnly(String)
  }

  /// What a plain HTTP request was probably meant as.
  indirect enum Intent: Sendable {
    /// A malformed GraphQL request.
    case broken(MalformedRequestError)
    /// A GraphQL request to a URL that isn't one of the endpoints.
    case elsewhere([OperationRequest], endpoints: [Endpoint])
  }

  /// Recordings that are only replayed, and why nothing is recorded.
  struct IdleRecording: Sendable, Equatable {
    let folder: String
    let reason: Reason
  }

  struct Context: Sendable {
    /// Selects the test on the command line.
    var testName: String?
    var recording: IdleRecording?
    var intent: Intent?
    /// Made up from a schema, if there is one.
    var data: MockJSON?
    /// The number of known persisted documents, if any were stated.
    var documentCount: Int?
    /// A matching handler of another service.
    var elsewhere: RequestHandler?
  }

  let request: ReceivedRequest
  let shown: ShownRequest
  /// The three nearest, nearest first.
  let nearest: [NearMiss]
  /// The number of handlers that aren't in `nearest`.
  let hiddenHandlers: Int
  let tables: [any AnswerTable]
  let context: Context

  static let nearMissLimit = 3
  static let differenceLimit = 3

  /// - Parameters:
  ///   - near: The handlers to compare, and the tables.
  ///   - usedUp: The number of uses, if a handler is used up.
  init(
    request: ReceivedRequest, near: HandlerRegistry.NearHandlers,
    usedUp: @escaping (RegisteredHandler) -> Int?,
    shown: ShownRequest, context: Context = Context()
  ) {
    self.request = request
    self.shown = shown
    self.context = context
    tables = near.tables.filter { !$0.name.isEmpty }
    // A rough distance for all of them, the exact differences for the nearest only.
    let handlers = near.handlers.compactMap { entry in
      entry.handler.map { (entry, $0, distance: $0.roughDistance(to: request)) }
    }
    let nearHandlers = handlers.ordered { $0.distance < $1.distance }.prefix(Self.nearMissLimit)
    var found = nearHandlers.map { entry, handler, distance in
      var differences = handler.differences(from: request, shown)
      if differences.isEmpty {
        differences = [usedUp(entry).map { .usedUp(count: $0) } ?? .declined]
      }
      return NearMiss(
        candidate: .handler(handler, number: entry.number), distance: distance,
        differences: differences)
    }
    if let operation = request.operation {
      found += near.tables.flatMap { $0.nearMisses(of: operation, shown) }
    }
    nearest = found.ordered { $0.distance < $1.distance }.prefix(Self.nearMissLimit).map { miss in
      NearMiss(
        candidate: miss.candidate, distance: miss.distance,
        differences: shown.hiding(miss.differences))
    }
    hiddenHandlers =
      near.handlerCount
      - nearest.count { if case .handler = $0.candidate { true } else { false } }
  }
}
