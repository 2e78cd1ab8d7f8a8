#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension RequestHandler {
  /// Creates a handler that answers an HTTP request with responses.
  ///
  /// ```swift
  /// .http("/users/*/avatar", method: "GET", .bytes(png, contentType: "image/png"))
  /// .http(host: "images.example.com", .status(404))   // any path on this host
  /// ```
  /// The handler also answers matching GraphQL requests, without validating them.
  /// - Parameters:
  ///   - path: The path. A `*` matches one segment, and a final `**` matches the rest. With `nil`, any path matches.
  ///   - method: The method, such as `GET`, ignoring case. With `nil`, any method matches.
  ///   - host: The host, ignoring case. With `nil`, any host matches.
  ///   - query: The required query items. If a value is `nil`, any value matches. Additional items are ignored.
  ///   - first: The first response.
  ///   - rest: The responses to later requests, in order. The last response is repeated.
  ///   - fileID: The file ID of the source location for messages.
  ///   - filePath: The path of the source file.
  ///   - line: The line of the source location.
  ///   - column: The column of the source location.
  public static func http(
    _ path: String? = nil, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:], _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(path, method, host, query, .responses([first] + rest), (fileID, filePath, line, column))
  }

  /// Creates a handler that answers every HTTP request with responses.
  ///
  /// ```swift
  /// .http(.status(404))
  /// ```
  public static func http(
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(nil, nil, nil, [:], .responses([first] + rest), (fileID, filePath, line, column))
  }

  /// Creates a handler that answers an HTTP request with an array of responses.
  ///
  /// ```swift
  /// .http("/token", inTurn: [.status(503), .json(["token": "new"])])
  /// ```
  /// The last response repeats. An empty array fails the test.
  public static func http(
    _ path: String? = nil, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:], inTurn responses: [MockResponse],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> RequestHandler {
    Self(path, method, host, query, .responses(responses), (fileID, filePath, line, column))
  }

  /// Creates a handler that answers an HTTP request with the response of a closure.
  ///
  /// ```swift
  /// .http("/echo") { request in .bytes(request.httpBody ?? Data()) }
  /// .http(host: "a.example") { request in .text(request.url?.path ?? "") }
  /// ```
  /// The request's body is in `httpBody`. The closure can return nil, throw and block like that of `.operation`.
  public static func http(
    _ path: String? = nil, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ response: @escaping @Sendable (URLRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    Self(path, method, host, query, .http(.async(response)), (fileID, filePath, line, column))
  }

  /// Creates a handler that answers an HTTP request with the response of a synchronous closure, which may block.
  public static func http(
    _ path: String? = nil, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ response: @escaping @Sendable (URLRequest) throws -> MockResponse?
  ) -> RequestHandler {
    Self(path, method, host, query, .http(.sync(response)), (fileID, filePath, line, column))
  }

  private init(
    _ path: String?, _ method: String?, _ host: String?, _ query: [String: String?],
    _ provider: Provider, _ location: (fileID: String, filePath: String, line: Int, column: Int)
  ) {
    let (fileID, filePath, line, column) = location
    let query = query.orderedByKey()
    self.init(
      .http(HTTPCondition(method: method, host: host, path: .init(path), query: query)), provider,
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
