import FlyingSocks
import Foundation

/// A client that writes the bytes of HTTP and WebSocket itself.
final class WireClient {
  private let socket: AsyncSocket
  private var buffer: [UInt8] = []

  init(_ url: URL) async throws {
    let port = UInt16(url.port ?? 0)
    let socket = try Socket(domain: Int32(sockaddr_in.family))
    try socket.connect(to: .inet(ip4: "127.0.0.1", port: port))
    self.socket = try AsyncSocket(socket: socket, pool: try await .client)
  }

  func write(_ text: String) async throws { try await socket.write(Data(text.utf8)) }

  func close() throws { try socket.close() }

  /// Reads text up to and including the given part.
  @discardableResult func read(until end: String) async throws -> String {
    while true {
      let text = String(decoding: buffer, as: UTF8.self)
      if let range = text.range(of: end) {
        let taken = text[..<range.upperBound]
        buffer.removeFirst(taken.utf8.count)
        return String(taken)
      }
      buffer += try await socket.read(atMost: 4096)
    }
  }

  func openSocket() async throws {
    try await write(
      """
      GET /s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
      Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n
      """)
    try await read(until: "\r\n\r\n")
  }

  /// Sends text in one frame (RFC 6455, section 5.2), masked with zeros.
  func send(_ text: String) async throws {
    let payload = Array(text.utf8)
    let length: [UInt8] =
      payload.count < 126
      ? [0x80 | UInt8(payload.count)]
      : [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    try await socket.write(Data([0x81] + length + [0, 0, 0, 0] + payload))
  }

  /// Receives a text frame or a close frame.
  func receive() async throws -> String {
    let head = try await take(2)
    var length = Int(head[1])
    if length == 126 { length = try await take(2).reduce(0) { $0 << 8 | Int($1) } }
    let payload = try await take(length)
    guard head[0] & 0x0F == 8 else { return String(decoding: payload, as: UTF8.self) }
    let code = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    return "closed with \(code): \(String(decoding: payload.dropFirst(2), as: UTF8.self))"
  }

  private func take(_ count: Int) async throws -> [UInt8] {
    while buffer.count < count { buffer += try await socket.read(atMost: 4096) }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }
}
