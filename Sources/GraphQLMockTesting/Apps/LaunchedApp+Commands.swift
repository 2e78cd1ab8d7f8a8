public import GraphQLMock

extension LaunchedApp {
  /// Adds handlers to the app's mock service, and tries them before the existing handlers.
  ///
  /// Pending requests stay the same. If a handler has a closure, which can't be sent, this records an issue and adds none.
  public func register(
    _ handlers: RequestHandler..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    register(handlers, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Adds an array of handlers to the app's mock service, and tries them before the existing handlers.
  public func register(
    _ handlers: [RequestHandler], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    give(AppCommand(.register, handlers, at: CodeLocation(nil, fileID, filePath, line, column)))
  }

  /// Resets the app's mock service to its launch plan, and discards the requests and failures so far.
  ///
  /// Pending requests continue, but ``requests`` won't contain them.
  public func reset(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    give(AppCommand(.reset, at: CodeLocation(nil, fileID, filePath, line, column)))
  }

  /// Waits until the app has applied all changes that the test has made to the mock service.
  ///
  /// You rarely need this method, because an app applies the changes before it handles its next request. An app
  /// also applies them while it has an open subscription, an open WebSocket or a stepped clock.
  /// - Parameter limit: The longest time to wait.
  /// - Throws: An error if the time limit is exceeded, or `CancellationError` if the task is canceled.
  public func waitUntilApplied(within limit: Duration = .seconds(10)) async throws {
    try await poll(within: limit) {
      givenCommands.contains(where: \.isOpen) ? nil : ()
    } orThrow: { ending in
      let advice = givenCommands.first(where: \.isOpen)?.missedAdvice ?? ""
      return LaunchPlanError(
        .command("\(ending.describe(limit, "the app to take commands")). \(advice)"))
    }
  }

  /// The objects of the app's mock service, which the test can assign and delete, but not read.
  public var objects: ServiceObjects { ServiceObjects(AppObjects(app: self)) }

  /// The app's open subscriptions, to which the test can send events.
  public var subscriptions: Subscriptions { Subscriptions(app: self) }

  /// The open WebSockets of the app, which the test can close.
  public var sockets: Sockets { Sockets(app: self) }

  /// The app's clock, which the test can advance if the launch plan states `clock: .stepped`.
  public var clock: Clock { Clock(app: self) }

  /// The open subscriptions of an app (see ``LaunchedApp/subscriptions``).
  public struct Subscriptions: Sendable {
    let app: LaunchedApp

    /// Sends an event to all open subscriptions of an operation.
    ///
    /// The test fails if the operation has no open subscription. The event is a result, a fixture, or an error that
    /// ends the subscriptions. A delay of the event is ignored. The name may be a pattern, such as `.any`.
    /// `variables` selects subscriptions, as a handler's condition does, but can't have a closure.
    public func send(
      _ event: MockResponse, to name: NameCondition, variables: VariablesCondition? = nil,
      fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
      column: Int = #column
    ) {
      let location = CodeLocation(nil, fileID, filePath, line, column)
      app.give(AppCommand(.send, event, to: name, variables, at: location))
    }

    /// Completes all open subscriptions of an operation.
    ///
    /// The test fails if the operation has no open subscription. The name may be a pattern, such as `.any`.
    public func complete(
      _ name: NameCondition, variables: VariablesCondition? = nil, fileID: String = #fileID,
      filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
      let location = CodeLocation(nil, fileID, filePath, line, column)
      app.give(AppCommand(.complete, to: name, variables, at: location))
    }
  }

  /// The open WebSockets of an app (see ``LaunchedApp/sockets``).
  public struct Sockets: Sendable {
    let app: LaunchedApp

    /// Closes all open WebSockets of the app.
    ///
    /// The close code must be 1000 to 1003, 1007 to 1014, or 3000 to 4999. With any other code, the test fails and
    /// no WebSocket is closed. The reason is truncated to 123 bytes, the limit of the WebSocket protocol.
    public func close(
      code: Int, reason: String = "", fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column
    ) {
      let location = CodeLocation(nil, fileID, filePath, line, column)
      app.give(AppCommand(.close(code: code, reason: reason), at: location))
    }
  }

  /// The stepped clock of an app (see ``LaunchedApp/clock``).
  public struct Clock: Sendable {
    let app: LaunchedApp

    /// Advances the app's clock, and sends responses in the order in which their delays end.
    ///
    /// A negative duration counts as zero.
    public func advance(
      by duration: Duration, fileID: String = #fileID, filePath: String = #filePath,
      line: Int = #line, column: Int = #column
    ) {
      let location = CodeLocation(nil, fileID, filePath, line, column)
      app.give(AppCommand(.advance(seconds: duration / .seconds(1)), at: location))
    }
  }
}
