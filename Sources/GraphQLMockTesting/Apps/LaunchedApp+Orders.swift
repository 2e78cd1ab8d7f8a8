public import GraphQLMock

extension LaunchedApp {
  /// Adds handlers, which precede the existing ones, for the requests that follow.
  ///
  /// ```swift
  /// mock.register(.mutation("Pay", .data(["pay": ["id": "1"]])))
  /// app.buttons["Retry"].tap()
  /// ```
  /// A pending request keeps its handler. A handler with a closure is reported, and nothing is added.
  /// - Parameters:
  ///   - handlers: The handlers. The first one that matches answers a request.
  ///   - fileID: The file ID of the call, whose location is that of its failures.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func register(
    _ handlers: RequestHandler..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    register(handlers, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Adds an array of handlers, which precede the existing ones, for the requests that follow.
  public func register(
    _ handlers: [RequestHandler], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let location = HandlerLocation(nil, fileID, filePath, line, column)
    give(LaunchOrder(.register, handlers, at: location))
  }

  /// Resets the app's service to its launch plan, and discards the requests and failures so far.
  ///
  /// Pending requests continue without a journal entry. The parameters are the location of the call.
  public func reset(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    give(LaunchOrder(.reset, at: HandlerLocation(nil, fileID, filePath, line, column)))
  }

  /// Waits until the app has taken all changes so far.
  ///
  /// You rarely need it: each request of the app takes them first. Without a subscription, a WebSocket or a stepped
  /// clock, the app takes them only then.
  /// - Parameter limit: The time limit.
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

  /// The open subscriptions of the app, which the test controls.
  public var subscriptions: Subscriptions { Subscriptions(app: self) }

  /// The WebSockets that the app took from its service; see `MockSockets`.
  public var sockets: Sockets { Sockets(app: self) }

  /// The clock of the app, if its plan has `clock: .stepped`.
  public var clock: Clock { Clock(app: self) }

  /// The open subscriptions of an app; see ``LaunchedApp/subscriptions``.
  public struct Subscriptions: Sendable {
    let app: LaunchedApp

    /// Sends an event to all open subscriptions of an operation, or causes a failure if there is none.
    ///
    /// ```swift
    /// try mock.waitForExchanges(named: "Stock")
    /// mock.subscriptions.send(.data(["stock": 3]), to: "Stock")
    /// ```
    /// The event is a result, a fixture, or an error that ends the subscriptions; its delay is ignored. The name may be
    /// a pattern such as `.anonymous` or `.any`. The other parameters are the location of the call.
    public func send(
      _ event: MockResponse, to name: OperationName, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
      let location = HandlerLocation(nil, fileID, filePath, line, column)
      app.give(LaunchOrder(.send, event, to: name, at: location))
    }

    /// Completes all open subscriptions of an operation, or causes a failure if there is none.
    ///
    /// The name may be a pattern such as `.anonymous` or `.any`. The other parameters are the location of the call.
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

    /// Closes all sockets.
    ///
    /// The close code, such as 4403, is 1000 to 1003, 1007 to 1014, or 3000 to 4999. Any other code causes a failure, and
    /// no socket is closed. The reason is truncated to 123 bytes. The other parameters are the location of the call.
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

    /// Advances the clock, and sends the responses that are due, earliest first.
    ///
    /// A negative duration counts as zero. The other parameters are the location of the call.
    public func advance(
      by duration: Duration, fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column
    ) {
      let location = HandlerLocation(nil, fileID, filePath, line, column)
      app.give(LaunchOrder(.advance(seconds: duration / .seconds(1)), at: location))
    }
  }
}
