import TestSupport
import Testing

@testable import GraphQLMock

struct CanonicalFormTests {
  private func key(_ text: String) -> MatchKey? { try? MatchKey(document: text) }

  @Test(.onOwnThreads) func keyIgnoresOrderAndFormattingAndChangesWithAnyEdit() throws {
    var random = SeededGenerator(seed: 2026)
    var faults: [String] = []
    var changes = 0
    let rounds = Effort.rounds(30, long: 150)
    for _ in 0..<rounds {
      let document = GeneratedDocument(using: &random)
      let text = document.text(using: &random)
      guard let original = key(text) else {
        faults.append("unreadable: \(text)")
        continue
      }
      for _ in 0..<4 {
        let other = document.reordered(using: &random).text(using: &random)
        if key(other) != original { faults.append("changed by order: \(text)\n\(other)") }
      }
      var site = 0
      while let changed = document.changed(at: site) {
        let other = changed.text(using: &random)
        let digest = key(other)
        if digest == nil { faults.append("unreadable: \(other)") }
        if digest == original { faults.append("unchanged: \(text)\n\(other)") }
        // Only some positions of a large document.
        site += site < 20 ? 1 : Int.random(in: 1...16, using: &random)
        changes += 1
      }
    }
    #expect(faults == [])
    #expect(changes > 25 * rounds, "\(changes)")
  }

  @Test(.onOwnThreads) func differencesAreReportedExactlyIfDocumentsDiffer() async throws {
    var random = SeededGenerator(seed: 2027)
    var faults: [String] = []
    for _ in 0..<Effort.rounds(5, long: 20) {
      let document = GeneratedDocument(using: &random)
      let original = document.text(using: &random)
      let same = document.reordered(using: &random).text(using: &random)
      if try await !documentDifferences(original, same).isEmpty {
        faults.append("different: \(original)\n\(same)")
      }
      var site = Int.random(in: 0..<5, using: &random)
      while let changed = document.changed(at: site) {
        let other = changed.text(using: &random)
        let differences = try await documentDifferences(original, other)
        // The differences don't depend on how the document is written.
        let reordered = try await documentDifferences(same, other)
        if differences != reordered || differences.isEmpty
          || differences == ["the document differs"]
        {
          faults.append("\(differences): \(original)\n\(other)")
        }
        site += site < 20 ? 2 : 20
      }
    }
    #expect(faults == [])
  }
}
