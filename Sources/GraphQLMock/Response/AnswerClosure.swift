enum AnswerClosure<Subject: Sendable, Answer: Sendable>: Sendable {
  /// Runs in a task, so it must not block.
  case asynchronous(@Sendable (Subject) async throws -> Answer)
  /// Runs on its own thread, so it may block.
  case synchronous(@Sendable (Subject) throws -> Answer)
}
