public import Foundation

/// The response to a request that was sent without a `URLSession`.
public struct StreamedResponse: Sendable {
  /// The status code, 100 to 599 (RFC 9110, section 15).
  public let status: Int
  /// The header fields, whose names keep their uppercase and lowercase letters.
  public let headers: HeaderFields
  /// The body, which arrives in chunks.
  public let body: Body

  init(_ outcome: RequestOutcome, of call: ServiceCall) {
    // A failure, which has no response, is thrown instead.
    let response = outcome.response
    status = response?.status ?? 500
    headers = response?.headers ?? [:]
    body = Body(source: BodySource(outcome, of: call))
  }

  /// The chunks of a body, which can be read only once, and by one task at a time.
  ///
  /// If you release the body before you have read it to its end, the request is canceled.
  public struct Body: AsyncSequence, Sendable {
    fileprivate let source: BodySource

    /// An iterator over the chunks of a body.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
      fileprivate let source: BodySource

      /// Returns the next chunk, or nil at the end of the body.
      /// - Throws: The `URLError` that ended the body, another if a second task is reading it, or `CancellationError` if the
      ///   task is canceled.
      public mutating func next() async throws -> Data? { try await source.next() }
    }

    /// Returns an iterator over the chunks that haven't been read yet.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }

    /// Reads the body to its end, and returns it.
    /// - Throws: The `URLError` that ended the body, or `CancellationError` if the task is canceled.
    public func collect() async throws -> Data {
      var whole = Data()
      for try await chunk in self { whole += chunk }
      return whole
    }
  }
}

/// The unread part of a body, which all of its iterators share.
private final class BodySource: Sendable {
  private let call: ServiceCall
  private let state: Locked<(rest: RequestOutcome?, isBeingRead: Bool)>

  init(_ outcome: RequestOutcome, of call: ServiceCall) {
    self.call = call
    // There's nothing to read if the body is empty.
    let isReceived = outcome.chunks == nil && outcome.response?.body.isEmpty == true
    state = Locked((isReceived ? nil : outcome, false))
    if isReceived { call.noteReceived(byClient: outcome) }
  }

  deinit {
    if state.withLock({ $0.rest }) != nil { call.cancel() }
  }

  func next() async throws -> Data? {
    // A stream has one listener, so the first of two tasks would wait forever.
    guard !state.withLock({ exchange(&$0.isBeingRead, with: true) }) else {
      throw URLError.mock(
        .resourceUnavailable, message: "Another task is reading the body of this response.")
    }
    defer { state.withLock { $0.isBeingRead = false } }
    if case .stream(let streamed)? = state.withLock({ $0.rest }) {
      return try await next(of: streamed)
    }
    guard let outcome = state.withLock({ $0.rest.take() }) else { return nil }
    if Task.isCancelled { throw cancelled() }
    call.noteReceived(byClient: outcome)
    if case .failure(let error) = outcome { throw error.carried }
    return outcome.response?.body
  }

  private func cancelled() -> CancellationError {
    call.cancel()
    return CancellationError()
  }

  private func next(of streamed: RequestOutcome.Streamed) async throws -> Data? {
    while true {
      let arrival = PendingValue<Void>()
      streamed.chunks.listen { arrival.fulfil(()) }
      // The order matters: a chunk that arrives after `take` must find the listener.
      let portion = streamed.chunks.take(1)
      if let ending = portion.ending {
        state.withLock { $0.rest = nil }
        call.noteReceived(byClient: ending, of: streamed)
        guard case .failed(let error) = ending else { return portion.chunks.first }
        // If a chunk precedes the error, this call returns the chunk, and the next call throws the error.
        guard let chunk = portion.chunks.first else { throw error.carried }
        state.withLock { $0.rest = .failure(error) }
        return chunk
      }
      if let chunk = portion.chunks.first { return chunk }
      if await arrival.valueUnlessCancelled() == nil {
        state.withLock { $0.rest = nil }
        throw cancelled()
      }
    }
  }
}
