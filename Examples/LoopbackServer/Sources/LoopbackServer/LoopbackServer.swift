import FlyingFox
import FlyingSocks
public import Foundation
public import GraphQLMock

/// Serves a `MockGraphQLService` on 127.0.0.1, to any client on this machine.
///
/// ```swift
/// let server = try LoopbackServer(service)
/// let url = try await server.start()          // http://127.0.0.1:54321
/// …
/// await server.stop()
/// ```
///
/// The service answers every path, and WebSocket handshakes open a socket of the service.
public actor LoopbackServer {
  private let server: HTTPServer
  private var running: Task<Void, any Error>?

  /// - Parameters:
  ///   - service: The service that answers. The server retains it.
  ///   - port: The port; 0 chooses a free one.
  ///   - allowsOtherOrigins: Whether pages of any website in a browser may send requests and read the responses,
  ///     as the Fetch standard (section 3.3, CORS protocol) describes.
  public init(
    _ service: MockGraphQLService, port: UInt16 = 0, allowsOtherOrigins: Bool = false
  ) throws {
    server = HTTPServer(
      config: HTTPServer.Configuration(
        address: try .inet(ip4: "127.0.0.1", port: port),
        // The service decides how long a response takes.
        timeout: 86_400, logger: .disabled),
      handler: ServiceHandler(service: service, allowsOtherOrigins: allowsOtherOrigins))
  }

  /// Starts listening.
  ///
  /// - Returns: The URL of the server, without a path.
  /// - Throws: The error of the system if the port isn't available.
  public func start() async throws -> URL {
    let server = server
    let running = Task { try await server.run() }
    self.running = running
    do {
      try await server.waitUntilListening()
    } catch {
      running.cancel()
      throw error
    }
    let address = await server.listeningAddress
    guard case .ip4(_, let port)? = address,
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { throw URLError(.cannotFindHost) }
    return url
  }

  /// Waits until the server ends, by ``stop()`` or with an error.
  public func wait() async throws { try await running?.value }

  /// Closes all connections.
  public func stop() async {
    await server.stop()
    running?.cancel()
    _ = await running?.result
  }
}
