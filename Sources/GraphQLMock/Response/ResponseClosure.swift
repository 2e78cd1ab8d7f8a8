/// A closure of a handler or of `.passThrough`, which `RequestExecution.run` runs.
enum ResponseClosure<Subject: Sendable, Output: Sendable>: Sendable {
  /// A closure that runs in a Swift task and must not block its thread.
  case async(@Sendable (Subject) async throws -> Output)
  /// A closure that runs on a thread of its own and may block the thread.
  case sync(@Sendable (Subject) throws -> Output)
}
