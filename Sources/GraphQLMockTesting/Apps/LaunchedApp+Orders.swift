public import GraphQLMock

extension LaunchedApp {
  /// Adds handlers to the app's service, which are tried before its existing handlers.
  ///
  /// The first handler that matches answers a request; a request that is pending already keeps its handler. If a
  /// handler has a closure, this method records an issue, and adds no handlers. The other parameters are the
  /// location of the call, which is that of its issues.
  public func register(
    _ handlers: RequestHandler..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    register(handlers, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Adds an array of handlers to the app's service, which are tried before its existing handlers.
  public func register(
    _ handlers: [RequestHandler], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let location = HandlerLocation(nil, fileID, filePath, line, column)
    give(LaunchOrder(.register, handlers, at: location))
  }

  /// Resets the app's service to its launch plan, and discards its earlier requests and failures.
  ///
  /// Pending requests continue, but ``exchanges`` won't contain them.
  public func reset(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    give(LaunchOrder(.reset, at: HandlerLocation(nil, fileID, filePath, line, column)))
  }

  /// Waits until the app has applied all changes that the test has made with this object.
  ///
  /// You rarely need this method, because the app applies changes before it handles its next request. Only an app
  /// with an open subscription, an open WebSocket or a stepped clock applies changes without a request.
  /// - Parameter limit: The longest time to wait.
  /// - Throws: An error if the time limit is exceeded, or `CancellationError` if the task is canceled.
  public func ordersTaken(within limit: Duration = .seconds(10)) async throws {
    try await poll(within: limit) {
      givenOrders.contains(where: \.isOpen) ? nil : ()
    } orThrow: { ending in
      let advice = givenOrders.first(where: \.isOpen)?.missedAdvice ?? ""
      return LaunchPlanError(
        .order("\(ending.describe(limit, "the app to take orders")). \(advice)"))
    }
  }

  /// The app's open subscriptions, to which the test can send events.
  public var subscriptions: Subscriptions { Subscriptions(app: self) }

  /// The WebSockets of the app's service; see `MockSockets`.
  public var sockets: Sockets { Sockets(app: self) }

  /// The clock of the app, if its plan has `clock: .stepped`.
  public var clock: Clock { Clock(app: self) }

  /// The open subscriptions of an app; see ``LaunchedApp/subscriptions``.
  public struct Subscriptions: Sendable {
    let app: LaunchedApp

    /// Sends an event to all open subscriptions of an operation; if the operation has none, the test fails.
    ///
    /// The event is a result, a fixture, or an error that ends the subscriptions. A delay of the event is ignored.
    /// The name may be a pattern such as `.anonymous` or `.any`.
    public func send(
      _ event: MockResponse, to name: OperationName, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
      let location = HandlerLocation(nil, fileID, filePath, line, column)
      app.give(LaunchOrder(.send, event, to: name, at: location))
    }

    /// Completes all open subscriptions of an operation; if the operation has none, the test fails.
    ///
    /// The name may be a pattern such as `.anonymous` or `.any`.
    public func complete(
      _ name: OperationName, fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column
    ) {
      let location = HandlerLocation(nil, fileID, filePath, line, column)
      app.give(LaunchOrder(.complete, to: name, at: location))
    }
  }

  /// The WebSockets of an app; see ``LaunchedApp/sockets``.
  public struct Sockets: Sendable {
    let app: LaunchedApp

    /// Closes all WebSockets of the app.
    ///
    /// The close code, such as 4403, is 1000 to 1003, 1007 to 1014, or 3000 to 4999. With any other code the test
    /// fails, and no WebSocket is closed. The reason is truncated to 123 bytes.
    public func close(
      code: Int, reason: String = "", fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column
    ) {
      let location = HandlerLocation(nil, fileID, filePath, line, column)
      app.give(LaunchOrder(.close(code: code, reason: reason), at: location))
    }
  }

  /// The stepped clock of an app; see ``LaunchedApp/clock``.
  public struct Clock: Sendable {
    let app: LaunchedApp

    /// Advances the app's clock, and sends the responses whose delay has ended, the earliest first.
    ///
    /// A negative duration counts as zero.
    public func advance(
      by duration: Duration, fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column
    ) {
      let location = HandlerLocation(nil, fileID, filePath, line, column)
      app.give(LaunchOrder(.advance(seconds: duration / .seconds(1)), at: location))
    }
  }
}
