import Testing

@testable import GraphQLMock

struct StableDigestTests {
  private func digest(_ texts: [[UInt8]], seed: UInt8 = 0) -> StableDigest {
    var digest = StableDigest(seed: seed)
    for text in texts {
      // Surrounding bytes must not matter.
      let bytes = ContiguousArray([0x7A] + text + [0x7A, 0x7A])
      digest.add(bytes.span.extracting(1..<1 + text.count))
    }
    return digest
  }

  @Test func digestDiffersByLengthContentAndDivision() {
    var texts: [[[UInt8]]] = [[]]
    for length in 0..<40 {
      texts.append([Array(repeating: 0, count: length)])
      texts.append([Array(repeating: 0x61, count: length)])
      for position in 0..<length {
        var text = [UInt8](repeating: 0x61, count: length)
        text[position] = 0x62
        texts.append([text])
      }
      for division in 0...length {
        texts.append([
          Array(repeating: 0x63, count: division), Array(repeating: 0x63, count: length - division),
        ])
      }
      texts.append([Array(repeating: 0x61, count: length), [], []])
    }
    let digests = texts.map { digest($0) } + [digest([], seed: 1), digest([[]], seed: 2)]
    #expect(Set(digests.map(\.description)).count == Set(texts).count + 2)
    #expect(Set(digests.map(\.high)).count == Set(texts).count + 2)
  }

  // Two names found by a search: their third and fourth eight bytes make both lanes zero.
  @Test func digestDoesNotDecideWhetherDocumentsAreEqual() throws {
    let names = ["muRQD_Slpskdaaaapu3k0l3x2q7Sn3U0", "jvR_tnuNdoIlaaaaMvnwaZlEh692WSo9"]
    #expect(StableDigest(of: [names[0]]) == StableDigest(of: [names[1]]))
    let keys = try names.map { try MatchKey(document: "query \($0) {a}") }
    #expect(keys[0] != keys[1])
  }

  @Test func sumOfDigestsIgnoresTheirOrder() {
    let members = ["a", "b", "c"].map { StableDigest(of: [$0]) }
    func sum(_ members: [StableDigest]) -> StableDigest {
      var digest = StableDigest()
      digest.add(sumOf: members)
      return digest
    }
    #expect(sum(members) == sum(members.reversed()))
    #expect(sum(members) != sum(members.dropLast()))
  }

  @Test func digestIsTheSameInEveryProcess() {
    // Computed separately in Python. Names of recorded files depend on it.
    #expect(StableDigest(of: ["hero"]).description == "bed7e17b51e2c7e554899dd0ffc77a9c")
    #expect(
      digest([Array(repeating: 0x61, count: 40)]).description == "a1f3395f97564452d71db33440eecf0e")
  }
}
