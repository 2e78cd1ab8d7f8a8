import Foundation
import GraphQLMock
import Testing

@testable import GraphQLMockTesting

struct VariantNoteTests {
  @Test func casesThatShareAFileKeepItUntilTheLastOneEnds() throws {
    let name = "shared-\(UUID().uuidString)"
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("GraphQLMock-variants/\(name).json")
    let (first, second) = (VariantNote(name), VariantNote(name))
    first.say(.plain)
    first.end(isComplete: true)
    second.say(.plain)
    let known = try JSONDecoder().decode([[String: String]].self, from: Data(contentsOf: file))
    #expect(known == [["title": "With the plain answers", "line": "unhandled: .generated"]])
    second.end(isComplete: true)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
