// The factories of handlers again, with closures that are not asynchronous. Such a closure may block: it
// runs on a thread of its own, and not on one of the few that all tasks share. Which form is meant, the
// compiler knows by the closure.

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Gives the response to an operation, or nil to decline, as an ``OperationAnswer`` does; it may block.
public typealias BlockingOperationAnswer = @Sendable (OperationRequest) throws -> MockResponse?

/// Gives the response to an HTTP request, or nil to decline, as an ``HTTPAnswer`` does; it may block.
public typealias BlockingHTTPAnswer = @Sendable (URLRequest) throws -> MockResponse?

extension RequestHandler {
  /// Answers an operation of any type with what a synchronous closure gives; it may block.
  public static func operation(
    _ name: OperationName = .any,
    document: String? = nil, variables: VariableMatch? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping BlockingOperationAnswer
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
    _ answer: @escaping BlockingOperationAnswer
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
    _ answer: @escaping BlockingOperationAnswer
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
    _ answer: @escaping BlockingOperationAnswer
  ) -> RequestHandler {
    RequestHandler(
      .subscription, name, document, variables, .operation(.synchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers an HTTP request with what a synchronous closure gives; it may block.
  public static func http(
    _ path: String, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping BlockingHTTPAnswer
  ) -> RequestHandler {
    RequestHandler(
      .http(HTTPMatch(method: method, host: host, path: PathPattern(path), query: query)),
      .http(.synchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers an HTTP request with what a synchronous closure gives; it may block.
  public static func http(
    method: String? = nil, host: String? = nil, path: String? = nil,
    query: [String: String?] = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping BlockingHTTPAnswer
  ) -> RequestHandler {
    RequestHandler(
      .http(HTTPMatch(method: method, host: host, path: path.map(PathPattern.init), query: query)),
      .http(.synchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
