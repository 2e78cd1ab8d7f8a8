import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// One limit, 512, applies to every value, wherever it comes from.
struct MockJSONDepthTests {
  private static let message =
    "A value can't be encoded as JSON: arrays and objects are nested more than 512 deep."

  /// A secondary thread on Apple platforms has a stack of 512 KB; this one has half of that.
  @Test func theDeepestTextFitsASmallStack() async {
    let text = String(repeating: "{\"a\":[", count: 256) + String(repeating: "]}", count: 256)
    let isWhole = await withCheckedContinuation { continuation in
      let thread = Thread {
        let left = try? MockJSON(parsing: text)
        let right = try? MockJSON(parsing: text)
        continuation.resume(
          returning: left == right && left.hashValue == right.hashValue
            && left?.description == text
            && (try? left?.encoded(pretty: true)) != nil
            && left?.droppingNullMembers() == right && left?.withoutReplacements == right
            && left?.matches(right ?? nil, .exact) == true)
      }
      thread.stackSize = 256 * 1_024
      thread.start()
    }
    #expect(isWhole)
  }

  @Test func valueMayBeAsDeepAsAText() throws {
    var array: MockJSON = 1
    var object: MockJSON = 1
    for _ in 0..<512 {
      array = [array]
      object = ["a": object]
    }
    for (kind, value) in [("array", array), ("object", object)] {
      let read = try MockJSON(parsing: value.encoded())
      #expect(read == value, "\(kind)")
      #expect("\(kind) \(value.depth) \(read.depth)" == "\(kind) 512 512", "\(kind)")
    }
    for value in [MockJSON.array([array]), .object(["a": object]), [object], ["b": array]] {
      let error = #expect(throws: MockJSONEncodingError.self) { try value.encoded() }
      #expect(error?.description == Self.message)
    }
  }

  /// Foundation's coders are recursive, so that such values overflow the stack.
  @Test func coderRefusesAValueThatOverflowsASmallStack() async throws {
    func nested(_ depth: Int) throws -> MockJSON {
      try MockJSON(
        parsing: String(repeating: "{\"a\":[", count: depth / 2)
          + String(repeating: "]}", count: depth / 2))
    }
    let (deepest, tooDeep, farTooDeep) = (try nested(64), try nested(66), try nested(512))
    let isKept = try await onSmallStack {
      try JSONDecoder().decode(MockJSON.self, from: JSONEncoder().encode(deepest)) == deepest
    }
    #expect(isKept)
    let message = "JSON with more than 64 levels can't pass through a coder, which is recursive."
    for value in [tooDeep, farTooDeep] {
      let messages: [String] = await [
        #expect(throws: EncodingError.self) {
          try await onSmallStack { _ = try JSONEncoder().encode(value) }
        }.map { error in
          guard case .invalidValue(_, let context) = error else { return "\(error)" }
          return context.debugDescription
        } ?? "",
        #expect(throws: DecodingError.self) {
          try await onSmallStack {
            _ = try JSONDecoder().decode(MockJSON.self, from: value.encoded())
          }
        }.map { error in
          guard case .dataCorrupted(let context) = error else { return "\(error)" }
          return context.debugDescription
        } ?? "",
      ]
      #expect(messages == ["\(message) Use `encoded()`.", "\(message) Use `MockJSON(parsing:)`."])
    }
  }

  @Test func depthCountsTheDeepestPart() {
    let value: MockJSON = ["a": 1, "b": [2, [nil, []]], "c": [:]]
    let depths: [UInt16] = [
      value.depth, value["b"].depth, value["a"].depth, MockJSON.array([]).depth,
    ]
    #expect(depths == [4, 3, 0, 1])
  }

  @Test(.onOwnThreads) func aValueThatIsFarTooDeepIsAnErrorAndNoCrash() {
    var value: MockJSON = 1
    for number in 0..<200_000 { value = number.isMultiple(of: 2) ? [value] : ["a": value] }
    let error = #expect(throws: MockJSONEncodingError.self) { try value.encoded() }
    #expect(error?.description == Self.message)
    #expect(value.hashValue == value.droppingNullMembers().hashValue)
    #expect(MockJSON.differences(of: value, from: value) == [])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
  }
}
