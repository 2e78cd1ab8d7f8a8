/// A closure that makes an answer.
enum AnswerClosure<Subject: Sendable, Answer: Sendable>: Sendable {
  /// Runs in a task.
  case asynchronous(@Sendable (Subject) async throws -> Answer)
  /// May block, so it runs on a thread of our own.
  case synchronous(@Sendable (Subject) throws -> Answer)
}
