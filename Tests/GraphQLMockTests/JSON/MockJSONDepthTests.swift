import Foundation
import Testing

@testable import GraphQLMock

@Suite struct MockJSONDepthTests {
  /// A secondary thread of an Apple platform has 512 KB of stack; here it is half of that.
  @Test func theDeepestTextFitsASmallStack() async {
    let text = String(repeating: "{\"a\":[", count: 256) + String(repeating: "]}", count: 256)
    let isWhole = await withCheckedContinuation { continuation in
      let thread = Thread {
        let left = try? MockJSON(parsing: text)
        let right = try? MockJSON(parsing: text)
        continuation.resume(
          returning: left == right && left.hashValue == right.hashValue
            && left?.description == text
            && (try? left?.encodedPretty()) != nil
            && left?.matches(right ?? nil, .exact) == true)
      }
      thread.stackSize = 256 * 1_024
      thread.start()
    }
    #expect(isWhole)
  }
}
