import TestSupport
import Testing

@testable import GraphQLMock

struct ParserTests {
  struct Vector: Decodable, Sendable {
    let source: String
    let message: String?
    let line: Int?
    let column: Int?
  }

  @Test func parserAgreesWithGraphqlCore328OnVerdictMessageAndPosition() throws {
    var differences: [String] = []
    for vector in try VectorFile.load("parser", as: [Vector].self) {
      switch Document.parse(vector.source) {
      case .success:
        if vector.message != nil { differences.append("accepted: \(vector)") }
      case .failure(let error):
        let message = ReferenceMessage.inDoubleQuotes(error.message)
        if vector.message.map(ReferenceMessage.inDoubleQuotes) != message
          || error.line != vector.line || error.column != vector.column
        {
          differences.append("\(error)\nnot \(vector)")
        }
      }
    }
    #expect(differences == [])
  }
}
