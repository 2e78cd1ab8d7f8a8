#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension RequestHandler {
  /// Answers an HTTP request with responses.
  ///
  /// ```swift
  /// .http("/users/*/avatar", method: "GET", .bytes(png, contentType: "image/png"))
  /// .http(host: "images.example.com", .status(404))   // any path there
  /// ```
  /// It also answers GraphQL requests that go there, without validating them.
  /// - Parameters:
  ///   - path: The path; `*` stands for any one segment, `**` at the end for any number; nil, or left
  ///     out, takes any.
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
    _ path: String? = nil, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:], _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .http(
        HTTPMatch(
          method: method, host: host, path: path.map(HTTPMatch.PathPattern.init), query: query)),
      .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers every HTTP request with responses.
  ///
  /// ```swift
  /// .http(.status(404))
  /// ```
  public static func http(
    _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .http(HTTPMatch()), .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers an HTTP request with what a closure gives, or declines it with nil.
  ///
  /// ```swift
  /// .http("/echo") { request in .bytes(request.httpBody ?? Data()) }
  /// .http(host: "a.example") { request in .text(request.url?.path ?? "") }
  /// ```
  /// The closure sees the request with its body in `httpBody`. What it throws, and whether it may block,
  /// is as for the closures of `.operation`.
  public static func http(
    _ path: String? = nil, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (URLRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      .http(
        HTTPMatch(
          method: method, host: host, path: path.map(HTTPMatch.PathPattern.init), query: query)),
      .http(.asynchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers an HTTP request with what a synchronous closure gives; it may block.
  public static func http(
    _ path: String? = nil, method: String? = nil, host: String? = nil,
    query: [String: String?] = [:],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (URLRequest) throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      .http(
        HTTPMatch(
          method: method, host: host, path: path.map(HTTPMatch.PathPattern.init), query: query)),
      .http(.synchronous(answer)),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
