import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension VariantKindTests {
  @Test func messagesOfAWebSocketAreWhole() async throws {
    let url = try #require(URL(string: "wss://a.example/graphql"))
    let found = try await SearchedVariants.collect {
      try await withAnswerVariants(
        combinations: 0, accepting: { !($0 is Broken) }, options: Self.options
      ) { service in
        let task = service.sockets.webSocketTask(with: url, protocols: ["graphql-transport-ws"])
        task.resume()
        try await task.send(.string(#"{"type":"connection_init"}"#))
        _ = try await task.receive()
        let subscription = #"{"query":"subscription S { ticks }"}"#
        try await task.send(
          .string(#"{"id":"1","type":"subscribe","payload":\#(subscription)}"#))
        while case .string(let text) = try await task.receive() {
          guard let message = try? MockJSON(parsing: text) else { throw Broken() }
          if message["type"] != "next" { break }
        }
      }
    }
    #expect(found.issues == [])
    #expect(found.report?.triedSingleChangeCount ?? 0 > 4)
  }
}
