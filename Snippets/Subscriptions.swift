// A subscription whose events the program sends, over server-sent events and over a WebSocket.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let service = MockGraphQLService(.subscription("Ticks", .eventsFromTest))
guard let url = URL(string: "https://example.invalid/?query=subscription+Ticks%7Bn%7D"),
  let socketURL = URL(string: "wss://example.invalid/")
else { exit(1) }

var request = URLRequest(url: url)
request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
let response = try await service.respond(to: request)

let socket = service.sockets.webSocketTask(with: socketURL, protocols: ["graphql-transport-ws"])
socket.resume()
try await socket.send(.string(#"{"type":"connection_init"}"#))
_ = try await socket.receive()
try await socket.send(
  .string(#"{"id":"1","type":"subscribe","payload":{"query":"subscription Ticks { n }"}}"#))

try await service.subscriptions.wait(for: "Ticks", atLeast: 2)
for n in 1...3 { service.subscriptions.send(.data(["n": .number(n)]), to: "Ticks") }
service.subscriptions.complete("Ticks")

print("# Over server-sent events")
for try await chunk in response.body {
  print(String(decoding: chunk, as: UTF8.self), terminator: "")
}
print("# Over a WebSocket")
for _ in 0..<4 {
  if case .string(let text) = try await socket.receive() { print(text) }
}
