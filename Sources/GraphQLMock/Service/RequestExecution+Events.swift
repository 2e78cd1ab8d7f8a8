import Foundation

extension RequestExecution {
  func stream(
    _ response: MockResponse, _ script: MockResponse.EventScript, of handler: RequestHandler?
  ) {
    guard case .list(let events, _) = script.source, events.contains(where: mayTakeLongToFinish)
    else { return open(response, script, of: handler) }
    Blocking.run { [self] in open(response, script, of: handler) }
  }

  private func open(
    _ response: MockResponse, _ script: MockResponse.EventScript, of handler: RequestHandler?
  ) {
    attempt(handler) {
      guard let format = call.streamFormat ?? accepted.events else {
        throw ResponseWritingError.eventsNotAccepted(
          accept: accept ?? "", type: incoming.operation?.type?.rawValue ?? "subscription")
      }
      let head = try writer.head(of: response, format)
      if sendWithoutBody(head, response.faults) { return }
      let stream = ResponseStream(
        bodyLimit: settings.journalLimits.body, breakOff: response.faults?.end,
        cutsChunks: !call.isOfSocket)
      let feed = EventFeed(
        operation: incoming.operation, chunks: stream, receiver: call.receiver, format: format,
        read: { [self] event throws(ResponseWritingError) in try fill(resolve(event)) }
      ) { [self] filled throws(ResponseWritingError) in
        let event = try complete(
          filled, refusing: nullArguments(for: filled, of: handler), for: handler)
        if let problem = checkResponse(event) {
          throw .invalidResponse(ofFixture: problem.kind == .fixtureError, message: problem.message)
        }
        return try writer.event(event)
      }
      // All events are encoded first, so that an invalid first event fails the request before anything is sent.
      let chunks = try chunks(of: script, feed, for: handler)
      stream.send(format.preamble)
      if let interval = script.heartbeat { feed.beat(every: interval, settings.clock) }
      let begin = { [self] in
        core.feeds.add(feed)
        core.commands?.watch()
        deliver(head, stream)
      }
      switch script.source {
      case .producer(let producer):
        begin()
        run(producer, feed, of: handler)
      case .test:
        begin()
        noteWait(.more(from: .test, sent: feed.sentCount))
      case .list(let events, _):
        // The last chunk may only complete the subscription, so it doesn't count as an event.
        let count = min(chunks.count, events.count)
        play(chunks, of: "event", count: count, to: stream, begin: begin)
      }
    }
  }

  private func chunks(
    of script: MockResponse.EventScript, _ feed: EventFeed, for handler: RequestHandler?
  ) throws(ResponseWritingError) -> [ResponseStream.Chunk] {
    guard case .list(let events, let interval) = script.source else { return [] }
    var chunks: [ResponseStream.Chunk] = []
    for (number, event) in events.enumerated() {
      var delay = event.delay(forRequest: requestID, event: number) ?? interval
      do throws(ResponseWritingError) {
        let event = try resolve(event)
        delay = event.delay(forRequest: requestID, event: number) ?? interval
        // For `.never`, there is no chunk, and the response stays open.
        guard let chunk = try feed.chunk(event, after: delay) else { return chunks }
        chunks.append(chunk)
        if chunk.ending != nil { return chunks }
      } catch {
        guard number > 0 else { throw events.count > 1 ? .event(1, error) : error }
        let failure = URLError.mock(
          .cannotParseResponse, message: noteFailure(.event(number + 1, error), of: handler))
        return chunks + [ResponseStream.Chunk(delay: delay, ending: .failed(failure))]
      }
    }
    return chunks + [feed.completion]
  }

  private func run(
    _ producer: @escaping MockResponse.EventScript.Producer, _ feed: EventFeed,
    of handler: RequestHandler?
  ) {
    let clock = settings.clock
    let sent = Locked(0)
    let next = PendingWait.Cause.more(from: .sequence, sent: feed.sentCount)
    noteWait(next)
    let cancel = settings.closures.run { [self] in
      do {
        try await producer { event in
          let number = sent.withLock { $0.next() } - 1
          do throws(ResponseWritingError) {
            let event = try resolve(event)
            if let delay = event.delay(forRequest: requestID, event: number), delay > .zero {
              noteWait(.delay(delay, before: nil, steps: clock.steps()))
              await Self.wait(delay, clock)
              noteWait(next)
            }
            guard !feed.chunks.isOver else { return false }
            try feed.send(event)
            // If the WebSocket has closed, its requests may not be canceled yet, so the socket is checked too.
            let isOpen = await feed.receiver?.waitForRoom() ?? true
            return isOpen && !feed.chunks.isOver
          } catch {
            report(.event(number + 1, error), feed, of: handler)
            return false
          }
        }
        // At the end of a test, its service ends the request, so the subscription isn't completed.
        if !Task.isCancelled { feed.complete() }
      } catch {
        if let error = error.asURLError { return feed.disconnect(error) }
        guard !feed.chunks.isOver else { return }
        let ours = error as? ResponseWritingError
        report(ours ?? .thrown(String(describing: error)), feed, of: handler)
      }
    }
    feed.chunks.onEnd(cancel)
  }

  private func report(
    _ error: ResponseWritingError, _ feed: EventFeed, of handler: RequestHandler?
  ) {
    feed.disconnect(.mock(.cannotParseResponse, message: noteFailure(error, of: handler)))
  }

  private func noteFailure(_ error: ResponseWritingError, of handler: RequestHandler?) -> String {
    noteFailure(error.kind, error.description, handler?.location)
  }

  private static func wait(_ delay: Duration, _ clock: any DelayClock) async {
    let outcome = PendingValue<Void>()
    let cancel = clock.call(after: delay) { outcome.fulfil(()) }
    _ = await outcome.valueUnlessCancelled(orElse: cancel)
  }
}
