// The factories of handlers for plain HTTP: the path in front, or among the labels, and each with
// canned responses or with a closure.

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Gives the response to an HTTP request, or nil to decline: then the next handler is asked.
///
/// A `URLError` that it throws reaches the client, and is not reported. Any other error reaches the
/// client as `URLError(.cannotParseResponse)` with that error underneath, and is reported. It must not
/// block; a closure without `await` is a ``BlockingHTTPAnswer``, which may.
public typealias HTTPAnswer = @Sendable (URLRequest) async throws -> MockResponse?

/// Gives the response to an HTTP request, or nil to decline, as an ``HTTPAnswer`` does; it may block.
public typealias BlockingHTTPAnswer = @Sendable (URLRequest) throws -> MockResponse?

extension RequestHandler {
  /// Answers an HTTP request with responses.
  ///
  /// ```swift
  /// .http("/users/*/avatar", method: "GET", .bytes(png, contentType: "image/png"))
  /// ```
  /// It also answers GraphQL requests that go there, without judging them.
  ///
  /// The other forms have the same parameters; with labels alone, `path` may be left out as well. A
  /// closure sees the request with its body in `httpBody`.
  /// - Parameters:
  ///   - path: The path; `*` stands for any one segment, `**` at the end for any number.
  ///   - method: The method, such as `GET`; nil takes any.
  ///   - host: The host, whatever its case; nil takes any.
  ///   - query: Query items that must be there, by name; nil takes any value. Others are free.
  ///   - first: The first response.
  ///   - rest: The responses to later requests, in turn; the last repeats.
  ///   - fileID: The file of the call, which messages name, like the other parts of its location.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func http(
    _ path: String, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:], _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .http(HTTPMatch(method: method, host: host, path: PathPattern(path), query: query)),
      .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers an HTTP request with what a closure gives.
  ///
  /// ```swift
  /// .http("/echo") { request in .bytes(request.httpBody ?? Data()) }
  /// ```
  public static func http(
    _ path: String, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping HTTPAnswer
  ) -> RequestHandler {
    RequestHandler(
      .http(HTTPMatch(method: method, host: host, path: PathPattern(path), query: query)),
      .http(.asynchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers an HTTP request with responses.
  ///
  /// ```swift
  /// .http(host: "auth.example.com", path: "/sign-in", .json(["token": "t"]))
  /// ```
  public static func http(
    method: String? = nil, host: String? = nil, path: String? = nil,
    query: [String: String?] = [:], _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .http(HTTPMatch(method: method, host: host, path: path.map(PathPattern.init), query: query)),
      .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers an HTTP request with what a closure gives.
  ///
  /// ```swift
  /// .http(host: "a.example") { request in .text(request.url?.path ?? "") }
  /// ```
  public static func http(
    method: String? = nil, host: String? = nil, path: String? = nil,
    query: [String: String?] = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping HTTPAnswer
  ) -> RequestHandler {
    RequestHandler(
      .http(HTTPMatch(method: method, host: host, path: path.map(PathPattern.init), query: query)),
      .http(.asynchronous(answer)),
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
