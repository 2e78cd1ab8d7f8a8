// Responses of several results, and bodies that come in chunks.

import Foundation

extension RequestExecution {
  private var accept: String? { received.urlRequest.value(ofHeader: "Accept") }

  private var accepted: StreamFormat.Accepted { StreamFormat.Accepted(accept: accept) }

  // MARK: Whole responses, and those in parts

  /// Answers with a response that is no list of events, and needs no other.
  func write(_ response: MockResponse) throws(ResponseWritingError) {
    if case .parts(let stream) = response.content, !isEntry {
      return try send(stream, of: response)
    }
    if let (incremental, format) = try incremental(response) {
      return try send(incremental, format, of: response)
    }
    guard let reply = try writer.reply(to: response) else { return waits(for: .never(after: nil)) }
    guard case .response(var whole) = reply else { return call.reply(reply) }
    warnOfUndeferred(response, whole)
    warnOfMissingData(response, whole)
    if isOnlyEventStream, response.statusCode ?? 200 < 300 {
      whole = try asEvent(whole, of: response)
    }
    guard let faults = response.faults else { return call.reply(.response(whole)) }
    var chunks = faults.chunks(of: whole.body).enumerated().map { index, chunk in
      ReplyStream.Chunk(delay: index == 0 ? .zero : faults.interval, bytes: chunk)
    }
    chunks.append(ReplyStream.Chunk(ending: .finished))
    start(whole, chunks, faults: faults)
  }

  /// The parts of a response, if it has some and the client takes them.
  private func incremental(
    _ response: MockResponse
  ) throws(ResponseWritingError) -> (IncrementalResponse, StreamFormat)? {
    let map: MockJSON
    switch response.content {
    case .incremental(let incremental): return incrementalFormat.map { (incremental, $0) }
    case .graphQL(let data, let errors, let extensions) where response.deferral != nil:
      map = ResponseWriter.responseMap(data: data, errors: errors, extensions: extensions)
    case .json(let json) where response.deferral != nil: map = json
    default: return nil
    }
    guard let format = incrementalFormat else { return nil }
    return divided(map, every: response.deferral ?? .zero).map { ($0, format) }
  }

  /// The form of a response in parts; nil if the client takes none.
  private var incrementalFormat: StreamFormat? {
    isEntry ? nil : call.streamFormat ?? accepted.incremental
  }

  /// A whole response in the parts that the document asks for; nil if it asks for none.
  private func divided(
    _ map: MockJSON, every interval: Duration
  ) -> IncrementalResponse? {
    guard let operation = received.operation, let selected = operation.selectedOperation,
      selected.hasIncrementalDirectives
    else { return nil }
    let divided = DeferredDivision.divide(
      map, by: selected, variables: operation.coercedVariables,
      types: settings.types, interval: interval)
    return divided.parts.isEmpty ? nil : divided
  }

  private func send(
    _ incremental: IncrementalResponse, _ format: StreamFormat, of response: MockResponse
  ) throws(ResponseWritingError) {
    let head = try writer.head(of: response, contentType: format.contentType)
    var chunks = [ReplyStream.Chunk(bytes: format.preamble)]
    for payload in try incremental.payloads() {
      let chunk = format.chunk(try ResponseWriter.encode(payload.json))
      chunks.append(ReplyStream.Chunk(delay: payload.delay, bytes: chunk))
    }
    chunks[chunks.count - 1].bytes += format.epilogue
    chunks[chunks.count - 1].ending = .finished
    start(head, chunks, faults: response.faults)
  }

  /// Sends what was recorded, at its times.
  private func send(
    _ recorded: RecordedStream, of response: MockResponse
  ) throws(ResponseWritingError) {
    guard let stream = call.streamFormat == .payloads ? recorded.asPayloads() : recorded else {
      throw .noEvent("a recording that can't be read")
    }
    let head = try writer.head(of: response, contentType: StreamFormat.eventStream.contentType)
    var chunks = stream.parts
    if !stream.isOpen {
      if chunks.isEmpty { chunks = [ReplyStream.Chunk()] }
      chunks[chunks.count - 1].ending = .finished
    }
    start(head, chunks, faults: response.faults)
  }

  /// A response as server-sent events, for a client that takes nothing else (GraphQL over SSE: also
  /// errors of the request are reported by `next` events).
  private func asEvent(
    _ whole: ExchangeResponse, of response: MockResponse
  ) throws(ResponseWritingError) -> ExchangeResponse {
    let format = StreamFormat.eventStream
    let head = try writer.head(of: response, contentType: format.contentType)
    let body = format.preamble + format.chunk(whole.body) + format.epilogue
    return ExchangeResponse(status: 200, headers: head.headers, body: body)
  }

  private var isOnlyEventStream: Bool {
    writer.mediaType == .eventStream && call.streamFormat == nil && !isEntry
  }

  private func start(
    _ head: ExchangeResponse, _ chunks: [ReplyStream.Chunk], faults: MockResponse.BodyFaults?
  ) {
    let stream = ReplyStream(bodyLimit: settings.journalLimits.body, breakOff: faults?.end)
    play(chunks, of: "part", count: chunks.count { !$0.bytes.isEmpty }, to: stream) {
      reply(head, stream)
    }
  }

  private func play(
    _ chunks: [ReplyStream.Chunk], of noun: String, count: Int, to stream: ReplyStream,
    begin: () -> Void
  ) {
    ChunkPlayback(to: stream, by: settings.clock, of: noun, count: count) { [self] in
      waits(for: $0)
    }.start(chunks, begin: begin)
  }

  private func reply(_ head: ExchangeResponse, _ stream: ReplyStream) {
    call.reply(
      .stream(StreamedReply(status: head.status, headers: head.headers, chunks: stream)))
  }

  /// Says that a client that waits for parts gets none, where a service would send some.
  private func warnOfUndeferred(_ response: MockResponse, _ whole: ExchangeResponse) {
    let accepted = accepted
    guard response.deferral == nil || accepted.wantsLaterIncremental,
      (200..<300).contains(whole.status),
      let operation = received.operation,
      operation.selectedOperation?.hasIncrementalDirectives == true,
      accepted.wantsLaterIncremental || accepted.formats.contains(.deferSpec),
      let map = try? MockJSON(parsing: whole.body),
      divided(map, every: .zero) != nil
    else { return }
    core.journal.warn(
      exchange,
      [
        """
        The document of \(operation.title) has @defer or @stream, and the response was sent as a \
        whole: \(accepted.wantsLaterIncremental
          ? "the client accepts only incrementalSpec=v0.2, which isn't written."
          : "use .deferred or .incremental, or Apollo leaves the fragment pending.")
        """
      ])
  }

  // MARK: Events

  /// Answers with the events of a subscription.
  func stream(_ response: MockResponse, _ script: EventScript, of handler: RequestHandler?) {
    if case .list(let events, _) = script.source,
      events.contains(where: { $0.namesFile || mayTakeLongToFinish($0) })
    {
      return Blocking.allow { [self] in open(response, script, of: handler) }
    }
    open(response, script, of: handler)
  }

  private func open(_ response: MockResponse, _ script: EventScript, of handler: RequestHandler?) {
    attempt(handler) {
      guard let format = call.streamFormat ?? accepted.events else {
        throw ResponseWritingError.eventsNotAccepted(accept: accept ?? "")
      }
      let head = try writer.head(of: response, contentType: format.contentType)
      let stream = ReplyStream(
        bodyLimit: settings.journalLimits.body, breakOff: response.faults?.end)
      let feed = EventFeed(
        operationName: received.operation?.name, format: format, chunks: stream,
        receiver: call.receiver
      ) { [self] event throws(ResponseWritingError) in
        let event = try complete(fill(resolve(event)))
        if let problem = checkAnswer(event) {
          throw .invalidAnswer(problem.kind, message: problem.message)
        }
        return try writer.event(event)
      }
      // Before the client knows of the response: what is wrong with a list fails the request.
      let chunks = try chunks(of: script, feed)
      stream.send(format.preamble)
      if let interval = script.heartbeat { feed.beat(every: interval, settings.clock) }
      let begin = { [self] in
        core.feeds.add(feed)
        reply(head, stream)
      }
      switch script.source {
      case .producer(let producer):
        begin()
        run(producer, feed, of: handler)
      case .test:
        begin()
        waits(for: .more(from: .test, sent: feed.sentCount))
      case .list:
        play(
          chunks, of: "event", count: chunks.count { $0.ending == nil }, to: stream, begin: begin)
      }
    }
  }

  private func chunks(
    of script: EventScript, _ feed: EventFeed
  ) throws(ResponseWritingError) -> [ReplyStream.Chunk] {
    guard case .list(let events, let interval) = script.source else { return [] }
    var chunks: [ReplyStream.Chunk] = []
    for (number, event) in events.enumerated() {
      let delay = event.delay(inExchange: exchange, event: number) ?? interval
      // It stays open from here on.
      guard let chunk = try feed.chunk(event, after: delay) else { return chunks }
      chunks.append(chunk)
      if chunk.ending != nil { return chunks }
    }
    return chunks + [feed.completion]
  }

  private func run(
    _ producer: @escaping EventScript.Producer, _ feed: EventFeed, of handler: RequestHandler?
  ) {
    let clock = settings.clock
    let sent = Locked(0)
    let next = PendingWait.Cause.more(from: .sequence, sent: feed.sentCount)
    waits(for: next)
    let cancel = settings.closures.run { [self] in
      do {
        try await producer { event in
          let number = sent.withLock { $0.next() } - 1
          if let delay = event.delay(inExchange: exchange, event: number), delay > .zero {
            waits(for: .delay(delay, before: nil, steps: clock.steps()))
            await Self.wait(delay, clock)
            waits(for: next)
          }
          guard !feed.chunks.isOver else { return false }
          do throws(ResponseWritingError) {
            try feed.send(event)
            await feed.receiver?.waitForRoom()
            return !feed.chunks.isOver
          } catch {
            report(error, feed, of: handler)
            return false
          }
        }
        // One that was cancelled belongs to a test that has ended: its service ends the request.
        if !Task.isCancelled { feed.complete() }
      } catch let error as URLError {
        feed.disconnect(error)
      } catch {
        guard !feed.chunks.isOver else { return }
        report(.thrown(String(describing: error)), feed, of: handler)
      }
    }
    feed.chunks.onEnd(cancel)
  }

  private func report(
    _ error: ResponseWritingError, _ feed: EventFeed, of handler: RequestHandler?
  ) {
    let shown = record(error.kind, error.description, handler)
    feed.disconnect(.mock(.cannotParseResponse, message: shown))
  }

  private static func wait(_ delay: Duration, _ clock: any DelayClock) async {
    let reply = PendingReply<Void>()
    let cancel = clock.call(after: delay) { reply.fulfil(()) }
    _ = await reply.valueUnlessCancelled(orElse: cancel)
  }

  // MARK: The real service

  /// Hands on what the real service said, perhaps changed.
  func relay(_ relayed: ExchangeResponse, _ response: MockResponse) {
    guard let change = response.change else {
      return attempt(nil) { call.reply(.relayed(try response.applied(to: relayed))) }
    }
    run(change, on: relayed, of: nil) { [self] changed in
      guard !call.isOver else { return }
      attempt(nil) {
        guard let reply = try writer.reply(to: fill(resolve(changed.get()))) else {
          throw ResponseWritingError.noChangedResponse
        }
        guard case .response(let whole) = reply else { return call.reply(reply) }
        // What says something of the body belongs to the body that is sent.
        let kept = relayed.headers.filter {
          !$0.key.lowercased().hasPrefix("content-") && !$0.key.equalsIgnoringCase("ETag")
        }
        call.reply(
          .relayed(
            try response.applied(
              to: ExchangeResponse(
                status: whole.status, headers: kept.settingHeaders(whole.headers),
                body: whole.body, url: relayed.url))))
      }
    }
  }
}

extension MockResponse {
  /// Whether a file has to be read for it.
  fileprivate var namesFile: Bool {
    switch content {
    case .file, .fixture: true
    default: false
    }
  }
}
