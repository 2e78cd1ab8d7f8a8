import Foundation
import Testing

@testable import GraphQLMock

struct DocumentCacheTests {
  private func outcome(
    _ cache: DocumentCache, _ text: String, _ name: String? = nil
  ) -> DocumentCache.Outcome {
    cache.outcome(for: ContiguousArray(text.utf8), operationName: name)
  }

  @Test func cacheReturnsTheSameOutcomeForAKnownDocument() throws {
    let cache = DocumentCache()
    let text = "query A { a x: b } query B { c }"
    for _ in 0..<2 {
      let a = try outcome(cache, text, "A").get()
      #expect(a.operation == Document.Operation(type: .query, name: "A", definition: 0))
      #expect(a.key == (try MatchKey(document: text, operationName: "A")))
      #expect(a.rootFields == ["a", "b"])
      #expect(try outcome(cache, text, "B").get().operation.name == "B")
      #expect(cache.count == 2)
    }
  }

  @Test func cacheKeepsFailures() {
    let cache = DocumentCache()
    for _ in 0..<2 {
      #expect(
        throws: SelectedOperation.Failure.selection(
          Document.OperationSelectionError.operationNameMissing)
      ) { try outcome(cache, "query A {a} query B {b}", "").get() }
      let failure = #expect(throws: SelectedOperation.Failure.self) {
        try outcome(cache, "{", nil).get()
      }
      #expect(failure?.message == "Syntax Error: Expected Name, found <EOF>.")
      #expect(cache.count == 2)
    }
  }

  @Test func cacheDistinguishesNamesByTheirBytes() {
    let cache = DocumentCache()
    let expected: [(String, Document.OperationSelectionError)] = [
      ("\u{E9}", Document.OperationSelectionError.unknownOperation(name: "\u{E9}")),
      ("e\u{301}", Document.OperationSelectionError.unknownOperation(name: "e\u{301}")),
    ]
    for (name, error) in expected {
      guard case .failure(.selection(let actual)) = outcome(cache, "{a}", name) else {
        Issue.record("no failure")
        continue
      }
      #expect(actual.description.utf8.elementsEqual(error.description.utf8), "\(name)")
    }
    #expect(cache.count == 2)
  }

  @Test func emptyNameOfAnOperationIsNoName() throws {
    let cache = DocumentCache()
    for name in [nil, ""] { #expect(try outcome(cache, "{ a }", name).get().rootFields == ["a"]) }
    #expect(cache.count == 1)
  }

  @Test func cacheIsEmptiedBeyondItsCountLimit() throws {
    let cache = DocumentCache(countLimit: 3)
    var counts: [Int] = []
    for name in ["a", "b", "c", "a", "d", "a"] {
      #expect(try outcome(cache, "{\(name)}").get().rootFields == [name])
      counts.append(cache.count)
    }
    #expect(counts == [1, 2, 3, 3, 1, 2])
  }

  @Test func cacheRespectsItsSizeLimitAndSkipsHugeDocuments() throws {
    let cache = DocumentCache(costLimit: 4000)
    let comment = String(repeating: "c", count: 400)
    for index in 0..<50 {
      _ = outcome(cache, "{ field\(index) # \(comment)\n}")
      #expect((1...10).contains(cache.count))
    }
    // A short text with many tokens counts with the size of its tree.
    let trees = DocumentCache(costLimit: 40_000)
    let fields = String(repeating: "a ", count: 100)
    for index in 0..<50 {
      _ = outcome(trees, "{ f\(index) \(fields)}")
      #expect((1..<40).contains(trees.count))
    }
    let count = cache.count
    let long = String(repeating: "c", count: 2000)
    #expect(try outcome(cache, "{ huge # \(long)\n}").get().rootFields == ["huge"])
    let none = DocumentCache(countLimit: 0)
    #expect(try outcome(none, "{a}").get().operation.type == .query)
    #expect(cache.count == count && none.count == 0)
  }

  @Test func cacheIsThreadSafe() {
    let cache = DocumentCache(countLimit: 8)
    let failures = FailureCount()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<200 {
        let name = "field\((thread &* 7 &+ round) % 20)"
        guard let selected = try? outcome(cache, "{ \(name) }").get(),
          selected.rootFields == [name]
        else {
          failures.add()
          continue
        }
      }
    }
    #expect(failures.value == 0)
    #expect((1...8).contains(cache.count))
  }

  private final class FailureCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    func add() { lock.withLock { count += 1 } }
    var value: Int { lock.withLock { count } }
  }
}
