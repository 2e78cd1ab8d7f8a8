import Testing

@testable import GraphQLMock

/// The hashes are those of Python's hashlib; "abc" is the example of FIPS 180-4.
struct SHA256HashTests {
  static let hashes: [(count: Int, hash: String)] = [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    (3, "b361d0f9a938a2bb4fbdc9c21dc5a859788041b0040919d8a811c1888184f4df"),
    (55, "8af594de0e003fdee5c8bb088216c824349b4137070f559574f4a4bddd27b714"),
    (56, "db81bc2bfd43620591df192139062da77d4c376f1888ea3d2190bd07c8d901f9"),
    (63, "bd535b38bf0d0d1a09d370b7e34b2696cea3767801a45d5611a4aaa6954e8527"),
    (64, "292be91abe8c0909fe3d26575af5755eee74d23816dc68c3ba41765136967654"),
    (65, "ba65aedf7884642499a59ae124894611d986cf429e69f569488048af3a99e25a"),
    (119, "d367ab298e74477421127b0b448667c37c006c636f5738f081c39388756e5fad"),
    (1000, "59425e4412e296fc74736673ce067027f384203f59c0d2c3e6be7b13347b3ffc"),
  ]

  @Test func hashIsCorrectForTheStandardsExampleAndEveryLengthOfTheLastBlock() {
    for (count, hash) in Self.hashes {
      let bytes = ContiguousArray((0..<count).map { UInt8($0 * 7 % 251) })
      #expect(SHA256Hash.text(of: SHA256Hash.digest(of: bytes.span)) == hash, "\(count) bytes")
      #expect(SHA256Hash.hexadecimal(of: bytes) == hash, "\(count) bytes")
    }
    #expect(
      SHA256Hash.hexadecimal(of: ContiguousArray("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func aHashHas64HexadecimalDigits() {
    let hash = SHA256Hash.hexadecimal(of: [])
    let shorter = String(hash.dropLast())
    let texts: [String] = [hash, hash.uppercased(), shorter, "\(hash)0", "\(shorter)g"]
    #expect(texts.filter(SHA256Hash.isHexadecimal) == [hash, hash.uppercased()])
  }
}
