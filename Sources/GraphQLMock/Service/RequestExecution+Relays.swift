import Foundation

extension RequestExecution {
  func passThrough(_ response: MockResponse, of handler: RequestHandler?) {
    guard canSendOn(for: handler) else { return }
    core.withNotes { $0.hasPassedThrough = true }
    askRealService(
      inParts: takesStreams && response.change == nil, response, of: handler, .passThrough
    ) { [self] relayed, _, done in
      WorkerThreads.shared.run { [self] in
        rememberSecrets(of: relayed)
        done()
      }
    }
  }

  /// Warns of an invalid request. Returns false, and fails the request, if it can't be sent to the real service.
  private func canSendOn(for handler: RequestHandler?) -> Bool {
    warn(of: invalid)
    guard incoming.isEntryWithFiles, let title = incoming.operation?.title else { return true }
    attempt(handler) { throw ResponseWritingError.filesInBatch(operation: title) }
    return false
  }

  /// The service and test that may replace a recording; see `RecordingOwners`.
  var recordingOwner: RecordingOwners.Owner {
    RecordingOwners.Owner(
      service: core.number, test: settings.testTitle, isUnnamedCase: settings.isUnnamedCase)
  }

  func recordFromService(_ operation: OperationRequest, with recorder: Recorder) {
    guard canSendOn(for: nil) else { return }
    let occurrence = recorder.nextOccurrence(for: operation)
    if occurrence.isShared { warn([occurrence.warning]) }
    // Looking for a recording may block, because it reads files.
    Blocking.run { [self] in
      recorder.keep(operation, at: occurrence, by: core.number)
      let isMissing =
        !recorder.mode.asksAlways && settings.recordedResponses?.table != nil
        && !mustRecordAgain(operation)
      recordFromService(
        operation, with: recorder, at: occurrence,
        isMissing ? .missing(nearest: matchFailure().cause) : .recorded)
    }
  }

  private func recordFromService(
    _ operation: OperationRequest, with recorder: Recorder, at occurrence: Recorder.Occurrence,
    _ reason: PendingWait.RealServiceReason
  ) {
    askRealService(inParts: takesStreams, .passThrough, of: nil, reason) {
      [self] relayed, isOpen, done in
      // A canceled request and an unknown hash aren't recorded. The call of a stream is over when the stream begins.
      let isLeft = relayed.failure == .cancelled || call.isOver && relayed.status == 0
      if relayed.failure != nil && isLeft || relayed.isRefusedHash(of: operation) {
        recorder.giveBack(occurrence)
        return done()
      }
      WorkerThreads.shared.run { [self] in
        rememberSecrets(of: relayed)
        let reason: UnrecordableResponse? =
          recorder.mode == .verify
          ? relayed.failure.map { .failure($0) }
          : relayed.reasonNotToRecord { redactor().value($0) }
        if let reason {
          recorder.giveBack(occurrence)
          let error = RecordingError.noResponse(operation: operation.title, reason, recorder.mode)
          noteFailure(.recordingError, error.description)
          return done()
        }
        var stream = RecordedStream(relayed)
        stream?.isOpen = isOpen
        let error =
          recorder.mode == .verify
          ? recorder.verify(
            relayed, to: operation, at: occurrence, hiding: redactor().answered(relayed),
            types: settings.types)
          : recorder.record(
            relayed, to: operation, at: occurrence, stream: stream, for: recordingOwner)
        if let error { noteFailure(.recordingError, error.description) }
        done()
      }
    }
  }

  /// A Boolean value that indicates whether the client accepts a stream. In a batch or on a WebSocket, it doesn't.
  private var takesStreams: Bool {
    !isBatchEntry && call.streamFormat == nil && !accepted.formats.isEmpty
  }

  /// - Parameter keep: A closure that records the response received so far, and then calls `done`.
  private func askRealService(
    inParts: Bool, _ response: MockResponse, of handler: RequestHandler?,
    _ reason: PendingWait.RealServiceReason,
    _ keep:
      @escaping @Sendable (
        SentResponse, _ isOpen: Bool, _ done: @escaping @Sendable () -> Void
      ) -> Void
  ) {
    let url = incoming.url.map { redactor().url($0) } ?? ""
    noteWait(.realService(url: url, reason))
    let real = Passthrough.shared.send(
      incoming.requestToSendOn, streamLimit: inParts ? settings.journalLimits.body : nil,
      breakOff: response.faults?.end
    ) { [self] arrival in
      switch arrival {
      case .whole(let relayed):
        keep(relayed, false) { [self] in relay(relayed, response, of: handler) }
      case .failure(let error):
        var lost = SentResponse(status: 0, headers: [:], body: Data())
        // Any other error is reported by `attempt`, and not by the recorder.
        lost.failure = (error as? URLError)?.code ?? .cancelled
        keep(lost, false) { [self] in
          call.giveUpWaiting()
          attempt(handler) { throw reason.error(error, of: url) }
        }
      case .head(let head, let chunks):
        do throws(ResponseWritingError) {
          let sent = try response.applied(to: head)
          if response.statusCode != nil, sendWithoutBody(sent, response.faults, isRelayed: true) {
            return chunks.cancel()
          }
          deliver(sent, chunks, isRelayed: true)
          noteWait(
            .more(from: .realService(url: url)) {
              chunks.hasEnding ? nil : chunks.sentChunkCount
            })
        } catch {
          chunks.cancel()
          fail(error.kind, error.description, handler: handler)
        }
      case .end(let relayed, let chunks, let ending):
        keep(relayed, ending == nil) { if let ending { chunks.end(ending) } }
      }
    }
    call.whenAnsweredOrCanceled { real.cancelUnlessStreaming() }
  }

  func relay(_ relayed: SentResponse, _ response: MockResponse, of handler: RequestHandler?) {
    guard let change = response.change else {
      return attempt(handler) {
        let sent: SentResponse = try response.applied(to: relayed)
        send(sent.hasNoBody ? framed(sent) : sent, response.faults, isRelayed: true)
      }
    }
    run(change, on: relayed, of: nil) { [self] changed in
      guard !call.isOver else { return }
      // This may read a fixture's file, and validate much data.
      Blocking.run { [self] in
        attempt(handler) {
          let changed = try resolve(changed.get())
          let send: @Sendable () -> Void = { [self] in
            attempt(handler) {
              let changed = try complete(fill(changed))
              if let problem = checkResponse(changed) {
                return fail(problem.kind, problem.message, handler: handler)
              }
              try write(response.applied(to: changed), changedFrom: relayed)
            }
          }
          guard let delay = changed.delay(forRequest: requestID), delay > .zero else {
            return send()
          }
          wait(delay) { Blocking.run(send) }
        }
      }
    }
  }
}

extension PendingWait.RealServiceReason {
  fileprivate func error(_ error: any Error, of url: String) -> any Error {
    guard let error = error as? URLError, error.code != .cancelled else { return error }
    var info = error.userInfo
    info[NSLocalizedDescriptionKey] =
      "The real service at \(url) was called \(phrase), and failed: \(error.localizedDescription) "
      + "(URLError \(error.code.rawValue))"
    return URLError(error.code, userInfo: info)
  }
}
