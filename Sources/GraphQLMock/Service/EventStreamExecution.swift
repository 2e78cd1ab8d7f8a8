// The steps of the single connection mode of GraphQL over SSE, as a service takes them.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Takes a request that belongs to a stream, and sees to it that the call gets its answer.
struct EventStreamExecution: Sendable {
  let core: ServiceCore
  let settings: ServiceSettings
  let call: ServiceCall
  let received: ReceivedRequest

  /// - Parameter mayBlock: Whether this thread may wait.
  func start(_ request: EventStreamRequest, mayBlock: Bool) {
    switch request {
    case .unknown: enterAndRefuse(.unknown)
    case .reserve(let token):
      enter()
      guard let token = core.eventStreams.reserve(token) else { return refuse(.registered) }
      reply(201, "text/plain; charset=utf-8", token)
    case .connect(let token):
      enter()
      guard let stream = core.eventStreams[token] else { return refuse(.unknown) }
      connect(stream, token)
    case .stop(let token, let id):
      enter()
      guard let stream = core.eventStreams[token] else { return refuse(.unknown) }
      guard !id.isEmpty else { return refuse(.noOperationID) }
      stream.stop(id)
      reply(200)
    case .execute(let token, let operation):
      guard let stream = core.eventStreams[token] else { return enterAndRefuse(.unknown) }
      let json = operation.extensions["operationId"]
      guard let id = json.string ?? json.int.map(String.init), !id.isEmpty else {
        return enterAndRefuse(.noOperationID)
      }
      guard stream.reserve(id) else { return enterAndRefuse(.sameOperationID) }
      execute(id, stream, mayBlock: mayBlock)
    }
  }

  // MARK: Answers to the request itself

  @discardableResult private func enter() -> Int {
    let exchange = core.journal.begin(received.urlRequest, operations: received.operations)
    call.belongs(to: exchange)
    return exchange
  }

  private func enterAndRefuse(_ refusal: EventStreamRefusal) {
    enter()
    refuse(refusal)
  }

  private func refuse(_ refusal: EventStreamRefusal) {
    core.journal.record(
      MockFailure(
        .malformedRequest, "GraphQL over SSE, single connection mode: \(refusal.message)"))
    let body: MockJSON = ["errors": [["message": .string(refusal.message)]]]
    reply(refusal.status, ResponseMediaType.json.contentType, "\(body)")
  }

  private func reply(_ status: Int, _ type: String? = nil, _ body: String = "") {
    let body = Data(body.utf8)
    var headers = ["Content-Length": String(body.count)]
    if let type { headers["Content-Type"] = type }
    call.reply(.response(ExchangeResponse(status: status, headers: headers, body: body)))
  }

  private func connect(_ stream: EventStream, _ token: String) {
    let chunks = ReplyStream(bodyLimit: settings.journalLimits.body)
    guard stream.open(chunks) else { return refuse(.open) }
    chunks.onEnd { [core] in
      core.eventStreams.remove(token)
      stream.close()
    }
    let headers = [
      "Cache-Control": "no-cache", "Content-Type": StreamFormat.eventStream.contentType,
    ]
    call.reply(.stream(StreamedReply(status: 200, headers: headers, chunks: chunks)))
  }

  // MARK: Operations

  /// Executes an operation as an exchange of its own, whose results go through the stream.
  private func execute(_ id: String, _ stream: EventStream, mayBlock: Bool) {
    let own = Locked<ServiceCall?>(nil)
    let inner = ServiceCall(core, streamFormat: .payloads) { [self] reply in
      guard let inner = own.withLock({ $0 }) else { return }
      take(reply, of: inner, id, stream)
    }
    own.withLock { $0 = inner }
    guard core.begin(inner) == nil else { return }
    let exchange = core.journal.begin(received.urlRequest, operations: received.operations)
    inner.belongs(to: exchange)
    // Until it is accepted, an operation is given up with its request.
    call.onEnding { reply in if reply == nil { stream.stop(id) } }
    stream.started(id, inner)
    RequestExecution(
      core: core, settings: settings, call: inner, received: received, exchange: exchange,
      mayBlock: mayBlock
    ).start()
  }

  private func take(_ reply: Reply, of inner: ServiceCall, _ id: String, _ stream: EventStream) {
    inner.handOver(reply)
    switch reply {
    case .failure:
      inner.close()
      stream.forget(id)
      call.reply(reply)
    case .response(let response), .relayed(let response):
      inner.close()
      guard let json = response.json, json.hasMember("data") else {
        // Errors of the request come as its response.
        stream.forget(id)
        return call.reply(reply)
      }
      self.reply(202)
      stream.answer(id, response.body)
    case .stream(let streamed):
      self.reply(202)
      let drain: @Sendable () -> Void = {
        guard let ending = stream.drain(id, streamed.chunks) else { return }
        inner.handOver(ending, of: streamed)
        inner.close()
      }
      streamed.chunks.listen(drain)
      drain()
    }
  }
}
