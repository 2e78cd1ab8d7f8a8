import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every order of events of a request's call: one response, one ending in the journal, pending work is stopped once, and
/// the service keeps the call until its end.
struct ServiceCallExplorationTests {
  enum Event: CaseIterable {
    /// The request was read.
    case entered
    /// Work starts that must be stopped.
    case begins
    case answer
    case timeOut
    case serviceEnds
    case cancel
    /// The platform delivers the outcome.
    case handOver
  }

  private final class Seen: Sendable {
    let replies = Locked<[RequestOutcome]>([])
    let stops = Locked(0)
  }

  private static func ending(_ order: [Event], _ core: ServiceCore) -> String? {
    let seen = Seen()
    let call = ServiceCall(core) { outcome in seen.replies.withLock { $0.append(outcome) } }
    core.state.withLock { $0.openCalls[ObjectIdentifier(call)] = call }
    var received: Int?
    var begun = 0
    var handedOver: RequestOutcome?
    var isCancelled = false
    /// Whether the service ended the call, which counts no matter when the client is informed.
    var isEndedByService = false
    func enter() {
      let id = core.journal.begin(URLRequest(url: .of(endpoint)), operations: [])
      received = id
      call.setRequestID(id)
    }
    for event in order {
      switch event {
      case .entered: enter()
      case .begins:
        begun += 1
        call.whenAnsweredOrCanceled { seen.stops.withLock { $0 += 1 } }
      case .answer:
        call.deliver(.response(SentResponse(status: 200, headers: [:], body: Data())))
      case .timeOut: call.deliver(.failure(URLError(.timedOut)))
      case .serviceEnds:
        isEndedByService = !isCancelled && seen.replies.withLock { $0.isEmpty }
        call.fail(URLError(.resourceUnavailable))
      case .cancel:
        isCancelled = true
        call.cancel()
      case .handOver:
        guard handedOver == nil, !isCancelled, let outcome = seen.replies.withLock({ $0.first })
        else { continue }
        handedOver = outcome
        call.noteReceived(byClient: outcome)
      }
      if seen.replies.withLock({ $0.count }) > 1 { return "two replies" }
      let isKept = core.state.withLock { !$0.openCalls.isEmpty }
      if isKept == call.state.withLock({ $0.hasEnded }) { return "kept after \(event): \(isKept)" }
    }
    // The final action of the platform.
    if handedOver == nil, !isCancelled, let outcome = seen.replies.withLock({ $0.first }) {
      handedOver = outcome
      call.noteReceived(byClient: outcome)
    }
    if seen.stops.withLock({ $0 }) != begun { return "not stopped once" }
    guard let received else { return nil }
    let expected: ReceivedRequest.Ending? =
      switch handedOver {
      case _ where isEndedByService: .failed(URLError(.resourceUnavailable))
      case .failure(let error)?: .failed(error)
      case .some: .answered
      case nil: isCancelled ? .cancelled : nil
      }
    let actual = core.journal.requests[received].ending
    return actual == expected ? nil : "\(String(describing: actual))"
  }

  private static func permutations(_ rest: [Event], _ visit: ([Event]) -> Void) {
    func go(_ path: [Event], _ rest: [Event]) {
      if rest.isEmpty { return visit(path) }
      for (index, event) in rest.enumerated() {
        var left = rest
        left.remove(at: index)
        go(path + [event], left)
      }
    }
    go([], rest)
  }

  @Test func everyOrderOfEventsEndsExactlyOnce() {
    let core = ServiceCore(ServiceSettings())
    var problems: [String] = []
    var count = 0
    Self.permutations(Event.allCases) { order in
      count += 1
      if let problem = Self.ending(order, core) { problems.append("\(order): \(problem)") }
    }
    #expect(problems.prefix(5) == [])
    #expect(count == 5_040)
  }

  @Test(arguments: [ResponseStream.Ending.finished, .failed(URLError(.timedOut))])
  func serviceKeepsACallWithAStreamUntilItsEnd(ending: ResponseStream.Ending) {
    let core = ServiceCore(ServiceSettings())
    let call = ServiceCall(core) { _ in }
    core.state.withLock { $0.openCalls[ObjectIdentifier(call)] = call }
    let streamed = RequestOutcome.Streamed(
      status: 200, headers: [:], chunks: ResponseStream(bodyLimit: 0))
    call.deliver(.stream(streamed))
    call.noteReceived(byClient: .stream(streamed))
    #expect(core.state.withLock { $0.openCalls.count } == 1)
    call.noteReceived(byClient: ending, of: streamed)
    #expect(core.state.withLock { $0.openCalls.count } == 0)
  }

  /// The entries of a batch are read while its client may time out.
  @Test func endingObserverAddedLateGetsTheResponse() async throws {
    let core = ServiceCore(ServiceSettings())
    let call = ServiceCall(core) { _ in }
    call.noteReceived(byClient: .failure(URLError(.timedOut)))
    let told = Locked<[RequestOutcome?]>([])
    call.whenReceived { outcome in told.withLock { $0.append(outcome) } }
    let cancelled = ServiceCall(core) { _ in }
    cancelled.cancel()
    cancelled.noteReceived(byClient: .failure(URLError(.cancelled)))
    cancelled.whenReceived { outcome in told.withLock { $0.append(outcome) } }
    let texts: [String] = told.withLock { $0 }.map { outcome in
      switch outcome {
      case nil: "no response"
      case .failure(let error)?: "\(error.code.rawValue)"
      case let other?: "\(other)"
      }
    }
    #expect(texts == ["\(URLError.Code.timedOut.rawValue)", "no response"])
  }
}
