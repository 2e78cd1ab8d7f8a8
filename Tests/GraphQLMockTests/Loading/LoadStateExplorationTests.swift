import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Explores every order of events of an intercepted request, up to a length, and compares it with a
/// second account of the rules: one ending, no event after it, and no lost answer.
struct LoadStateExplorationTests {
  enum Event: CaseIterable, Hashable {
    /// `startLoading`, called first, after a suspension, or because it was requested.
    case start
    /// The first start has finished.
    case finishedBeginning
    case suspend
    case cancel
    case answer
    /// A timeout, or the end of the service.
    case failure
    case streamedResponse
    case chunk
    case lastChunk
  }

  /// The externally visible state of a request.
  struct Account: Hashable {
    var hasBegun = false
    var isBeginning = false
    var isSuspended = false
    var isCancelled = false
    var isAnswered = false
    var isStreamed = false
    var mayDeliverChunks = false
    var isLastChunkThere = false
    var hasHead = false
    var hasEnded = false
    /// Whether the URL loading system was asked to start again.
    var isStartAwaited = false
  }

  struct Machine {
    var state = LoadState()
    var account = Account()

    /// Calls the client; returns the rule that this breaks.
    private mutating func deliver() -> String? {
      if account.isCancelled { return "a callback after a cancel" }
      if account.isSuspended { return "a callback while suspended" }
      if state.takeOutcome() != nil {
        if account.hasHead || account.hasEnded { return "two replies" }
        account.hasHead = true
        if !account.isStreamed { account.hasEnded = true }
      }
      if state.streamed != nil, account.isLastChunkThere {
        if account.hasEnded { return "two endings" }
        account.hasEnded = true
        state.endedStream()
      }
      return nil
    }

    private mutating func note(_ action: LoadState.StartAction) -> String? {
      switch action {
      case .begin:
        if account.hasBegun { return "begun twice" }
        account.hasBegun = true
        account.isBeginning = true
        return nil
      case .deliver:
        if account.hasEnded { return "something after the end" }
        return deliver()
      case .nothing:
        return nil
      }
    }

    /// Whether the event is possible now.
    func allows(_ event: Event) -> Bool {
      switch event {
      case .start: !account.isBeginning
      case .finishedBeginning: account.isBeginning
      case .suspend, .cancel: !account.isCancelled
      case .answer, .failure, .streamedResponse: account.hasBegun
      case .chunk, .lastChunk: account.isStreamed && !account.isLastChunkThere
      }
    }

    /// - Returns: The broken rule, or nil.
    mutating func take(_ event: Event) -> String? {
      switch event {
      case .start:
        account.isSuspended = account.isSuspended && account.isCancelled
        account.isStartAwaited = false
        return note(state.started())
      case .finishedBeginning:
        account.isBeginning = false
        return note(state.finishedBeginning())
      case .suspend:
        account.isSuspended = true
        account.isStartAwaited = false
        return state.stopped(isOver: false) ? "cancelled by a suspension" : nil
      case .cancel:
        let mustCancel = state.stopped(isOver: true)
        defer { account.isCancelled = true }
        return mustCancel == account.hasEnded ? "work that goes on, or is cancelled late" : nil
      case .answer, .failure, .streamedResponse:
        let isFirst = !account.isAnswered && !account.isCancelled
        let startsAgain = state.answered(Self.reply(event))
        if isFirst {
          account.isAnswered = true
          account.isStreamed = event == .streamedResponse
        } else if startsAgain {
          return "a second answer counts"
        }
        if startsAgain { account.isStartAwaited = true }
        return nil
      case .chunk, .lastChunk:
        account.isLastChunkThere = event == .lastChunk
        if state.arrived() { account.isStartAwaited = true }
        return nil
      }
    }

    /// Performs the pending steps and returns whether the response was delivered.
    mutating func settle() -> String? {
      if account.isBeginning, let problem = take(.finishedBeginning) { return problem }
      if account.isSuspended || account.isStartAwaited, !account.isCancelled,
        let problem = take(.start)
      {
        return problem
      }
      guard account.isAnswered, !account.isCancelled else { return nil }
      if !account.hasHead { return "an answer is lost" }
      let isWhole = !account.isStreamed || account.isLastChunkThere
      return isWhole != account.hasEnded ? "an end is lost" : nil
    }

    private static func reply(_ event: Event) -> RequestOutcome {
      switch event {
      case .failure: return .failure(URLError(.timedOut))
      case .streamedResponse:
        return .stream(
          RequestOutcome.Streamed(status: 200, headers: [:], chunks: ResponseStream(bodyLimit: 0)))
      default: return .response(SentResponse(status: 200, headers: [:], body: Data()))
      }
    }
  }

  struct Place: Hashable {
    let phase: String
    let isStopped: Bool
    let account: Account
    let depth: Int

    init(_ machine: Machine, depth: Int) {
      phase =
        switch machine.state.phase {
        case .idle: "idle"
        case .working: "working"
        case .ready: "ready"
        case .streaming: "streaming"
        case .delivered: "delivered"
        case .cancelled: "cancelled"
        }
      isStopped = machine.state.isStopped
      account = machine.account
      self.depth = depth
    }
  }

  struct Exploration {
    var seen: Set<Place> = []
    var problems: [String] = []
    var phases: Set<String> = []

    mutating func go(_ machine: Machine, _ path: [Event], depth: Int) {
      let place = Place(machine, depth: depth)
      guard seen.insert(place).inserted, problems.count < 5 else { return }
      phases.insert(place.phase)
      var settled = machine
      if let problem = settled.settle() { problems.append("\(path): \(problem)") }
      guard depth > 0 else { return }
      for event in Event.allCases where machine.allows(event) {
        var next = machine
        if let problem = next.take(event) {
          problems.append("\(path + [event]): \(problem)")
        } else {
          go(next, path + [event], depth: depth - 1)
        }
      }
    }
  }

  @Test func everyOrderOfEventsEndsExactlyOnce() {
    var exploration = Exploration()
    exploration.go(Machine(), [], depth: 8)
    #expect(exploration.problems == [])
    #expect(exploration.phases.count == 6)
    #expect(exploration.seen.count > 300)
  }
}
