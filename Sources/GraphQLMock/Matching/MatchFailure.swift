// What is known of a request that nothing answers: facts only. The wording is in
// `MatchFailure+Description.swift`, what to add in `MatchFailure+Advice.swift`.

import Foundation

final class MatchFailure: Error, Sendable {
  /// What nearly answers, or does not any more.
  indirect enum Candidate: Sendable {
    case handler(RequestHandler, number: String)
    /// A file, with the name of its table in front.
    case fixture(file: String, isRecorded: Bool)
  }

  struct NearMiss: Sendable {
    let candidate: Candidate
    /// How far it is from the request, as ``RequestHandler/roughDistance(to:)`` counts.
    let distance: Int
    /// What keeps it from answering; never empty.
    let differences: [Difference]
  }

  /// What keeps a handler or a fixture from answering.
  indirect enum Difference: Sendable {
    case name
    /// The names are the same but for upper and lower case.
    case nameCase
    case isAnonymous
    case isNamed
    case type(OperationType)
    /// A line for each of the first differences.
    case document([String])
    /// The request names its document by a hash, and nobody knows which it is.
    case documentIsUnknown
    case variables([VariableDifference])
    case rootField(String)
    case header(name: String, expected: String?, found: String?)
    case endpoint(URL, Endpoint.Difference)
    case http(reason: String)
    case notGraphQL
    case usedUp(count: Int)
    case declined
    case unusable(reason: String)
    /// Something that a table knows of its own.
    case ofTable(reason: String)
    /// A variant without a request of its own.
    case answersByNameOnly(String)
  }

  /// What plain HTTP may have been meant to be.
  indirect enum Intent: Sendable {
    /// A request of GraphQL that can't be read.
    case broken(MalformedRequestError)
    /// A request of GraphQL that does not go to an endpoint of the service.
    case elsewhere([OperationRequest], endpoints: [Endpoint])
  }

  /// Recordings that are replayed, and why nothing is recorded.
  struct IdleRecording: Sendable, Equatable {
    let folder: String
    let reason: Reason
  }

  /// What is known beside the request and the handlers.
  struct Context: Sendable {
    /// What selects the test on the command line; nil if it is not known.
    var testName: String?
    var recording: IdleRecording?
    var intent: Intent?
    /// Data that answers the request, made up from a schema; nil without one.
    var data: MockJSON?
    /// How many persisted documents the service knows; nil if none were stated.
    var documentCount: Int?
    /// The handler of a service beside that of the test.
    var elsewhere: RequestHandler?
  }

  let request: ReceivedRequest
  /// What messages show of it.
  let shown: ShownRequest
  /// The nearest handlers and fixtures, the nearest first, three at most.
  let nearest: [NearMiss]
  /// How many handlers there are that `nearest` does not name.
  let hiddenHandlers: Int
  /// The fixture tables that were asked.
  let tables: [any AnswerTable]
  let context: Context

  static let nearMissLimit = 3
  static let differenceLimit = 3

  /// Finds out why nothing answers.
  /// - Parameters:
  ///   - near: The handlers that may be near, and the tables.
  ///   - usedUp: How often a handler was chosen, or nil if it is not used up.
  ///   - shown: What messages show of the request.
  init(
    request: ReceivedRequest, near: NearHandlers, usedUp: @escaping (RegisteredHandler) -> Int?,
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
