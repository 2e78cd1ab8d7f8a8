import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cost of waiting, in requests that are examined.
struct WaitForRequestsTests {
  @Test func finishedWaitExaminesNoMoreRequests() async throws {
    let journal = Journal(JournalLimits())
    let looks = Locked(0)
    for _ in 0..<500 {
      let ending = try await journal.wait(for: 1, within: .zero) { _ in
        looks.withLock { $0 += 1 }
        return false
      }
      #expect(ending == .timeIsUp)
    }
    _ = journal.begin(URLRequest(url: .of("https://a.example")), operations: [])
    #expect(looks.withLock { $0 } == 0)
  }

  @Test func waitForManyRequestsExaminesEachOnce() async throws {
    let journal = Journal(JournalLimits())
    let looks = Locked(0)
    let (looked, look) = AsyncStream<Void>.makeStream()
    _ = journal.begin(URLRequest(url: .of("https://a.example")), operations: [])
    async let ending = journal.wait(for: 1_000, within: .seconds(60)) { _ in
      looks.withLock { $0 += 1 }
      look.yield()
      return true
    }
    // The wait begins after it has examined the existing requests.
    for await _ in looked { break }
    for _ in 1..<1_000 {
      _ = journal.begin(URLRequest(url: .of("https://a.example")), operations: [])
    }
    #expect(try await ending == nil)
    #expect(looks.withLock { $0 } == 1_000)
  }
}
