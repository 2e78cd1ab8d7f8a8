// The compiler chooses between an asynchronous and a synchronous closure by the closure's body. A synchronous
// one may block, because it runs on a thread of its own.

// MARK: Operations of any type

extension RequestHandler {
  /// Answers an operation of any type with responses.
  ///
  /// ```swift
  /// .operation(document: "{ viewer { name } }", .data(["viewer": nil]))
  /// ```
  /// ``query(_:document:variables:_:_:fileID:filePath:line:column:)``,
  /// ``mutation(_:document:variables:_:_:fileID:filePath:line:column:)`` and
  /// ``subscription(_:document:variables:_:_:fileID:filePath:line:column:)`` have the same parameters,
  /// and so have those with a closure in the place of the responses.
  /// - Parameters:
  ///   - name: The operation's own name, or `.any`, `.anonymous`, `.prefix`, `.pattern`, `.where`.
  ///   - document: A document that asks for the same thing (see ``MatchKey``); nil leaves it free.
  ///     With several operations in it, `name` says which one is meant.
  ///   - variables: What the variables must be; nil leaves them free.
  ///   - first: The first response.
  ///   - rest: The responses to later requests, in turn; the last repeats.
  ///   - fileID: The file of the call, which messages name, like the other parts of its location.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func operation(
    _ name: OperationName = .any,
    document: String? = nil, variables: VariableMatch? = nil,
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      nil, name, document, variables, .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers every operation with responses.
  ///
  /// ```swift
  /// .operation(.error("Down for maintenance"))
  /// ```
  public static func operation(
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      nil, .any, nil, nil, .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers an operation of any type with what a closure gives.
  ///
  /// ```swift
  /// .operation("Viewer") { request in .data(["id": request.variables["id"]]) }
  /// ```
  /// With nil the closure declines: then the next handler is asked. A `URLError` that it throws reaches
  /// the client, and is not reported. Any other error reaches the client as
  /// `URLError(.cannotParseResponse)` with that error underneath, and is reported.
  ///
  /// A closure with `await` runs in a task, and must not block: the threads that all tasks share are few,
  /// and a closure that waits there stops others. One without `await` may, as it has a thread of its own.
  public static func operation(
    _ name: OperationName = .any,
    document: String? = nil, variables: VariableMatch? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      nil, name, document, variables, .operation(.asynchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// MARK: Queries

extension RequestHandler {
  /// Answers a query with responses.
  ///
  /// ```swift
  /// .query("Viewer", variables: ["id": 7], .data(["n": 1]))
  /// ```
  public static func query(
    _ name: OperationName,
    document: String? = nil, variables: VariableMatch? = nil,
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .query, name, document, variables, .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers a query with what a closure gives.
  ///
  /// ```swift
  /// .query("Viewer") { request in .data(["id": request.variables["id"]]) }
  /// ```
  public static func query(
    _ name: OperationName,
    document: String? = nil, variables: VariableMatch? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      .query, name, document, variables, .operation(.asynchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// MARK: Mutations

extension RequestHandler {
  /// Answers a mutation with responses.
  ///
  /// ```swift
  /// .mutation("Like", variables: ["id": 7], .data(["n": 1]))
  /// ```
  public static func mutation(
    _ name: OperationName,
    document: String? = nil, variables: VariableMatch? = nil,
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .mutation, name, document, variables, .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers a mutation with what a closure gives.
  ///
  /// ```swift
  /// .mutation("Like") { request in .data(["id": request.variables["id"]]) }
  /// ```
  public static func mutation(
    _ name: OperationName,
    document: String? = nil, variables: VariableMatch? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      .mutation, name, document, variables, .operation(.asynchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// MARK: Subscriptions

extension RequestHandler {
  /// Answers a subscription with responses.
  ///
  /// ```swift
  /// .subscription("Ticks", variables: ["id": 7], .data(["n": 1]))
  /// ```
  public static func subscription(
    _ name: OperationName,
    document: String? = nil, variables: VariableMatch? = nil,
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .subscription, name, document, variables, .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers a subscription with what a closure gives.
  ///
  /// ```swift
  /// .subscription("Ticks") { request in .data(["id": request.variables["id"]]) }
  /// ```
  public static func subscription(
    _ name: OperationName,
    document: String? = nil, variables: VariableMatch? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      .subscription, name, document, variables, .operation(.asynchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension RequestHandler {
  init(
    _ type: OperationType?, _ name: OperationName, _ document: String?,
    _ variables: VariableMatch?, _ answer: Answer, _ location: HandlerLocation
  ) {
    var match = RequestHandler.OperationMatch(type: type, name: name, variables: variables)
    if let document {
      match.document = RequestHandler.DocumentMatch(document, operationName: name.exactName)
    }
    self.init(.operation(match), answer, location)
  }
}

// MARK: Lists of responses

extension RequestHandler {
  /// Answers an operation of any type with a list of responses.
  ///
  /// ```swift
  /// .operation("Page", inTurn: pages)
  /// ```
  /// - Parameter responses: The responses, in turn. The last one repeats. An empty list fails the test.
  public static func operation(
    _ name: OperationName = .any, document: String? = nil, variables: VariableMatch? = nil,
    inTurn responses: [MockResponse],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      nil, name, document, variables, .responses(responses),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers a query with a list of responses.
  ///
  /// ```swift
  /// .query("Page", inTurn: pages)
  /// ```
  /// - Parameter responses: The responses, in turn. The last one repeats. An empty list fails the test.
  public static func query(
    _ name: OperationName, document: String? = nil, variables: VariableMatch? = nil,
    inTurn responses: [MockResponse],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .query, name, document, variables, .responses(responses),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers a mutation with a list of responses.
  ///
  /// ```swift
  /// .mutation("Page", inTurn: pages)
  /// ```
  /// - Parameter responses: The responses, in turn. The last one repeats. An empty list fails the test.
  public static func mutation(
    _ name: OperationName, document: String? = nil, variables: VariableMatch? = nil,
    inTurn responses: [MockResponse],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .mutation, name, document, variables, .responses(responses),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers a subscription with a list of responses.
  ///
  /// ```swift
  /// .subscription("Page", inTurn: pages)
  /// ```
  /// - Parameter responses: The responses, in turn. The last one repeats. An empty list fails the test.
  public static func subscription(
    _ name: OperationName, document: String? = nil, variables: VariableMatch? = nil,
    inTurn responses: [MockResponse],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .subscription, name, document, variables, .responses(responses),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// MARK: Closures that may block

extension RequestHandler {
  /// Answers an operation of any type with what a synchronous closure gives; it may block.
  public static func operation(
    _ name: OperationName = .any,
    document: String? = nil, variables: VariableMatch? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (OperationRequest) throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      nil, name, document, variables, .operation(.synchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers a query with what a synchronous closure gives; it may block.
  public static func query(
    _ name: OperationName,
    document: String? = nil, variables: VariableMatch? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (OperationRequest) throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      .query, name, document, variables, .operation(.synchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers a mutation with what a synchronous closure gives; it may block.
  public static func mutation(
    _ name: OperationName,
    document: String? = nil, variables: VariableMatch? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (OperationRequest) throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      .mutation, name, document, variables, .operation(.synchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers a subscription with what a synchronous closure gives; it may block.
  public static func subscription(
    _ name: OperationName,
    document: String? = nil, variables: VariableMatch? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (OperationRequest) throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      .subscription, name, document, variables, .operation(.synchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
