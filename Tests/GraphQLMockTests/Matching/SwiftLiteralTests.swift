import TestSupport
import Testing

@testable import GraphQLMock

/// Values as Swift code.
struct SwiftLiteralTests {
  @Test(
    arguments: [
      (
        ["a": ["b": [1, -2.5, "x\"\\(y)\n", true, nil]]],
        #"["a": ["b": [1, -2.5, "x\"\\(y)\n", true, nil]]]"#
      ),
      ([:], "[:]"), ([], "[]"),
    ] as [(MockJSON, String)])
  func literalsCompile(value: MockJSON, text: String) {
    #expect(SwiftLiteral.text(of: value) == text)
    #expect(SwiftLiteral.pattern(of: value) == text)
  }

  @Test func patternHasAtMostSixteenLevelsAndPresentForValuesWithoutALiteral() throws {
    func lists(_ count: Int, _ innermost: String = "") -> String {
      String(repeating: "[", count: count) + innermost + String(repeating: "]", count: count)
    }
    let numbers = "[12345678901234567890123, 1e400, 9.9900000000000002, 1.0, 1e22, 1e-7, 1e19]"
    let long = String(repeating: "é", count: 41)
    let short = String(repeating: "é", count: 40)
    for (json, pattern) in [
      (
        #"{"long": "\#(long)", "short": "\#(short)", "big": \#(numbers)}"#,
        """
        ["big": [.present, .present, 9.99, 1, 1e+22, 1e-07, 1e+19], "long": .present, "short": "\(short)"]
        """
      ),
      (lists(16), lists(16)), (lists(17), lists(16, ".present")),
    ] {
      #expect(SwiftLiteral.pattern(of: try MockJSON(parsing: json)) == pattern, "\(json)")
    }
  }
}
