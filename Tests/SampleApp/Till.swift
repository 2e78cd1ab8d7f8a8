import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The part of the shop that is used while a test changes its network: each line of the input is a tap.
struct Till: Sendable {
  let client: WebClient

  private struct Payment: Decodable {
    struct Receipt: Decodable { let id: String }
    let pay: Receipt
  }

  private struct Stock: Decodable { let stock: Int }

  #if DEBUG || GRAPHQL_MOCK_LAUNCH
    /// Takes taps until the input ends; one doesn't wait for another.
    func run(_ service: MockGraphQLService?) async {
      let stream = StockStream(client: client)
      let socket = service.map { StockSocket(sockets: $0.sockets, endpoint: client.endpoint) }
      let (taps, input) = AsyncStream.makeStream(of: String.self)
      Thread {
        while let line = readLine() { input.yield(line) }
        input.finish()
      }.start()
      for await tap in taps {
        switch tap {
        case "Pay", "Retry": Task { await pay() }
        case "Watch": stream.open()
        case "Connect": Task { await socket?.run() }
        default: Task { await count(Int(tap) ?? 1) }
        }
      }
    }
  #endif

  private func pay() async {
    do {
      let data: Payment = try await client.send("mutation Pay { pay { id } }", name: "Pay")
      Screen.show("Thank you, \(data.pay.id)")
    } catch {
      Screen.show("\(error)")
    }
  }

  /// Asks for the stock so many times at once.
  private func count(_ times: Int) async {
    let counts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<times {
        group.addTask {
          let data: Stock? = try? await client.send("query Count { stock }", name: "Count")
          return data.map { "\($0.stock)" } ?? "none"
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    Screen.show("Counted \(counts.joined(separator: " "))")
  }
}

/// A subscription over HTTP.
final class StockStream: NSObject, URLSessionDataDelegate, Sendable {
  let client: WebClient

  init(client: WebClient) { self.client = client }

  func open() {
    var request = URLRequest(url: client.endpoint)
    request.timeoutInterval = 600
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    request.httpBody = Data(#"{"query":"subscription Stock { stock }"}"#.utf8)
    URLSession(configuration: client.session.configuration, delegate: self, delegateQueue: nil)
      .dataTask(with: request).resume()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("data: {") { Screen.show("Stock: \(line.dropFirst(6))") }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) { Screen.show("Stock ended") }
}

#if DEBUG || GRAPHQL_MOCK_LAUNCH
  /// A WebSocket that the mock provides.
  struct StockSocket: Sendable {
    let sockets: MockSockets
    let endpoint: URL

    func run() async {
      let socket = sockets.webSocketTask(with: endpoint, protocols: ["graphql-transport-ws"])
      socket.resume()
      do {
        try await socket.send(.string(#"{"type":"connection_init"}"#))
        while case .string(let text) = try await socket.receive() { Screen.show("Socket: \(text)") }
      } catch {
        Screen.show("Socket closed: \(socket.closeCode.rawValue)")
      }
    }
  }
#endif
