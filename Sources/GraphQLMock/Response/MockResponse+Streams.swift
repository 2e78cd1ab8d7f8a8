extension MockResponse {
  /// Returns a response with data in parts, for documents with `@defer` or `@stream`.
  ///
  /// ```swift
  /// .incremental(
  ///   ["hero": ["name": "R2-D2"]],
  ///   then: [
  ///     .part(path: ["hero"], label: "friends", ["friends": [["name": "Luke"]]])
  ///       .delay(.milliseconds(300))
  ///   ])
  /// ```
  /// The request's `Accept` field selects `multipart/mixed` with `deferSpec=20220824` or server-sent events. A client
  /// that accepts neither, or only the later `incrementalSpec=v0.2`, receives the response in one piece.
  /// - Parameters:
  ///   - initial: The `data` of the first payload.
  ///   - parts: The later parts in order. Each must extend an object or a list that was sent before it.
  ///   - errors: The errors of the first payload.
  ///   - extensions: The `extensions` of the first payload; nil leaves them out.
  public static func incremental(
    _ initial: MockJSON, then parts: [MockResponsePart], errors: [MockResponseError] = [],
    extensions: MockJSON? = nil
  ) -> MockResponse {
    let map = ResponseWriter.responseMap(data: initial, errors: errors, extensions: extensions)
    return MockResponse(.incremental(IncrementalResponse(initial: map, parts: parts)))
  }

  /// The response, divided by the `@defer` and `@stream` directives of the request's document.
  ///
  /// ```swift
  /// .data(["hero": ["name": "R2-D2", "friends": [["name": "Luke"]]]]).deferred
  /// ```
  /// Their `if` and `initialCount` arguments apply. A client that doesn't accept parts receives the whole response.
  public var deferred: MockResponse { deferred(every: .zero) }

  /// Returns the response, divided by the `@defer` and `@stream` directives of the request's document.
  /// - Parameters:
  ///   - interval: The time between two parts, by the service's clock.
  ///   - error: The message of an error in each deferred fragment, whose data is null then; nil sends the data.
  public func deferred(every interval: Duration = .zero, error: String? = nil) -> MockResponse {
    changing { ($0.deferral, $0.deferralError) = (interval, error) }
  }

  // MARK: Subscriptions

  /// Returns the events of a subscription, which completes after the last one.
  ///
  /// ```swift
  /// .subscription("Ticks", .events([.data(["n": 1]), .data(["n": 2])], every: .seconds(1)))
  /// ```
  /// Over HTTP, the request's `Accept` field selects Apollo's multipart protocol or server-sent events (GraphQL over
  /// SSE, distinct connections mode). The last element may end the subscription with ``requestError(_:code:extensions:)`` or
  /// ``streamError(_:code:extensions:)``, break the connection with ``networkError(_:)-(URLError.Code)``, or leave it open
  /// with ``never``.
  /// - Parameters:
  ///   - events: The results.
  ///   - interval: The time before each event that has no delay, including the first, by the service's clock.
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
  /// The subscription ends with the sequence. Any error that the sequence throws breaks the connection; an error other
  /// than `URLError` is also reported. Each request iterates the sequence once. Over a socket, iteration pauses when
  /// the client is behind by 1,000 messages or 16 MiB.
  public static func events<Events: AsyncSequence & Sendable>(
    from sequence: Events
  ) -> MockResponse where Events.Element == MockResponse {
    MockResponse(
      .events(
        EventScript(
          source: .producer { take in
            for try await event in sequence { guard await take(event) else { return } }
          })))
  }

  /// The events of a subscription that the test sends.
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

  /// Returns a protocol error that ends a subscription, as when a router loses its service.
  ///
  /// In Apollo's multipart protocol, it follows a null `payload`. A socket sends an `error` message, and server-sent
  /// events contain a result without data. Outside a subscription, it's a request error with the same parameters;
  /// see ``requestError(_:code:extensions:)``.
  public static func streamError(
    _ message: String, code: String? = nil, extensions: MockJSON? = nil
  ) -> MockResponse {
    requestError(message, code: code, extensions: extensions)
  }

  /// Returns the events with a heartbeat at regular intervals.
  ///
  /// The heartbeat is an empty part `{}` in Apollo's multipart protocol, a comment in server-sent events, and a `ping`
  /// on a socket. It has no effect on a response without events.
  /// - Parameter interval: The time between two heartbeats, by the service's clock.
  public func heartbeat(every interval: Duration) -> MockResponse {
    guard case .events(var script) = content, interval > .zero else { return self }
    script.heartbeat = interval
    return changing { $0.content = .events(script) }
  }

  struct EventScript: Sendable {
    /// A closure that calls `take` with each event until `take` returns false.
    typealias Producer =
      @Sendable (_ take: @Sendable (MockResponse) async -> Bool) async throws -> Void

    indirect enum Events: Sendable {
      /// Events that are sent in order. The interval is the delay of each event without a delay of its own.
      case list([MockResponse], interval: Duration)
      case producer(Producer)
      case test
    }

    var source: Events
    var heartbeat: Duration?
  }
}
