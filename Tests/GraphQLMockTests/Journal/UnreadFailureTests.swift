import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct UnreadFailureTests {
  #if os(Linux) || os(macOS)
    @Test func failuresOfAServiceThatNobodyReadsArePrintedWhenItIsReleased() async throws {
      let result = try #require(
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          for isRead in [true, false] {
            let service = MockGraphQLService(.query("Viewer", .data(["a": 1])))
            _ = try? await service.makeSession().receive(
              .graphQL(["query": .string("query \(isRead ? "Read" : "Vewer") { a }")]))
            if isRead { #expect(service.failures.count == 1) }
          }
          let workers = WorkerThreads.shared
          while workers.idleCount < workers.threadCount { await Task.yield() }
        })
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      let head =
        "GraphQLMock: a service without a test was released with a failure that nobody read: "
      #expect(text.components(separatedBy: "GraphQLMock:").count == 2)
      let told = try #require(text.components(separatedBy: head).last)
      let miss = try #require(ReportedMiss(told))
      #expect(text.contains(head) && miss.title == #"query "Vewer""#)
      #expect(miss.cause.hasPrefix(#"nearest is query "Viewer""#), "\(told)")
    }
  #endif
}
