// Converts an arriving request to a `URLRequest` and sends the service's response.

import FlyingFox
import FlyingSocks
import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ServiceHandler: HTTPHandler {
  let service: MockGraphQLService
  let allowsOtherOrigins: Bool

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard allowsOtherOrigins, let origin = request.headers[HTTPHeader("Origin")] else {
      return try await respond(to: request)
    }
    let isPreflight =
      request.method == .OPTIONS
      && request.headers[HTTPHeader("Access-Control-Request-Method")] != nil
    var response =
      isPreflight ? HTTPResponse(statusCode: .noContent) : try await respond(to: request)
    response.headers[HTTPHeader("Access-Control-Allow-Origin")] = origin
    response.headers[HTTPHeader("Access-Control-Allow-Headers")] =
      request.headers[HTTPHeader("Access-Control-Request-Headers")]
    return response
  }

  private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    guard var asked = URLRequest(request) else {
      return HTTPResponse(statusCode: .badRequest)
    }
    if request.headers[.upgrade]?.lowercased() == "websocket" {
      return try await open(service.sockets.webSocketTask(with: asked), request)
    }
    asked.httpBody = try await request.bodyData
    do {
      return HTTPResponse(try await service.respond(to: asked))
    } catch let error as URLError where error.isOfTheService {
      return HTTPResponse(
        statusCode: .badGateway, headers: [.contentType: "text/plain; charset=utf-8"],
        body: Data(error.localizedDescription.utf8))
    } catch is URLError {
      // A network error of the mock closes the connection without a response.
      return HTTPResponse(webSocket: HangUp())
    }
  }

  private func open(
    _ socket: MockWebSocketTask, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let frames = MessageFrameWSHandler(handler: SocketBridge(socket: socket))
    var response = try await WebSocketHTTPHandler(handler: frames).handleRequest(request)
    if let name = socket.subprotocol {
      response.headers[HTTPHeader("Sec-WebSocket-Protocol")] = name
    }
    return response
  }
}

/// Closes a connection instead of sending a response.
private struct HangUp: WSHandler {
  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    throw URLError(.networkConnectionLost)
  }
}

extension URLError {
  /// Whether the error has a message of the service, for example that no handler matches.
  fileprivate var isOfTheService: Bool {
    code == .resourceUnavailable || code == .cannotParseResponse
  }
}

extension URLRequest {
  /// The head of a request.
  fileprivate init?(_ request: HTTPRequest) {
    let host = request.headers[.host] ?? "127.0.0.1"
    guard let url = URL(string: "http://\(host)\(request.target.rawValue)") else { return nil }
    self.init(url: url)
    httpMethod = request.method.rawValue
    // A client that cancels closes the connection.
    timeoutInterval = 0
    for (header, value) in request.headers { addValue(value, forHTTPHeaderField: header.rawValue) }
  }
}

extension HTTPResponse {
  fileprivate init(_ response: StreamedResponse) {
    var headers = HTTPHeaders()
    for (name, value) in response.headers { headers.addValue(value, for: HTTPHeader(name)) }
    let status = HTTPStatusCode(
      response.status, phrase: HTTPURLResponse.localizedString(forStatusCode: response.status))
    guard ![204, 205, 304].contains(response.status) else {
      self.init(statusCode: status, headers: headers)
      return
    }
    let bytes = BodyBytes(body: response.body)
    // A `Content-Length` set by a test is sent as it is, even if it's wrong.
    let length = headers[.contentLength].flatMap { Int($0) }
    self.init(
      statusCode: status, headers: headers,
      body: length.map { HTTPBodySequence(from: bytes, count: $0) }
        ?? HTTPBodySequence(from: bytes))
  }
}

/// The chunks of a body, each as it arrives.
private struct BodyBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  let body: StreamedResponse.Body

  struct AsyncIterator: AsyncBufferedIteratorProtocol {
    var chunks: StreamedResponse.Body.AsyncIterator

    mutating func next() async throws -> UInt8? { try await chunks.next()?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      try await chunks.next()
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: body.makeAsyncIterator()) }
}
