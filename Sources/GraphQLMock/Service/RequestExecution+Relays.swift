// Asking the real service: handing on what it says, as a whole or as it comes, and writing it down.

import Foundation

extension RequestExecution {
  func passThrough(_ response: MockResponse) {
    warnOfValidationFailure()
    askRealService(inParts: takesStreams && response.change == nil, response) {
      [self] relayed, _, done in
      WorkerThreads.shared.run { [self] in
        learn(from: relayed)
        done()
      }
    }
  }

  /// Whether what was recorded is asked for again all the same.
  func asksAgain(_ operation: OperationRequest) -> Bool {
    settings.recorder?.asksAgain(for: operation, owner: settings.recordingOwner) ?? false
  }

  /// Asks the real service, and writes down what it says.
  func record(_ operation: OperationRequest, with recorder: Recorder) {
    warnOfValidationFailure()
    let place = recorder.nextPlace(for: operation)
    if place.isShared { warn([place.warning]) }
    askRealService(inParts: takesStreams, .passThrough) { [self] relayed, isOpen, done in
      let isLost = relayed.failure != nil
      // A client that gives up says nothing of the service.
      if isLost && (relayed.failure == .cancelled || call.isOver || recorder.mode == .verify)
        || relayed.isRefusedHash(of: operation)
      {
        recorder.giveBack(place)
        return done()
      }
      // Files are read and written on a thread that may wait.
      WorkerThreads.shared.run { [self] in
        learn(from: relayed)
        var stream = RecordedStream(relayed)
        stream?.isOpen = isOpen
        let error =
          recorder.mode == .verify
          ? recorder.verify(relayed, to: operation, at: place, types: settings.types)
          : recorder.record(
            relayed, to: operation, at: place, stream: stream, for: settings.recordingOwner)
        if let error { record(.recordingError, error.description) }
        done()
      }
    }
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
  ///   - response: What to change in the answer.
  ///   - keep: Takes the answer, or why there is none, of a stream what has come when it ends or the client
  ///     gives up; what it calls at last tells the client.
  private func askRealService(
    inParts: Bool, _ response: MockResponse,
    _ keep:
      @escaping @Sendable (
        ExchangeResponse, _ isOpen: Bool, _ done: @escaping @Sendable () -> Void
      ) -> Void
  ) {
    let answer = Passthrough.shared.send(
      received.requestToSendOn, streamLimit: inParts ? settings.journalLimits.body : nil
    ) { [self] arrival in
      switch arrival {
      case .whole(let relayed): keep(relayed, false) { [self] in relay(relayed, response) }
      case .failure(let error):
        var lost = ExchangeResponse(status: 0, headers: [:], body: Data())
        lost.failure = (error as? URLError)?.code ?? .cancelled
        keep(lost, false) { [self] in attempt(nil) { throw error } }
      case .head(let head, let chunks):
        do throws(ResponseWritingError) {
          let sent = try response.applied(to: head)
          call.reply(
            .stream(
              StreamedReply(
                status: sent.status, headers: sent.headers, chunks: chunks, isRelayed: true)))
        } catch {
          chunks.cancel()
          fail(error.kind, error.description, handler: nil)
        }
      case .end(let relayed, let chunks, let isOpen):
        keep(relayed, isOpen) { chunks.end(.finished) }
      }
    }
    call.onEnd { answer.cancelUnlessStreaming() }
  }
}
