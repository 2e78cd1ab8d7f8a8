import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// One limit, 512, applies to every value, wherever it comes from.
@Suite(.onOwnThreads) struct MockJSONDepthTests {
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
    #expect(array.depth == 512)
    #expect(object.depth == 512)
    #expect(try MockJSON(parsing: array.encoded()) == array)
    #expect(try MockJSON(parsing: object.encoded()) == object)
    #expect(try MockJSON(parsing: array.encoded()).depth == 512)
    for value in [MockJSON.array([array]), .object(["a": object]), [object], ["b": array]] {
      let error = #expect(throws: MockJSONEncodingError.self) { try value.encoded() }
      #expect(error?.description == Self.message)
    }
  }

  @Test func depthCountsTheDeepestPart() {
    let value: MockJSON = ["a": 1, "b": [2, [nil, []]], "c": [:]]
    #expect(value.depth == 4)
    #expect(value["b"].depth == 3)
    #expect(value["a"].depth == 0)
    #expect(MockJSON.array([]).depth == 1)
  }

  @Test func aValueThatIsFarTooDeepIsAnErrorAndNoCrash() {
    var value: MockJSON = 1
    for number in 0..<200_000 { value = number.isMultiple(of: 2) ? [value] : ["a": value] }
    let error = #expect(throws: MockJSONEncodingError.self) { try value.encoded() }
    #expect(error?.description == Self.message)
    #expect(value.hashValue == value.droppingNullMembers().hashValue)
    #expect(MockJSON.differences(of: value, from: value) == [])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
  }
}
