import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client that advances the clock by one delay whenever it receives a part must get every part.
struct SteppedResponseTests {
  static let rounds = Effort.rounds(20, long: 500)

  /// A response in four parts, one second apart.
  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: String
    let response: @Sendable () -> MockResponse
    var accept = "multipart/mixed;deferSpec=20220824,application/json"
  }

  static let answers = [
    Answer(
      testDescription: "events", query: "subscription A { n }",
      response: {
        .events([.data(["n": 1]), .data(["n": 2]), .data(["n": 3])], every: .seconds(1))
      }, accept: "text/event-stream"),
    Answer(
      testDescription: "incremental", query: "query A { n ... @defer { m } }",
      response: {
        .incremental(
          ["n": 1],
          then: [
            .part(["m": 1]).delay(.seconds(1)), .part(["k": 1]).delay(.seconds(1)),
          ])
      }),
    Answer(
      testDescription: "deferred", query: "query A { n ... @defer { m } ... @defer { k } }",
      response: { .data(["n": 1, "m": 2, "k": 3]).deferred(every: .seconds(1)) }),
    Answer(
      testDescription: "chunked", query: "query A { n }",
      response: { .data(["n": 1]).chunked(4, every: .seconds(1)) }),
  ]

  static func readAll(of service: MockGraphQLService, _ answer: Answer, _ clock: SteppedClock)
    async throws
  {
    let request = try URLRequest.asking(answer.query, accept: answer.accept)
    var parts = try await service.respond(to: request).body.makeAsyncIterator()
    while try await parts.next() != nil { clock.advance(by: .seconds(1)) }
    #expect(service.failures == [])
  }

  @Test(arguments: answers) func closureAnswersInParts(_ answer: Answer) async throws {
    let handlers: [RequestHandler] = [
      .operation("A") { _ in answer.response() },
      .operation("A") { _ async in
        await Task.yield()
        return answer.response()
      },
    ]
    for _ in 0..<Self.rounds {
      for handler in handlers {
        let clock = SteppedClock()
        let service = MockGraphQLService(handler, clock: clock)
        try await Self.readAll(of: service, answer, clock)
      }
    }
  }
}
