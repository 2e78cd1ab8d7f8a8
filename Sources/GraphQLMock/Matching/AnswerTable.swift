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
  /// The answers that an operation only just misses, for messages.
  func nearMisses(of operation: OperationRequest) -> [TableNearMiss]
}

/// What a table answers with.
struct TableAnswer: Sendable {
  /// What the table calls it.
  let name: String
  /// The responses, in turn; the last repeats.
  let responses: [MockResponse]
  /// Whether it is what a real service said.
  var isRecorded = false
  /// What the response keys are called in the request; nil where they are the same.
  var keys: ResponseKeyMap?
}

/// An answer of a table that nearly fits.
struct TableNearMiss: Sendable {
  /// What the table calls it.
  let name: String
  /// What its document asks for otherwise.
  let differences: [SelectionDifference]
}
