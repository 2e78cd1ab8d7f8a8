// Asking the real service: handing on what it says, as a whole or as it comes, and writing it down.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RequestExecution {
  func passThrough(_ response: MockResponse) {
    warnOfRefusal()
    askRealService(inParts: takesStreams && response.change == nil) { [self] relayed in
      relay(relayed, response)
    } head: { head throws(ResponseWritingError) in
      try response.applied(to: head)
    } end: { _, _, done in
      done()
    }
  }

  /// Whether what was recorded is asked for again all the same.
  func asksAgain(_ operation: OperationRequest) -> Bool {
    settings.recorder?.asksAgain(for: operation, owner: settings.recordingOwner) ?? false
  }

  /// Asks the real service, and writes down what it says.
  func record(_ operation: OperationRequest, with recorder: Recorder) {
    warnOfRefusal()
    let place = recorder.nextPlace(for: operation)
    if place.isShared { warn([place.warning]) }
    let take: @Sendable (ExchangeResponse, RecordedStream?, @escaping @Sendable () -> Void) -> Void
    take = { [self] relayed, stream, done in
      if relayed.isRefusedHash(of: operation) {
        recorder.giveBack(place)
        return done()
      }
      // Files are read and written on a thread that may wait.
      WorkerThreads.shared.run { [self] in
        let error =
          recorder.mode == .verify
          ? recorder.verify(
            relayed, to: operation, at: place, types: settings.schema.flatMap { try? $0.system })
          : recorder.record(
            relayed, to: operation, at: place, stream: stream, for: settings.recordingOwner)
        if let error { record(.recordingError, error.description) }
        done()
      }
    }
    let whole: @Sendable (ExchangeResponse) -> Void = { [self] relayed in
      take(relayed, nil) { [self] in call.reply(.relayed(relayed)) }
    }
    askRealService(inParts: takesStreams, whole, head: { $0 }, end: take)
  }

  /// Whether the client takes an answer as it comes: the entry of a batch and the message of a socket
  /// are whole.
  private var takesStreams: Bool {
    guard !isEntry, call.streamFormat == nil,
      let accept = received.urlRequest.value(ofHeader: "Accept")
    else { return false }
    return !AcceptedStreams(accept: accept).formats.isEmpty
  }

  /// Asks the real service.
  /// - Parameters:
  ///   - inParts: Whether an answer of several results is wanted as it comes.
  ///   - whole: Takes an answer of one result.
  ///   - head: Changes the head of a stream.
  ///   - end: Takes what has come of a stream, when it ends or the client gives up; what it calls at
  ///     last tells the client of the end.
  private func askRealService(
    inParts: Bool, _ whole: @escaping @Sendable (ExchangeResponse) -> Void,
    head:
      @escaping @Sendable (ExchangeResponse) throws(ResponseWritingError) -> ExchangeResponse,
    end:
      @escaping @Sendable (
        ExchangeResponse, RecordedStream, _ done: @escaping @Sendable () -> Void
      ) -> Void
  ) {
    let relay = RelayedStream()
    let cancel = Passthrough.shared.send(received.requestToSendOn, inParts: inParts) {
      [self] arrival in
      switch arrival {
      case .whole(let response): whole(response)
      case .failure(let error):
        if let chunks = relay.chunks {
          // What breaks off is not worth keeping.
          _ = relay.finish(isOpen: true)
          chunks.end(.failed(error.urlError))
        } else {
          failToRelay(error)
        }
      case .head(let response, let cancel):
        let chunks = relay.begin(response, bodyLimit: settings.journalLimits.body)
        chunks.onEnd {
          // Where the client gave up, what came so far is worth keeping.
          if let (response, stream) = relay.leave(cancel) { end(response, stream) {} }
        }
        do throws(ResponseWritingError) {
          let sent = try head(response)
          call.reply(
            .stream(
              StreamedReply(
                status: sent.status, headers: sent.headers, chunks: chunks, isRelayed: true)))
        } catch {
          chunks.cancel()
          fail(error.kind, error.description, handler: nil)
        }
      case .chunk(let chunk): relay.take(chunk)
      case .end:
        guard let (response, stream) = relay.finish(isOpen: false) else { return }
        end(response, stream) { relay.chunks?.end(.finished) }
      }
    }
    // An answer that has begun is stopped by its own end.
    call.onEnd { if relay.chunks == nil { cancel() } }
  }

  private func failToRelay(_ error: PassthroughError) {
    switch error {
    case .network(let error):
      call.reply(.failure(error))
    case .challenge:
      let fault = ResponseWritingError.relayedChallenge
      fail(fault.kind, fault.description, handler: nil)
    }
  }
}

extension PassthroughError {
  /// What a body breaks off with; a challenge comes before any.
  fileprivate var urlError: URLError {
    if case .network(let error) = self { error } else { URLError(.userAuthenticationRequired) }
  }
}

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
