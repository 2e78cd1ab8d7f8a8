/// A gate at which tasks wait until it is opened.
struct Gate: Sendable {
  private let opening = AsyncStream<Void>.makeStream()

  func open() { opening.continuation.finish() }

  func wait() async { for await _ in opening.stream {} }
}
