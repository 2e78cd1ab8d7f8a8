// The factories of handlers for plain HTTP.

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension RequestHandler {
  /// Answers an HTTP request with responses.
  ///
  /// ```swift
  /// .http(host: "auth.example.com", path: "/sign-in", .json(["token": "t"]))
  /// ```
  /// - Parameters:
  ///   - host: The host, compared without regard to case; nil takes any.
  ///   - path: The whole path, percent-encoded or not; nil takes any.
  ///   - first: The first response.
  ///   - rest: The responses to later requests, in turn; the last repeats.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func http(
    host: String? = nil, path: String? = nil, _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    RequestHandler(
      .http(HTTPMatch(host: host, path: path)), .responses([first] + rest),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Answers an HTTP request with what a closure gives.
  ///
  /// ```swift
  /// .http(path: "/echo") { request in .bytes(request.httpBody ?? Data()) }
  /// ```
  /// - Parameters:
  ///   - host: The host, compared without regard to case; nil takes any.
  ///   - path: The whole path, percent-encoded or not; nil takes any.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - answer: Sees the request with its body in `httpBody`, and gives the response, or nil to
  ///     decline: then the next handler is asked. A `URLError` that it throws reaches the client; any
  ///     other error is reported as well.
  public static func http(
    host: String? = nil, path: String? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ answer: @escaping @Sendable (URLRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    RequestHandler(
      .http(HTTPMatch(host: host, path: path)), .http(answer),
      HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
