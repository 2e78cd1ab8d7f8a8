import Foundation
import GraphQLMock
import TestSupport
import Testing

struct MockJSONRoundTripTests {
  @Test func aWrittenValueReadsBackHereAndInFoundation() throws {
    var random = SeededGenerator(seed: 7)
    var wrong: [String] = []
    for _ in 0..<500 {
      let value = Self.value(depth: 4, &random)
      let data = try value.encoded()
      let isRead =
        try MockJSON(parsing: data) == value
        && MockJSON(parsing: value.encoded(pretty: true)) == value
        && MockJSON(parsing: data).encoded() == data
      let object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      let again = try JSONSerialization.data(withJSONObject: object, options: .fragmentsAllowed)
      if try !isRead || MockJSON(parsing: again) != value { wrong.append(value.description) }
    }
    #expect(wrong.isEmpty)
  }

  private static func value(depth: Int, _ random: inout SeededGenerator) -> MockJSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .number(Int.random(in: -1_000_000...1_000_000, using: &random))
    case 3: .number(Double(Int.random(in: -9_999...9_999, using: &random)) / 16)
    case 4: .string(text(&random))
    case 5:
      .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1, &random) })
    default:
      .object(
        Dictionary(
          (0..<Int.random(in: 0...5, using: &random)).map { _ in
            (text(&random), value(depth: depth - 1, &random))
          }
        ) { $1 })
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let pieces = ["a", "b", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "€", "😀", "\u{7F}"]
    return (0..<Int.random(in: 0...6, using: &random))
      .compactMap { _ in pieces.randomElement(using: &random) }.joined()
  }
}
