import TestSupport
import Testing

@testable import GraphQLMock

struct DigestTests {
  private func digest(_ texts: [[UInt8]], seed: UInt8 = 0) -> Digest128 {
    var digester = Digester(.stable, seed: seed)
    for text in texts {
      // Other bytes around must not matter.
      let bytes = ContiguousArray([0x7A] + text + [0x7A, 0x7A])
      digester.add(bytes.span, 1, 1 + text.count)
    }
    return digester.finish()
  }

  @Test func differsForEveryLengthEveryPositionOfAByteAndEveryDivisionIntoTexts() {
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
    let digests = Set(texts.map { digest($0) } + [digest([], seed: 1), digest([[]], seed: 2)])
    #expect(digests.count == Set(texts).count + 2)
    #expect(Set(digests.map(\.high)).count == digests.count)
    #expect(Set(digests.map(\.low)).count == digests.count)
  }

  // Two names that were searched for: under the stable key their third and fourth eight bytes make
  // both lanes zero.
  private static let colliding = (
    "muRQD_Slpskdaaaapu3k0l3x2q7Sn3U0", "jvR_tnuNdoIlaaaaMvnwaZlEh692WSo9"
  )

  @Test func thatDecidesCantBeMadeEqualByWhoeverKnowsTheStableKey() throws {
    let (left, right) = Self.colliding
    #expect(digest([Array(left.utf8)]) == digest([Array(right.utf8)]))

    #expect(Digest128(of: left) != Digest128(of: right))
    let keys = try [left, right].map { try MatchKey(document: "query \($0) {a}") }
    #expect(keys[0] != keys[1])
  }

  @Test func ofAMultisetIsASumEqualExactlyIfItsSortedMembersAre() {
    var random = SeededGenerator(seed: 11)
    let members = ["a", "b", "c"].map { Digest128(of: $0) } + [Digest128(high: .max, low: .max)]
    let multisets = (0..<200).map { _ in
      (0..<Int.random(in: 0...5, using: &random)).map { _ in random.pick(members) }
    }
    func sum(_ members: [Digest128]) -> [UInt64] {
      var sum = DigestSum()
      for member in members { sum.add(member) }
      return [sum.total.high, sum.total.low, sum.count]
    }
    for left in multisets {
      let equal = multisets.filter { sum($0) == sum(left) }
      #expect(equal == multisets.filter { $0.sorted() == left.sorted() })
    }
  }

  @Test func differsFromProcessToProcessUnlessItIsTheStableOne() {
    func draw() -> DigestKey {
      DigestKey(
        a: .random(in: 0 ... .max), b: .random(in: 0 ... .max), maskA: .random(in: 0 ... .max),
        maskB: .random(in: 0 ... .max))
    }
    func digest(_ key: DigestKey) -> Digest128 {
      var digester = Digester(key)
      digester.add(1, 2)
      return digester.finish()
    }
    #expect(Set([digest(draw()), digest(draw()), digest(.process), digest(.stable)]).count == 4)
    #expect(digest(.process) == digest(.process))
  }

  @Test func isTheSameInEveryProcessUnderTheStableKey() {
    // Worked out apart, in Python. Names of recorded files are made of it.
    #expect(digest([Array("hero".utf8)]).description == "bed7e17b51e2c7e554899dd0ffc77a9c")
    #expect(
      digest([Array(repeating: 0x61, count: 40)]).description == "a1f3395f97564452d71db33440eecf0e")
    #expect(Digest128(high: 1, low: 0xAB).description == "000000000000000100000000000000ab")
    #expect(Digest128(high: 1, low: 2) < Digest128(high: 1, low: 3))
    #expect(Digest128(high: 1, low: 2) < Digest128(high: 2, low: 0))
  }
}
