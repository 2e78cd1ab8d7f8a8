import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The state machine of a request, as a table of events and actions.
struct LoadStateTests {
  /// A call of the state machine.
  enum Call {
    case started, finishedBeginning, suspended, cancelled, answered, failed, streamed, arrived,
      endedStream
    case takeOutcome, isStartDue

    /// The result of the call as text.
    func result(in state: inout LoadState) -> String {
      switch self {
      case .started: return "\(state.started())"
      case .finishedBeginning: return "\(state.finishedBeginning())"
      case .suspended: return "\(state.stopped(isOver: false))"
      case .cancelled: return "\(state.stopped(isOver: true))"
      case .answered:
        let response = SentResponse(status: 200, headers: [:], body: Data())
        return "\(state.answered(.response(response)))"
      case .failed: return "\(state.answered(.failure(URLError(.timedOut))))"
      case .streamed:
        let chunks = ResponseStream(bodyLimit: 0)
        return "\(state.answered(.stream(.init(status: 200, headers: [:], chunks: chunks))))"
      case .arrived: return "\(state.arrived())"
      case .endedStream:
        state.endedStream()
        return "ended"
      case .takeOutcome:
        switch state.takeOutcome() {
        case .response: return "response"
        case .failure: return "failure"
        case .stream: return "stream"
        case .relayed: return "relayed"
        case nil: return "nil"
        }
      case .isStartDue: return "\(state.isStartDue)"
      }
    }
  }

  /// What a table row shows, the calls, and their results.
  static let rows: [(shows: String, calls: [Call], results: [String])] = [
    (
      "an answer during the first start is delivered immediately",
      [.started, .answered, .finishedBeginning, .takeOutcome, .takeOutcome],
      ["begin", "false", "deliver", "response", "nil"]
    ),
    (
      "a late answer requests another start",
      [.started, .finishedBeginning, .answered, .started, .takeOutcome],
      ["begin", "nothing", "true", "deliver", "response"]
    ),
    (
      "a second answer is ignored",
      [.started, .finishedBeginning, .answered, .failed, .takeOutcome],
      ["begin", "nothing", "true", "false", "response"]
    ),
    (
      "a suspended request keeps its answer for the next start",
      [.started, .finishedBeginning, .suspended, .answered, .takeOutcome, .started, .takeOutcome],
      ["begin", "nothing", "false", "false", "nil", "deliver", "response"]
    ),
    (
      "a request canceled before its answer is never answered",
      [.started, .finishedBeginning, .cancelled, .answered, .started, .takeOutcome, .cancelled],
      ["begin", "nothing", "true", "false", "nothing", "nil", "false"]
    ),
    (
      "a request canceled after its answer is never answered",
      [
        .started, .finishedBeginning, .answered, .cancelled, .answered, .started, .takeOutcome,
        .cancelled,
      ],
      ["begin", "nothing", "true", "true", "false", "nothing", "nil", "false"]
    ),
    (
      // One more start is enough for two chunks.
      "chunks request one start, and the end of the stream requests none",
      [
        .started, .finishedBeginning, .streamed, .isStartDue, .started, .isStartDue, .takeOutcome,
        .arrived, .arrived, .isStartDue, .started, .isStartDue,
        .endedStream, .arrived, .isStartDue,
      ],
      [
        "begin", "nothing", "true", "true", "deliver", "false", "stream",
        "true", "false", "true", "deliver", "false",
        "ended", "false", "false",
      ]
    ),
  ]

  @Test func everyCallReturnsTheNextAction() {
    for row in Self.rows {
      var state = LoadState()
      var results: [String] = []
      for call in row.calls { results.append(call.result(in: &state)) }
      #expect(results == row.results, "\(row.shows)")
    }
  }
}
