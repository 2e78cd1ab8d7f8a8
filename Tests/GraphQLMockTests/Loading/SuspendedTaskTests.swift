import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SuspendedTaskTests {
  @Test func suspendedTaskGetsItsResponseAfterItIsResumed() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let entered = AsyncStream<Void>.makeStream()
    let service = MockGraphQLService(
      .query(.any) { _ in
        entered.continuation.finish()
        for await _ in gate.stream {}
        return .data(["a": 1])
      })
    let session = service.makeSession()
    let request = try URLRequest.graphQL(["query": "{ a }"])
    let incoming = AsyncStream<Received>.makeStream()
    let task = session.dataTask(with: request) { data, response, _ in
      incoming.continuation.yield(Received(data, response))
    }
    task.resume()
    for await _ in entered.stream {}
    task.suspend()
    gate.continuation.finish()
    task.resume()
    var responses = incoming.stream.makeAsyncIterator()
    #expect(await responses.next()?.body == #"{"data":{"a":1}}"#)
    #expect(service.requests.map(\.ending) == [.answered])
  }
}
