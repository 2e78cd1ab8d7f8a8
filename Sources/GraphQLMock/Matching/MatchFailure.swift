import Foundation

final class MatchFailure: Error, Sendable {
  indirect enum Candidate: Sendable {
    case handler(RequestHandler, positionNote: String)
    /// A fixture or a recording in a file such as `Shop/Viewer.json`.
    case fixture(file: String, isRecorded: Bool)
  }

  struct NearMiss: Sendable {
    let candidate: Candidate
    let distance: Int
    /// The differences between the request and the handler or fixture. There is at least one.
    let differences: [MatchDifference]
  }

  indirect enum GraphQLAttempt: Sendable {
    case broken(MalformedRequestError)
    case sentToOtherURL([OperationRequest], endpoints: [Endpoint])
  }

  struct IdleRecording: Sendable, Equatable {
    let folder: String
    let reason: Reason
  }

  struct Context: Sendable {
    var testName: String?
    var recording: IdleRecording?
    var graphQLAttempt: GraphQLAttempt?
    /// The example data that the error message suggests, which was generated from the service's schema.
    var data: MockJSON?
    /// Whether the test states objects, of which only generated responses are made.
    var hasObjects = false
    /// The number of known persisted documents, or nil without `ServiceOptions(documents:)`.
    var documentCount: Int?
    var isOfSocket = false
    /// A handler of another service that would have answered the request.
    var otherServiceHandler: RequestHandler?
  }

  let request: IncomingRequest
  let mask: RequestMask
  /// The most similar handlers and fixtures, the nearest first. At equal distance, handlers come first.
  let nearest: [NearMiss]
  let unlistedHandlerCount: Int
  /// The tables that have a name. One without recordings has none.
  let tables: [any ResponseTable]
  let context: Context

  static let nearMissLimit = 3
  static let differenceLimit = 3

  /// - Parameter known: The unmet conditions of handlers with closures, which run only once for a request, by rank.
  init(
    request: IncomingRequest, registry: HandlerRegistry,
    unmet known: [Int: [any RequestCondition]] = [:], mask: RequestMask,
    context: Context = Context()
  ) {
    self.request = request
    self.mask = mask
    self.context = context
    let all = registry.tables.map(\.table)
    tables = all.filter { !$0.name.isEmpty }
    // Finding all differences is slow, so only the most similar handlers are examined.
    let near = registry.nearHandlers(to: request)
    let handlers = near.handlers.compactMap { entry in
      entry.handler.map { handler in
        let unmet = known[entry.rank] ?? handler.unmetConditions(of: request)
        return (entry, handler, unmet, distance: handler.roughDistance(to: request, unmet))
      }
    }.ordered { $0.distance < $1.distance }
    var nearHandlers = handlers.prefix(Self.nearMissLimit)
    // For a request that was meant as GraphQL, the message says why it isn't, even if many paths are nearer.
    if nearHandlers.allSatisfy(\.0.isHTTP), let other = handlers.first(where: { !$0.0.isHTTP }) {
      nearHandlers = nearHandlers.prefix(Self.nearMissLimit - 1) + [other]
    }
    var found = nearHandlers.map { entry, handler, unmet, distance in
      var differences = handler.differences(from: request, mask, unmet)
      if differences.isEmpty {
        let use = registry.useCountIfUsedUp(entry).map {
          "already used up (\($0) request\($0 == 1 ? "" : "s"))"
        }
        differences = [MatchDifference(use ?? "its closure returned nil")]
      }
      return NearMiss(
        candidate: .handler(handler, positionNote: entry.positionNote), distance: distance,
        differences: differences)
    }
    if let operation = request.operation {
      found += all.flatMap { $0.nearMisses(of: operation, mask) }
    }
    nearest = Array(found.ordered { $0.distance < $1.distance }.prefix(Self.nearMissLimit))
    unlistedHandlerCount =
      near.count - nearest.count { if case .handler = $0.candidate { true } else { false } }
  }
}
