import Testing

@testable import GraphQLMock

/// Syntax errors at unusual positions.
struct UnusualSyntaxErrorTests {
  private func error(_ bytes: [UInt8]) -> GraphQLSyntaxError? {
    guard case .failure(let error) = Document.parse(ContiguousArray(bytes)) else { return nil }
    return error
  }

  @Test func invalidUTF8AfterANumberIsReported() {
    let error = error(Array("{ a(b: 1".utf8) + [0xFF] + Array(") }".utf8))
    #expect(error?.line == 1)
    #expect(error?.column == 9)
    #expect(error?.message.contains("UTF-8") == true)
  }

  @Test func syntaxErrorMessageStaysOnOneLine() {
    // graphql-js 16 includes the tab itself.
    let error = error(Array("{ a(b: \"x\\\t\") }".utf8))
    #expect(
      error?.message == #"Syntax Error: Invalid character escape sequence: "\U+0009"."#)
  }
}
