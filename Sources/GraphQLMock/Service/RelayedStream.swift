import Foundation

/// A stream of the real service on its way to the client, and what has come of it.
final class RelayedStream: Sendable {
  private struct State {
    var head: ExchangeResponse?
    var chunks: ReplyStream?
    var divider: StreamDivider?
    var pieces: [RecordedStream.Piece] = []
    var body = Data()
    var last = ContinuousClock.now
    var isFinished = false

    mutating func add(_ units: [Data], at now: ContinuousClock.Instant) {
      for (index, unit) in units.enumerated() {
        pieces.append(
          RecordedStream.Piece(delay: index == 0 ? now - last : .zero, bytes: unit))
      }
      if !units.isEmpty { last = now }
    }
  }

  private let state = Locked(State())

  /// Where the client's chunks go; nil before the head has come.
  var chunks: ReplyStream? { state.withLock { $0.chunks } }

  func begin(_ head: ExchangeResponse, bodyLimit: Int) -> ReplyStream {
    let chunks = ReplyStream(bodyLimit: bodyLimit)
    state.withLock { state in
      state.head = head
      state.chunks = chunks
      state.divider = StreamDivider(contentType: head.contentType)
      state.last = .now
    }
    return chunks
  }

  func take(_ chunk: Data) {
    let chunks = state.withLock { state in
      state.body += chunk
      let units = state.divider?.append(chunk) ?? []
      state.add(units, at: .now)
      return state.chunks
    }
    chunks?.send(chunk)
  }

  /// What has come, once; nil if that was asked before, or nothing has come.
  func finish(isOpen: Bool) -> (ExchangeResponse, RecordedStream)? {
    state.withLock { state in
      guard let head = state.head, !state.isFinished else { return nil }
      state.isFinished = true
      let rest = state.divider?.finish() ?? Data()
      if !rest.isEmpty { state.add([rest], at: .now) }
      let response = ExchangeResponse(
        status: head.status, headers: head.headers, body: state.body, url: head.url)
      return (response, RecordedStream(pieces: state.pieces, isOpen: isOpen))
    }
  }

  /// Stops asking, as the client needs nothing any more.
  /// - Parameter cancel: Cancels the real request, which may end at once.
  /// - Returns: what has come, as ``finish(isOpen:)`` gives it.
  func leave(_ cancel: () -> Void) -> (ExchangeResponse, RecordedStream)? {
    // First, for the cancelled request ends by breaking off, of which nothing is kept.
    let left = finish(isOpen: true)
    cancel()
    return left
  }
}
