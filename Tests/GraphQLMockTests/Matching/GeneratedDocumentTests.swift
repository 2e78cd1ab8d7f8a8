import TestSupport
import Testing

@testable import GraphQLMock

@Suite(.onOwnThreads) struct GeneratedDocumentTests {
  private func key(_ text: String) -> MatchKey? { try? MatchKey(document: text) }

  @Test func keyIgnoresOrderAndFormattingAndChangesWithAnyEdit() throws {
    var random = SeededGenerator(seed: 2026)
    var unreadable = 0
    var changedByReordering: [String] = []
    var unchanged: [String] = []
    var changes = 0
    let rounds = Effort.rounds(30, long: 150)
    for _ in 0..<rounds {
      let document = GeneratedDocument(using: &random)
      let text = document.text(using: &random)
      guard let original = key(text) else {
        unreadable += 1
        continue
      }
      for _ in 0..<4 {
        let other = document.reordered(using: &random).text(using: &random)
        if key(other) != original { changedByReordering.append("\(text)\n\(other)") }
      }
      var site = 0
      while let changed = document.changed(at: site) {
        let other = changed.text(using: &random)
        let digest = key(other)
        if digest == nil { unreadable += 1 }
        if digest == original { unchanged.append("\(text)\n\(other)") }
        // Only some positions of a large document.
        site += site < 20 ? 1 : Int.random(in: 1...16, using: &random)
        changes += 1
      }
    }
    #expect(unreadable == 0)
    #expect(changedByReordering == [])
    #expect(unchanged == [])
    #expect(changes > 25 * rounds, "\(changes)")
  }

  @Test func differencesAreReportedExactlyIfDocumentsDiffer() async throws {
    var random = SeededGenerator(seed: 2027)
    var silent = 0
    var unspecific = 0
    var wrong = 0
    var dependent = 0
    for _ in 0..<Effort.rounds(5, long: 20) {
      let document = GeneratedDocument(using: &random)
      let original = document.text(using: &random)
      let same = document.reordered(using: &random).text(using: &random)
      if try await !documentDifferences(original, same).isEmpty { wrong += 1 }
      var site = Int.random(in: 0..<5, using: &random)
      while let changed = document.changed(at: site) {
        let other = changed.text(using: &random)
        let differences = try await documentDifferences(original, other)
        if try await documentDifferences(same, other) != differences { dependent += 1 }
        if differences.isEmpty { silent += 1 }
        if differences == ["the document differs"] { unspecific += 1 }
        site += site < 20 ? 2 : 20
      }
    }
    #expect(silent == 0)
    #expect(unspecific == 0)
    #expect(wrong == 0)
    #expect(dependent == 0, "by how the document is written")
  }
}
