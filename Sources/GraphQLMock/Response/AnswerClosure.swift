enum AnswerClosure<Subject: Sendable, Answer: Sendable>: Sendable {
  /// An asynchronous closure, which runs in a Swift task and so must not block its thread.
  case asynchronous(@Sendable (Subject) async throws -> Answer)
  /// A synchronous closure, which runs on a thread of its own and so may block.
  case synchronous(@Sendable (Subject) throws -> Answer)
}
