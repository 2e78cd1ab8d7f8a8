// MARK: Incremental delivery

extension MockResponse {
  /// A response whose data comes in parts, as for documents with `@defer` or `@stream`.
  ///
  /// ```swift
  /// .incremental(
  ///   ["hero": ["name": "R2-D2"]],
  ///   then: [
  ///     .part(path: ["hero"], label: "friends", ["friends": [["name": "Luke"]]])
  ///       .delay(.milliseconds(300))
  ///   ])
  /// ```
  /// What the request's `Accept` says decides how it travels: as `multipart/mixed` with
  /// `deferSpec=20220824`, which Apollo clients ask for, or as server-sent events. A client that takes
  /// neither, or the later `incrementalSpec=v0.2`, gets the whole in one piece, as from a service that
  /// does not defer.
  /// - Parameters:
  ///   - initial: The `data` of the first payload.
  ///   - parts: What comes later, in this order. Each must have its place in what came before.
  ///   - errors: The errors of the first payload.
  ///   - extensions: The `extensions` of the first payload; nil leaves them out.
  public static func incremental(
    _ initial: MockJSON, then parts: [MockResponsePart], errors: [MockResponseError] = [],
    extensions: MockJSON? = nil
  ) -> MockResponse {
    let map = ResponseWriter.responseMap(data: initial, errors: errors, extensions: extensions)
    return MockResponse(.incremental(IncrementalResponse(initial: map, parts: parts)))
  }

  /// The same response, divided by the `@defer` and `@stream` directives of the request's document.
  ///
  /// ```swift
  /// .data(["hero": ["name": "R2-D2", "friends": [["name": "Luke"]]]]).deferred
  /// ```
  /// Their `if` and `initialCount` count, with the request's variables. A request whose document has
  /// none of these, or whose client takes no parts, gets the whole in one piece.
  public var deferred: MockResponse { deferred(every: .zero) }

  /// The same response, divided by the `@defer` and `@stream` directives of the request's document.
  /// - Parameter interval: The time between two parts, by the service's clock.
  public func deferred(every interval: Duration) -> MockResponse {
    changing { $0.deferral = interval }
  }
}

// MARK: Subscriptions

extension MockResponse {
  /// The events of a subscription, which ends after the last one.
  ///
  /// ```swift
  /// .subscription("Ticks", .events([.data(["n": 1]), .data(["n": 2])], every: .seconds(1)))
  /// ```
  /// Over HTTP they travel as Apollo's multipart protocol or as server-sent events (GraphQL over
  /// SSE, distinct connections mode), by what the request's `Accept` says; over a socket of the
  /// service as messages. A last element may say how it ends otherwise: ``requestError(_:extensions:)``
  /// and ``streamError(_:extensions:)`` end it with an error, ``networkError(_:)-(URLError.Code)`` breaks
  /// the connection, ``never`` leaves it open.
  /// - Parameters:
  ///   - events: The results, each sent after its own delay if it has one.
  ///   - interval: The time before each of the others, the first one too, by the service's clock.
  public static func events(
    _ events: [MockResponse], every interval: Duration = .zero
  ) -> MockResponse {
    MockResponse(.events(EventScript(source: .list(events, interval: interval))))
  }

  /// The events of a subscription as a sequence gives them.
  ///
  /// ```swift
  /// .subscription("Ticks") { request in .events(from: ticks(request.variables["from"])) }
  /// ```
  /// The subscription ends with the sequence. A `URLError` that it throws breaks the connection; any
  /// other error does so too, and is reported. It is iterated once for each request, and over a socket no
  /// faster than the client receives: 1,000 messages, or 16 MiB of them, ahead.
  /// - Parameter sequence: The sequence.
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

  /// An error of the protocol that ends a subscription, as when a router loses its service.
  ///
  /// Apollo's multipart protocol has it beside a `payload` of null; a socket sends an `error`
  /// message; as a server-sent event it is a result without data. Outside of a subscription it is a
  /// request error.
  /// - Parameters:
  ///   - message: The description of the error.
  ///   - code: The member `code` of its `extensions`; nil leaves it out.
  ///   - extensions: The other members of its `extensions`; nil leaves them out.
  public static func streamError(
    _ message: String, code: String? = nil, extensions: MockJSON? = nil
  ) -> MockResponse {
    requestError(message, code: code, extensions: extensions)
  }

  /// The same events, with a heartbeat in regular intervals.
  ///
  /// Apollo's multipart protocol has the part `{}` for it, server-sent events have a comment, sockets
  /// have a `ping`. On a response without events it makes no difference.
  /// - Parameter interval: The time between two of them, by the service's clock.
  public func heartbeat(every interval: Duration) -> MockResponse {
    guard case .events(var script) = content, interval > .zero else { return self }
    script.heartbeat = interval
    return changing { $0.content = .events(script) }
  }
}

extension MockResponse {
  struct EventScript: Sendable {
    /// Passes events to a closure until it returns false.
    typealias Producer =
      @Sendable (_ take: @Sendable (MockResponse) async -> Bool) async throws -> Void

    indirect enum Events: Sendable {
      /// Each event comes after its own delay, or after the interval.
      case list([MockResponse], interval: Duration)
      case producer(Producer)
      case test
    }

    var source: Events
    var heartbeat: Duration?
  }
}
