import Foundation

/// A table of prepared answers, which a service tries after the handlers that were registered with the table.
protocol AnswerTable: Sendable {
  var name: String { get }
  var handlers: [RequestHandler] { get }
  /// Returns a Boolean value that indicates whether an answer can be looked up without reading files.
  func isLoaded(for operation: OperationRequest) -> Bool
  func answer(to operation: OperationRequest) -> Result<TableAnswer, any Error>?
  func answer(named name: String) -> Result<TableAnswer, any Error>?
  func nearestName(to name: String) -> String?
  func nearMisses(of operation: OperationRequest, _ shown: ShownRequest) -> [MatchFailure.NearMiss]
  /// Returns the fixture file to create or rename so that the table answers an operation with these variables.
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
  /// The responses to successive requests, in order, of which the last one repeats.
  let responses: [MockResponse]
  /// The folder that contains the recording, or nil if the fixture was written by hand.
  var recordingFolder: URL?
  var files: [String] = []
  var isRecorded: Bool { recordingFolder != nil }
  /// The digests of uploaded files, because each upload recorded under one name has its own sequence of responses.
  var uploads = MockJSON.null

  indirect enum Advice: Sendable, Equatable {
    case create(path: String, content: MockJSON)
    case rename(path: String, name: String)
  }
}
