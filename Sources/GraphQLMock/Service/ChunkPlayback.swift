/// Sends the chunks of a response, each after its delay.
///
/// A delay starts before the previous chunk is sent, so that a test can advance its clock when it gets that chunk.
final class ChunkPlayback: Sendable {
  private struct Step {
    let chunks: ArraySlice<ResponseStream.Chunk>
    /// The reason why the client waits after these chunks, for messages.
    let wait: PendingWait.Cause
  }

  private let stream: ResponseStream
  private let clock: any DelayClock
  private let pause: Pause
  private let noun: String
  /// The number of parts or events for messages. A last chunk that only ends the stream doesn't count. Any other chunk
  /// must be a part, because its index is the part's number.
  private let count: Int
  private let noteWait: @Sendable (PendingWait.Cause?) -> Void
  /// The chunks whose delays are over. Only the thread that sets `isSending`, at first that of `start`, sends, in order.
  private let state = Locked((steps: [Step](), isSending: true))

  init(
    to stream: ResponseStream, by clock: any DelayClock, of noun: String = "part", count: Int,
    noteWait: @escaping @Sendable (PendingWait.Cause?) -> Void
  ) {
    (self.stream, self.clock, pause) = (stream, clock, Pause(clock))
    (self.noun, self.count, self.noteWait) = (noun, count, noteWait)
  }

  /// - Parameter begin: A closure that is called after the first delay has started and before a chunk is sent.
  func start(_ chunks: [ResponseStream.Chunk], begin: () -> Void) {
    stream.onEnd { [pause] in pause.cancel() }
    queueDueChunks(chunks[...], isFirstDue: false)
    begin()
    sendSteps()
  }

  /// Queues the chunks up to the next delay, and starts that delay.
  ///
  /// The indices of `chunks` are those of the whole array. If `isFirstDue` is true, the delay of the first chunk is over.
  private func queueDueChunks(_ chunks: ArraySlice<ResponseStream.Chunk>, isFirstDue: Bool) {
    let start = isFirstDue ? chunks.startIndex + 1 : chunks.startIndex
    let end = chunks[start...].firstIndex { $0.delay > .zero } ?? chunks.endIndex
    let rest = chunks[end...]
    let number = rest.isEmpty ? count : rest.startIndex + 1
    let part = PendingWait.ResponsePart(number: number, count: count, noun: noun)
    let wait =
      rest.first.map { PendingWait.Cause.delay($0.delay, before: part, steps: clock.steps()) }
      ?? .never(after: part)
    state.withLock { $0.steps.append(Step(chunks: chunks[..<end], wait: wait)) }
    guard let next = rest.first, !stream.isOver else { return }
    pause.wait(next.delay) { [self] in
      queueDueChunks(rest, isFirstDue: true)
      if state.withLock({ exchange(&$0.isSending, with: true) }) { return }
      sendSteps()
    }
  }

  private func sendSteps() {
    while let step = nextStep() {
      for chunk in step.chunks { stream.send(chunk) }
      noteWait(stream.isOver ? nil : step.wait)
    }
  }

  private func nextStep() -> Step? {
    state.withLock { state in
      state.isSending = !state.steps.isEmpty
      return state.steps.isEmpty ? nil : state.steps.removeFirst()
    }
  }
}
