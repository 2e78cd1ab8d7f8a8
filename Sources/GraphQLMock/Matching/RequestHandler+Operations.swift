extension RequestHandler {
  /// Creates a handler that answers an operation of any type with responses.
  ///
  /// ```swift
  /// .operation(document: "{ viewer { name } }", .data(["viewer": nil]))
  /// ```
  /// The parameters are the same in `query`, `mutation` and `subscription`, and in the functions with a closure.
  /// - Parameters:
  ///   - name: The name of the operation in the document, or a condition such as `.any` or `.prefix("Get")`.
  ///   - document: A document that must be equivalent to the request's document (see ``MatchKey``). If the document
  ///     has several operations, `name` selects one. With `nil`, any document matches.
  ///   - variables: The condition on the variables. With `nil`, any variables match.
  ///   - first: The first response.
  ///   - rest: The responses to later requests, in order. The last response is repeated.
  ///   - fileID: The file ID of the source location for messages.
  ///   - filePath: The path of the source file.
  ///   - line: The line of the source location.
  ///   - column: The column of the source location.
  public static func operation(
    _ name: NameCondition = .any, document: String? = nil, variables: VariablesCondition? = nil,
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(nil, name, document, variables, [first] + rest, (fileID, filePath, line, column))
  }

  /// Creates a handler that answers every operation with responses.
  ///
  /// ```swift
  /// .operation(.error("Down for maintenance"))
  /// ```
  public static func operation(
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(nil, .any, nil, nil, [first] + rest, (fileID, filePath, line, column))
  }

  /// Creates a handler that answers an operation of any type with the response of a closure.
  ///
  /// ```swift
  /// .operation("Viewer") { request in .data(["id": request.variables["id"]]) }
  /// ```
  /// If the closure returns `nil`, the next handler is tried. If it throws a `URLError`, the client receives that
  /// error. If it throws any other error, the test fails, and the client receives `URLError(.cannotParseResponse)`
  /// with the thrown error as its underlying error.
  ///
  /// A closure with `await` runs in a task and must not block, because all tasks share a few threads. A closure
  /// without `await` may block, because it runs on its own thread.
  public static func operation(
    _ name: NameCondition = .any, document: String? = nil, variables: VariablesCondition? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    Self(nil, name, document, variables, .async(response), (fileID, filePath, line, column))
  }

  /// An overload that the compiler tries only if nothing else fits, so that its error names the fix.
  @available(*, unavailable, message: "Write the data as .data([…])")
  public static func query(_ name: NameCondition, _ data: MockJSON) -> RequestHandler {
    query(name, .data(data))
  }

  /// Creates a handler that answers a query with responses.
  ///
  /// ```swift
  /// .query("Viewer", variables: ["id": 7], .data(["n": 1]))
  /// ```
  public static func query(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(.query, name, document, variables, [first] + rest, (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a query with the response of a closure.
  public static func query(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    Self(.query, name, document, variables, .async(response), (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a mutation with responses.
  public static func mutation(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(.mutation, name, document, variables, [first] + rest, (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a mutation with the response of a closure.
  public static func mutation(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    Self(.mutation, name, document, variables, .async(response), (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a subscription with responses.
  ///
  /// ```swift
  /// .subscription("Ticks", variables: ["id": 7], .data(["n": 1]))
  /// ```
  public static func subscription(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(.subscription, name, document, variables, [first] + rest, (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a subscription with the response of a closure.
  public static func subscription(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    Self(
      .subscription, name, document, variables, .async(response), (fileID, filePath, line, column))
  }

  init(
    _ type: OperationType?, _ name: NameCondition, _ document: String?,
    _ variables: VariablesCondition?, _ list: [MockResponse], _ place: (String, String, Int, Int)
  ) {
    self.init(type, name, document, variables, .responses(list), place)
  }

  private init(
    _ type: OperationType?, _ name: NameCondition, _ document: String?,
    _ variables: VariablesCondition?, _ closure: ResponseClosure<OperationRequest, MockResponse?>,
    _ place: (String, String, Int, Int)
  ) {
    self.init(type, name, document, variables, .operation(closure), place)
  }

  init(
    _ type: OperationType?, _ name: NameCondition, _ document: String?,
    _ variables: VariablesCondition?, _ provider: Provider, _ place: (String, String, Int, Int)
  ) {
    let location = CodeLocation(fileID: place.0, filePath: place.1, line: place.2, column: place.3)
    var match = OperationCondition(type: type, name: name, variables: variables)
    if let document {
      match.document = DocumentCondition(document, operationName: name.exactName)
    }
    self.init(.operation(match), provider, location)
  }

  /// Creates a handler that answers an operation of any type with an array of responses.
  ///
  /// ```swift
  /// .operation("Page", inTurn: pages)
  /// ```
  /// The last response repeats. An empty array fails the test.
  public static func operation(
    _ name: NameCondition = .any, document: String? = nil, variables: VariablesCondition? = nil,
    inTurn responses: [MockResponse],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(nil, name, document, variables, responses, (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a query with an array of responses.
  ///
  /// ```swift
  /// .query("Page", inTurn: pages)
  /// ```
  /// The last response repeats. An empty array fails the test.
  public static func query(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    inTurn responses: [MockResponse],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(.query, name, document, variables, responses, (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a mutation with an array of responses. The last response repeats. An empty
  /// array fails the test.
  public static func mutation(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    inTurn responses: [MockResponse],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(.mutation, name, document, variables, responses, (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a subscription with an array of responses. The last response repeats. An empty
  /// array fails the test.
  public static func subscription(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    inTurn responses: [MockResponse],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(.subscription, name, document, variables, responses, (fileID, filePath, line, column))
  }

  /// Creates a handler that answers an operation of any type with the response of a closure that may block.
  public static func operation(
    _ name: NameCondition = .any, document: String? = nil, variables: VariablesCondition? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) throws -> MockResponse?
  ) -> RequestHandler {
    Self(nil, name, document, variables, .sync(response), (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a query with the response of a synchronous closure, which may block.
  public static func query(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) throws -> MockResponse?
  ) -> RequestHandler {
    Self(.query, name, document, variables, .sync(response), (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a mutation with the response of a synchronous closure, which may block.
  public static func mutation(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) throws -> MockResponse?
  ) -> RequestHandler {
    Self(.mutation, name, document, variables, .sync(response), (fileID, filePath, line, column))
  }

  /// Creates a handler that answers a subscription with the response of a synchronous closure, which may block.
  public static func subscription(
    _ name: NameCondition, document: String? = nil, variables: VariablesCondition? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) throws -> MockResponse?
  ) -> RequestHandler {
    Self(
      .subscription, name, document, variables, .sync(response), (fileID, filePath, line, column))
  }
}
