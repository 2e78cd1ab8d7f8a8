import Foundation

/// Canned answers that are tried after the handlers of their registration; see `FixtureTable` and `ExchangeableTable`.
protocol AnswerTable: Sendable {
  var name: String { get }
  var handlers: [RequestHandler] { get }
  /// Whether looking up an answer touches no file.
  func isLoaded(for operation: OperationRequest) -> Bool
  func answer(to operation: OperationRequest) -> Result<TableAnswer, any Error>?
  func answer(named name: String) -> Result<TableAnswer, any Error>?
  func nearestName(to name: String) -> String?
  func nearMisses(of operation: OperationRequest, _ shown: ShownRequest) -> [MatchFailure.NearMiss]
  /// - Parameter variables: The variables that distinguish the request from others of the operation.
  func advice(for operation: OperationRequest, data: MockJSON, variables: MockJSON) -> TableAnswer
    .Advice?
}

extension AnswerTable {
  func nearestName(to name: String) -> String? { nil }

  func advice(
    for operation: OperationRequest, data: MockJSON, variables: MockJSON
  ) -> TableAnswer.Advice? { nil }
}

struct TableAnswer: Sendable {
  let name: String
  /// In order; the last one repeats.
  let responses: [MockResponse]
  /// The folder of a recording; nil for a fixture written by hand.
  var recordingFolder: URL?
  var files: [String] = []
  var isRecorded: Bool { recordingFolder != nil }
  /// Distinguishes uploads of this name, each of which has its own sequence.
  var uploads = MockJSON.null

  indirect enum Advice: Sendable, Equatable {
    case create(path: String, content: MockJSON)
    case rename(path: String, name: String)
  }
}
