import Dispatch
import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// In a parallel suite all tests request the same schema, table and response at the same time: each
/// is made once.
struct OnceValueTests {
  private static let count = 16

  /// Runs a closure on many threads, which all start before any of them continues.
  private static func atOnce<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> [Value] {
    let gate = NSCondition()
    let there = Locked(0)
    let (results, result) = AsyncStream<Result<Value, any Error>>.makeStream()
    for _ in 0..<count {
      WorkerThreads.shared.run {
        gate.lock()
        there.withLock { $0 += 1 }
        gate.broadcast()
        while there.withLock({ $0 }) < count { gate.wait() }
        gate.unlock()
        result.yield(Result(catching: body))
      }
    }
    var all: [Value] = []
    for await result in results {
      all.append(try result.get())
      if all.count == count { break }
    }
    return all
  }

  @Test func aSchemaIsReadOnceForAllServicesThatStartTogether() async throws {
    let reads = Locked(0)
    let text =
      "type Query { a: Int }\n"
      + (0..<500).map { "type T\($0) { a: Int b(c: [Int!]): [String] }" }.joined(separator: "\n")
    let schema = ServiceSchema(
      content: ServiceSchema.Content(.missing) {
        reads.withLock { $0 += 1 }
        return Result { () throws(ServiceSchemaError) in try ServiceSchema(definitions: text).system
        }
      })
    let services = (0..<Self.count).map { _ in
      MockGraphQLService(.query("Q", .data(["a": 1])), schema: schema)
    }
    let request = try URLRequest.graphQL(["query": "query Q { a }"])
    try await withThrowingTaskGroup(of: Received.self) { group in
      for service in services {
        group.addTask { try await service.makeSession().receive(request) }
      }
      for try await incoming in group { #expect(incoming.body == #"{"data":{"a":1}}"#) }
    }
    #expect(reads.withLock { $0 } == 1)
  }

  /// Whether all share the same list in memory instead of equal copies.
  static func areOne(_ rows: [FixtureRows]) -> Bool {
    Set(rows.map { $0.all.withUnsafeBufferPointer { $0.baseAddress.map { Int(bitPattern: $0) } } })
      .count == 1
  }

  @Test func theFilesOfAnOperationAreParsedOnce() async throws {
    var files: [String: String] = [:]
    for id in 0..<60 {
      files["Item.v\(id).json"] =
        #"{"request":{"variables":{"id":\#(id)}},"response":{"body":{"data":{"item":\#(id)}}}}"#
    }
    let folder = try TemporaryFolder(files)
    let table = FixtureTable(folder: folder.url)
    let rows = try await Self.atOnce { try table.content.rows(of: "Item").get() }
    #expect(rows.map(\.all.count) == Array(repeating: 60, count: Self.count))
    #expect(Self.areOne(rows))
  }

  @Test func recursiveRequestForACachedValueDoesNotDeadlock() async throws {
    let value = OnceValue<Int>()
    #expect(value.value { value.value { 1 } + 1 } == 1)
    #expect(value.made == 1)
  }

  @Test func aResponseIsValidatedOnce() async throws {
    let selected = try DocumentCache(countLimit: 0).outcome(
      for: ContiguousArray("{ a }".utf8), operationName: nil
    ).get()
    let question = SelectedOperation.Question(types: 0, subject: .response(1), variables: Data())
    let checks = Locked(0)
    let problems = try await Self.atOnce {
      selected.problems(question, mayWait: true) {
        checks.withLock { $0 += 1 }
        return ["a"]
      }
    }
    #expect(Set(problems) == [["a"]])
    #expect(checks.withLock { $0 } == 1)
  }

  @Test func responseIsEncodedOnce() async throws {
    let list = MockJSON.array((0..<5_000).map { ["id": .number($0)] })
    let response = MockResponse.data(["list": list])
    let writings = Locked(0)
    let bytes = try await Self.atOnce {
      try response.encoded.bytes { () throws(ResponseWritingError) in
        writings.withLock { $0 += 1 }
        return try ResponseWriter.encode(["data": ["list": list]])
      }
    }
    #expect(Set(bytes).count == 1)
    #expect(writings.withLock { $0 } == 1)
  }
}
