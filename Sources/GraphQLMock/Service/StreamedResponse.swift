public import Foundation

/// The answer of a service to a request that no session has sent.
public struct StreamedResponse: Sendable {
  /// The status code, 100 to 599 (RFC 9110, section 15).
  public let status: Int
  /// The header fields; names are as they were set.
  public let headers: [String: String]
  /// The body, as it comes.
  public let body: Body

  /// - Parameters:
  ///   - reply: A response.
  ///   - call: The call that it belongs to.
  init(_ reply: Reply, of call: ServiceCall) {
    let response = reply.response
    status = response?.status ?? 500
    headers = response?.headers ?? [:]
    body = Body(source: BodySource(reply, of: call))
  }

  /// The chunks of a body, which can be read once.
  ///
  /// Letting go of it before its end cancels the request.
  public struct Body: AsyncSequence, Sendable {
    /// A chunk of the body; none is empty.
    public typealias Element = Data

    fileprivate let source: BodySource

    /// Reads the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let source: BodySource

      /// Gives the next chunk.
      /// - Returns: the chunk; nil at the end of the body.
      /// - Throws: `CancellationError` when the task is cancelled.
      public mutating func next() async throws -> Data? { try source.next() }
    }

    /// Makes the iterator; all iterators of a body share their chunks.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }

    /// Reads the body to its end.
    /// - Returns: the whole body.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func collect() async throws -> Data {
      var whole = Data()
      for try await chunk in self { whole += chunk }
      return whole
    }
  }
}

/// What is left of a body.
private final class BodySource: Sendable {
  private let call: ServiceCall
  private let rest: Locked<Reply?>

  init(_ reply: Reply, of call: ServiceCall) {
    self.call = call
    rest = Locked(reply)
  }

  deinit {
    if rest.withLock({ $0 }) != nil { call.cancel() }
  }

  func next() throws -> Data? {
    let reply = rest.withLock { rest in
      defer { rest = nil }
      return rest
    }
    guard let reply else { return nil }
    if Task.isCancelled {
      call.cancel()
      throw CancellationError()
    }
    call.handOver(reply)
    call.close()
    guard let body = reply.response?.body, !body.isEmpty else { return nil }
    return body
  }
}

/// A reply that one task waits for.
final class PendingReply: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Reply?, Never>)
    case fulfilled(Reply?)
  }

  private let state = Locked(State.empty)

  init() {}

  /// Gives the reply; only the first counts.
  /// - Parameter reply: The reply; nil if there will be none.
  func fulfil(_ reply: Reply?) {
    let waiting = state.withLock { state -> CheckedContinuation<Reply?, Never>? in
      switch state {
      case .fulfilled:
        return nil
      case .empty:
        state = .fulfilled(reply)
        return nil
      case .awaited(let continuation):
        state = .fulfilled(reply)
        return continuation
      }
    }
    waiting?.resume(returning: reply)
  }

  /// Waits for the reply; to be called once.
  func value() async -> Reply? {
    await withCheckedContinuation { continuation in
      let known: Reply?? = state.withLock { state in
        if case .fulfilled(let reply) = state { return .some(reply) }
        state = .awaited(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
