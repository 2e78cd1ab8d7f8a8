extension MockResponse {
  /// Returns a response whose data arrives in several parts, for documents with `@defer` or `@stream`.
  ///
  /// ```swift
  /// .incremental(
  ///   ["hero": ["name": "R2-D2"]],
  ///   then: [
  ///     .part(path: ["hero"], label: "friends", ["friends": [["name": "Luke"]]])
  ///       .delay(.milliseconds(300))
  ///   ])
  /// ```
  /// The `Accept` field of the request selects `multipart/mixed` with `deferSpec=20220824` or server-sent events.
  /// Other clients receive the whole response at once, including those that accept only `incrementalSpec=v0.2`.
  /// - Parameters:
  ///   - initial: The `data` member of the first payload.
  ///   - parts: The later parts in order. Each part must extend an object or a list that an earlier part has sent.
  ///   - errors: The `errors` member of the first payload, left out if empty.
  ///   - extensions: The `extensions` member of the first payload, or nil to leave it out.
  public static func incremental(
    _ initial: MockJSON, then parts: [MockResponsePart], errors: [MockResponseError] = [],
    extensions: MockJSON? = nil
  ) -> MockResponse {
    let map = ResponseWriter.responseMap(data: initial, errors: errors, extensions: extensions)
    return MockResponse(.incremental(IncrementalResponse(initial: map, parts: parts)))
  }

  /// The response, divided into parts by the `@defer` and `@stream` directives of the request's document.
  ///
  /// ```swift
  /// .data(["hero": ["name": "R2-D2", "friends": [["name": "Luke"]]]]).deferred
  /// ```
  /// The `if` and `initialCount` arguments of the directives apply. A client that doesn't accept a response in
  /// parts receives the whole response at once. Bytes, files and events can't be divided.
  public var deferred: MockResponse { deferred(every: .zero) }

  /// Returns the response, divided into parts by the `@defer` and `@stream` directives of the request's document.
  /// - Parameters:
  ///   - interval: The time between two parts, measured by the service's clock.
  ///   - error: The message of an error that each deferred fragment has instead of data, or nil to send the data.
  public func deferred(every interval: Duration = .zero, error: String? = nil) -> MockResponse {
    changingData(by: "deferred") { ($0.deferral, $0.deferralError) = (interval, error) }
  }

  // MARK: Subscriptions

  /// Returns the events of a subscription, which completes after the last event.
  ///
  /// ```swift
  /// .subscription("Ticks", .events([.data(["n": 1]), .data(["n": 2])], every: .seconds(1)))
  /// ```
  /// The last element can also be a response that isn't an event:
  /// - ``requestError(_:code:extensions:)`` or ``streamError(_:code:extensions:)`` ends it with an error.
  /// - ``networkError(_:)-(URLError.Code)`` breaks the connection.
  /// - ``never`` leaves the subscription open.
  ///
  /// Over HTTP, the `Accept` field of the request selects Apollo's multipart protocol or server-sent events
  /// (GraphQL over SSE, distinct connections mode).
  /// - Parameters:
  ///   - events: The results in order.
  ///   - interval: The time before each event that has no delay of its own, measured by the service's clock.
  public static func events(
    _ events: [MockResponse], every interval: Duration = .zero
  ) -> MockResponse {
    MockResponse(.events(EventScript(source: .list(events, interval: interval))))
  }

  /// Returns the events of a subscription from an asynchronous sequence.
  ///
  /// ```swift
  /// .subscription("Ticks") { request in .events(from: ticks(request.variables["from"])) }
  /// ```
  /// The subscription completes when the sequence ends. If the sequence throws an error, the connection breaks. An
  /// error other than `URLError` is also reported as a failure. Each request iterates the sequence
  /// once, so the response of several requests needs a closure that returns a new stream, as above. Over a
  /// WebSocket, the iteration pauses while 1,000 messages or 16 MiB wait for the client.
  public static func events<Events: AsyncSequence & Sendable>(
    from sequence: Events
  ) -> MockResponse where Events.Element == MockResponse {
    // A stream has its elements only once, and traps if two tasks iterate it. Other sequences start again.
    let isStream = ["AsyncStream<", "AsyncThrowingStream<"].contains {
      String(reflecting: Events.self).contains($0)
    }
    let isTaken = Locked(false)
    let events = EventScript.Events.producer { take in
      if isStream, isTaken.withLock({ exchange(&$0, with: true) }) {
        throw ResponseWritingError.streamIsTaken
      }
      for try await event in sequence { guard await take(event) else { return } }
    }
    return MockResponse(.events(EventScript(source: events)))
  }

  /// The events of a subscription, which the test sends while the app runs.
  ///
  /// ```swift
  /// let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
  /// // … the app subscribes
  /// try await service.subscriptions.wait(for: "Ticks")
  /// service.subscriptions.send(.data(["n": 1]), to: "Ticks")
  /// service.subscriptions.complete("Ticks")
  /// ```
  public static var eventsFromTest: MockResponse {
    MockResponse(.events(EventScript(source: .test)))
  }

  /// Returns a protocol error that ends a subscription, such as the error of a router that loses its service.
  ///
  /// Apollo's multipart protocol sends the error together with a null `payload`. A WebSocket sends an `error`
  /// message, and server-sent events contain a result without data. Outside a subscription, the response is a
  /// request error with the same parameters; see ``requestError(_:code:extensions:)``.
  public static func streamError(
    _ message: String, code: String? = nil, extensions: MockJSON? = nil
  ) -> MockResponse {
    requestError(message, code: code, extensions: extensions)
  }

  /// Returns the events with a heartbeat (a message without a result) at regular intervals.
  ///
  /// The heartbeat is an empty part `{}` in Apollo's multipart protocol, a comment in server-sent events, and a
  /// `ping` message on a WebSocket. This method has no effect on a response without events.
  /// - Parameter interval: The time between two heartbeats, measured by the service's clock.
  public func heartbeat(every interval: Duration) -> MockResponse {
    guard case .events(var script) = content, interval > .zero else { return self }
    script.heartbeat = interval
    return changing { $0.content = .events(script) }
  }

  struct EventScript: Sendable {
    /// A closure that passes each event to `take` until `take` returns false.
    typealias Producer =
      @Sendable (_ take: @Sendable (MockResponse) async -> Bool) async throws -> Void

    indirect enum Events: Sendable {
      /// Events in order. The interval is the default delay of an event.
      case list([MockResponse], interval: Duration)
      case producer(Producer)
      case test
    }

    var source: Events
    var heartbeat: Duration?
  }
}
