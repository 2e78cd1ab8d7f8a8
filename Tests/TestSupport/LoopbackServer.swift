package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small HTTP server on the loopback interface that takes one request per connection and keeps a
/// log.
package final class LoopbackServer: @unchecked Sendable {
  package typealias Answer = @Sendable (_ request: String) -> String?

  package let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (_ request: String) -> Data?
  private let lock = NSLock()
  private var log: [String] = []

  /// The requests so far, head and body.
  package var requests: [String] { lock.withLock { log } }

  package var url: String { "http://127.0.0.1:\(port)" }

  /// Starts a server.
  ///
  /// - Parameter answer: Returns the whole response to a request, or nil to keep the client waiting
  ///   until it disconnects.
  package convenience init(_ answer: @escaping Answer) throws {
    try self.init(bytes: { answer($0).map { Data($0.utf8) } })
  }

  /// Starts a server with responses that may be binary.
  package init(bytes answer: @escaping @Sendable (_ request: String) -> Data?) throws {
    self.answer = answer
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard listener >= 0, bound else { throw CocoaError(.fileWriteUnknown) }
    port = UInt16(bigEndian: address.sin_port)
    Thread { [weak self, listener] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else {
          // Only this thread closes the listener. Otherwise another server could get the same descriptor while
          // this thread is about to accept, and lose a connection to it.
          if connection >= 0 { close(connection) }
          close(listener)
          return
        }
        Thread { self.serve(connection) }.start()
      }
    }.start()
  }

  deinit {
    #if canImport(Glibc)
      // Ends `accept`.
      shutdown(listener, Int32(SHUT_RDWR))
    #else
      // On this platform a connection ends `accept`.
      let client = socket(AF_INET, SOCK_STREAM, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = port.bigEndian
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      close(client)
    #endif
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var incoming = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !Self.isWhole(incoming) {
      let count = recv(connection, &buffer, buffer.count, 0)
      // A signal for an ended child process interrupts the call.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      incoming.append(contentsOf: buffer[..<count])
    }
    let request = String(decoding: incoming, as: UTF8.self)
    lock.withLock { log.append(request) }
    guard let response = answer(request) else {
      _ = recv(connection, &buffer, buffer.count, 0)  // until the client hangs up
      lock.withLock { log.append("hung up") }
      return
    }
    let bytes = Array(response)
    _ = send(connection, bytes, bytes.count, 0)
    // Closing a connection with unread bytes resets it, and the response may be lost.
    shutdown(connection, Int32(SHUT_WR))
    while recv(connection, &buffer, buffer.count, 0) > 0 {}
  }

  /// Whether the head and the stated number of bytes have arrived.
  private static func isWhole(_ data: Data) -> Bool {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return false }
    let head = String(decoding: data[..<end.lowerBound], as: UTF8.self).lowercased()
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
    return data.count - end.upperBound >= length ?? 0
  }
}

extension String {
  /// A whole HTTP response.
  package static func response(
    _ status: String, _ headers: [String] = [], body: String = ""
  ) -> String {
    (["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers)
      .joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}
