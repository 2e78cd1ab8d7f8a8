// What matching needs to know of a table of canned answers. The tables themselves, which know about
// files, are on a floor above.

/// A table of canned answers, asked after the handlers of its registration.
protocol AnswerTable: Sendable {
  /// The table's name in messages.
  var name: String { get }
  /// Handlers that the table brings along; they are asked before its answers.
  var handlers: [RequestHandler] { get }
  /// Whether the answers to an operation are at hand, so that asking for them touches no file.
  func isLoaded(for operation: OperationRequest) -> Bool
  /// The answer to an operation; nil if the table has none.
  func answer(to operation: OperationRequest) -> Result<TableAnswer, any Error>?
  /// The answer of a name such as `Feed.page1`; nil if the table has none.
  func answer(named name: String) -> Result<TableAnswer, any Error>?
  /// The name of an answer that is nearest to one that the table does not have; nil if none is near.
  func nearestName(to name: String) -> String?
  /// A few answers that an operation misses, the nearest first, for messages.
  func nearMisses(of operation: OperationRequest, _ shown: ShownRequest) -> [MatchFailure.NearMiss]
  /// What to do in the table so that it answers an operation; nil if it can't be told.
  /// - Parameters:
  ///   - data: The data of the answer.
  ///   - variables: What tells the request from others of the operation.
  func advice(for operation: OperationRequest, data: MockJSON, variables: MockJSON) -> TableAdvice?
}

extension AnswerTable {
  func nearestName(to name: String) -> String? { nil }

  func advice(
    for operation: OperationRequest, data: MockJSON, variables: MockJSON
  ) -> TableAdvice? { nil }
}

/// What to do so that a table answers.
indirect enum TableAdvice: Sendable, Equatable {
  /// Makes a file of this content.
  case create(path: String, content: MockJSON)
  /// Gives a file its right name.
  case rename(path: String, name: String)
}

/// What a table answers with.
struct TableAnswer: Sendable {
  /// What the table calls it.
  let name: String
  /// The responses, in turn; the last repeats.
  let responses: [MockResponse]
  /// Whether it is what a real service said.
  var isRecorded = false
  /// What tells its responses from others of this name, which have turns of their own.
  var uploads = MockJSON.null
}
