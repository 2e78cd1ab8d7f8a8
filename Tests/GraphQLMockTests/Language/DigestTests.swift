import Testing

@testable import GraphQLMock

@Suite("A digest")
struct DigestTests {
  private func digest(_ texts: [[UInt8]], seed: UInt8 = 0) -> Digest128 {
    var digester = Digester(seed: seed)
    for text in texts {
      // Other bytes around must not matter.
      let bytes = ContiguousArray([0x7A] + text + [0x7A, 0x7A])
      digester.add(bytes.span, 1, 1 + text.count)
    }
    return digester.finish()
  }

  @Test("differs for every length, every place of a byte, and every division into texts")
  func framing() {
    var texts: [[[UInt8]]] = [[]]
    for length in 0..<40 {
      texts.append([Array(repeating: 0, count: length)])
      texts.append([Array(repeating: 0x61, count: length)])
      for place in 0..<length {
        var text = [UInt8](repeating: 0x61, count: length)
        text[place] = 0x62
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

  @Test("is the same in every process")
  func stability() {
    #expect(digest([Array("hero".utf8)]) == digest([Array("hero".utf8)]))
    #expect(Digest128(high: 1, low: 0xAB).description == "000000000000000100000000000000ab")
    #expect(Digest128(high: 1, low: 2) < Digest128(high: 1, low: 3))
    #expect(Digest128(high: 1, low: 2) < Digest128(high: 2, low: 0))
  }
}
