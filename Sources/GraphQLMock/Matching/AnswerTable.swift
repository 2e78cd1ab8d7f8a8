import Foundation

// What matching needs to know of a table of canned answers. The tables themselves, which know about
// files, are on a floor above.

/// A table of canned answers, used after the handlers of its registration.
protocol AnswerTable: Sendable {
  var name: String { get }
  /// Handlers in the table, which come before its answers.
  var handlers: [RequestHandler] { get }
  /// Whether looking up an answer touches no file.
  func isLoaded(for operation: OperationRequest) -> Bool
  func answer(to operation: OperationRequest) -> Result<TableAnswer, any Error>?
  /// Finds an answer by a name such as `Feed.page1`.
  func answer(named name: String) -> Result<TableAnswer, any Error>?
  func nearestName(to name: String) -> String?
  /// The nearest answers for a message, nearest first.
  func nearMisses(of operation: OperationRequest, _ shown: ShownRequest) -> [MatchFailure.NearMiss]
  /// How to make the table answer an operation, if possible.
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
  /// Used in turn.
  ///
  /// The last repeats.
  let responses: [MockResponse]
  /// The folder of what a real service said; nil for all else.
  var recordingFolder: URL?
  /// The files in it.
  var files: [String] = []
  var isRecorded: Bool { recordingFolder != nil }
  /// Distinguishes uploads of this name, each of which has its own sequence.
  var uploads = MockJSON.null
}

extension TableAnswer {
  indirect enum Advice: Sendable, Equatable {
    case create(path: String, content: MockJSON)
    case rename(path: String, name: String)
  }
}
