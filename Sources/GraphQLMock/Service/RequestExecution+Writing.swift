extension RequestExecution {
  var accept: String? { incoming.urlRequest.value(ofHeader: "Accept") }

  var accepted: StreamFormat.Accepted { StreamFormat.Accepted(accept: accept) }

  /// - Parameter relayed: The real service's response, which a closure of `.passThrough` has changed to `response`.
  func write(
    _ response: MockResponse, changedFrom relayed: SentResponse? = nil
  ) throws(ResponseWritingError) {
    if case .parts(let stream) = response.content, !isBatchEntry, relayed == nil {
      return try send(stream, of: response)
    }
    if let (incremental, format, head) = try incremental(response) {
      let head = try relayed?.changed(to: head) ?? head
      return try send(incremental, format, head, response.faults, isRelayed: relayed != nil)
    }
    guard let outcome = try writer.outcome(to: response) else {
      if relayed != nil { throw .noChangedResponse }
      return noteWait(.never(after: nil))
    }
    guard case .response(let given) = outcome else { return call.deliver(outcome) }
    warnOfUndeferred(response, given)
    warnOfMissingData(response, given)
    let whole = try asEvent(given, of: response) ?? given
    let sent = try relayed?.changed(to: whole) ?? whole
    send(framed(sent), response.faults, isRelayed: relayed != nil)
  }

  func send(_ whole: SentResponse, _ faults: MockResponse.BodyFaults?, isRelayed: Bool = false) {
    guard let faults else { return call.deliver(isRelayed ? .relayed(whole) : .response(whole)) }
    // A message of a WebSocket isn't divided.
    let parts = call.isOfSocket ? [whole.body] : faults.chunks(of: whole.body)
    var chunks = parts.enumerated().map { index, chunk in
      ResponseStream.Chunk(delay: index == 0 ? .zero : faults.interval, bytes: chunk)
    }
    chunks.append(ResponseStream.Chunk(ending: .finished))
    start(whole, chunks, faults: faults, isRelayed: isRelayed)
  }

  /// Sends the head of a stream alone if its status rules out a body, and returns whether it did.
  func sendWithoutBody(
    _ head: SentResponse, _ faults: MockResponse.BodyFaults?, isRelayed: Bool = false
  ) -> Bool {
    guard head.hasNoBody, !call.isOfSocket else { return false }
    warn(["The status \(head.status) has no body, so no events are sent."], kind: .framing)
    send(head, faults, isRelayed: isRelayed)
    return true
  }

  /// Returns the parts of a response with their head, or nil if it's sent as a whole.
  func incremental(
    _ response: MockResponse
  ) throws(ResponseWritingError) -> (IncrementalResponse, StreamFormat, head: SentResponse)? {
    var map = MockJSON.null
    var incremental: IncrementalResponse?
    switch response.content {
    case .incremental(let stated): incremental = stated
    case .graphQL(let data, let errors, let extensions) where response.deferral != nil:
      map = ResponseWriter.responseMap(data: data, errors: errors, extensions: extensions)
    case .json(let json) where response.deferral != nil: map = json
    case .graphQL, .json, .template, .bytes, .file, .empty, .failure, .fixture, .never,
      .passThrough, .events, .parts:
      return nil
    }
    guard !isBatchEntry, let format = call.streamFormat ?? accepted.incremental else { return nil }
    let head = try writer.head(of: response, format)
    guard call.isOfSocket || !head.hasNoBody,
      let parts = incremental
        ?? divided(map, every: response.deferral ?? .zero).map({ whole in
          response.deferralError.map(whole.failing) ?? whole
        })
    else { return nil }
    return (parts, format, head)
  }

  private func divided(_ map: MockJSON, every interval: Duration) -> IncrementalResponse? {
    guard let operation = incoming.operation, let selected = operation.selectedOperation,
      selected.hasIncrementalDirectives
    else { return nil }
    let divided = DeferredDivision.divide(
      map, by: selected, variables: operation.coercedVariables,
      types: settings.types, interval: interval)
    return divided.parts.isEmpty ? nil : divided
  }

  func send(
    _ incremental: IncrementalResponse, _ format: StreamFormat, _ head: SentResponse,
    _ faults: MockResponse.BodyFaults?, isRelayed: Bool = false
  ) throws(ResponseWritingError) {
    var chunks: [ResponseStream.Chunk] = []
    for payload in try incremental.payloads() {
      let chunk = format.chunk(try ResponseWriter.encode(payload.json))
      chunks.append(ResponseStream.Chunk(delay: payload.delay, bytes: chunk))
    }
    chunks[chunks.count - 1].bytes += format.epilogue
    chunks[chunks.count - 1].ending = .finished
    start(head, chunks, in: format, faults: faults, isRelayed: isRelayed)
  }

  private func send(
    _ recorded: RecordedStream, of response: MockResponse
  ) throws(ResponseWritingError) {
    guard let stream = call.isOfSocket ? recorded.asPayloads() : recorded else {
      throw .noEvent("a recording that can't be read")
    }
    let head = try writer.head(of: response, .eventStream)
    if sendWithoutBody(head, response.faults) { return }
    var chunks = stream.parts
    if !stream.isOpen { chunks.append(ResponseStream.Chunk(ending: .finished)) }
    start(head, chunks, faults: response.faults)
  }

  /// Returns a result as an event for a client that accepts only those, or nil for any other response.
  private func asEvent(
    _ whole: SentResponse, of response: MockResponse
  ) throws(ResponseWritingError) -> SentResponse? {
    guard writer.mediaType == .eventStream, call.streamFormat == nil, !isBatchEntry,
      (200..<300).contains(whole.status), !whole.hasNoBody
    else { return nil }
    switch response.content {
    case .graphQL, .json, .template, .incremental, .bytes(_, contentType: nil): break
    case .file(let path, contentType: nil, _) where path.hasSuffix(".json"): break
    case .bytes, .file, .empty, .failure, .fixture, .never, .passThrough, .events, .parts:
      return nil
    }
    let format = StreamFormat.eventStream
    let body = format.preamble + format.chunk(whole.body) + format.epilogue
    return try writer.head(of: response.status(200), format, body: body)
  }

  private func start(
    _ head: SentResponse, _ chunks: [ResponseStream.Chunk], in format: StreamFormat? = nil,
    faults: MockResponse.BodyFaults?, isRelayed: Bool = false
  ) {
    let stream = ResponseStream(
      bodyLimit: settings.journalLimits.body, breakOff: faults?.end, cutsChunks: !call.isOfSocket)
    if let format { stream.send(format.preamble) }
    play(chunks, of: "part", count: chunks.count { !$0.bytes.isEmpty }, to: stream) {
      deliver(head, stream, isRelayed: isRelayed)
    }
  }

  func play(
    _ chunks: [ResponseStream.Chunk], of noun: String, count: Int, to stream: ResponseStream,
    begin: () -> Void
  ) {
    ChunkPlayback(to: stream, by: settings.clock, of: noun, count: count) { [self] in
      noteWait($0)
    }.start(chunks, begin: begin)
  }

  func deliver(_ head: SentResponse, _ stream: ResponseStream, isRelayed: Bool = false) {
    call.deliver(
      .stream(
        RequestOutcome.Streamed(
          status: head.status, headers: head.headers, chunks: stream, isRelayed: isRelayed)))
  }

  func warnOfMissingData(_ response: MockResponse, _ whole: SentResponse) {
    guard case .json(let json) = response.content, (200..<300).contains(whole.status),
      !json.has("data"), json["errors"].array?.isEmpty == false, !isBatchEntry,
      whole.contentType?.hasPrefix("application/graphql-response+json") == true,
      responseMode != .off
    else { return }
    warn([
      "The response has errors but no data. As application/graphql-response+json, a service sends "
        + "that with 4xx or 5xx, not with \(whole.status): set the status, or use .requestError."
    ])
  }

  func warnOfUndeferred(_ response: MockResponse, _ whole: SentResponse) {
    guard !isBatchEntry, (200..<300).contains(whole.status), !whole.hasNoBody,
      let operation = incoming.operation,
      operation.selectedOperation?.hasIncrementalDirectives == true
    else { return }
    let accepted = accepted
    guard response.deferral == nil || accepted.otherIncremental != nil,
      accepted.otherIncremental != nil
        || accepted.incremental != nil && accepted.formats.contains(.deferSpec),
      let map = try? MockJSON(parsing: whole.body), divided(map, every: .zero) != nil
    else { return }
    let other = accepted.otherIncremental.map {
      "the client accepts only \($0), which isn't supported."
    }
    warn([
      "The document of \(operation.title) has @defer or @stream, but the response was sent as a "
        + "whole: \(other ?? "use .deferred or .incremental, or Apollo leaves the fragment pending.")"
    ])
  }
}
