import Foundation
import Testing

@testable import GraphQLMock

/// Compressed bytes are those of Python's gzip and zlib.
@Suite struct DecompressionTests {
  static let text = #"{"query":"query Hero { hero { name } }"}"#
  static let gzip =
    "H4sIAAAAAAAC/6tWKixNLapUsoLQCh6pRfkK1QoZECovMTdVoVahVqkWAL/fQ8ooAAAA"
  static let zlib = "eJyrViosTS2qVLKC0AoeqUX5CtUKGRAqLzE3VaFWoVapFgAgAw3U"
  static let raw = "q1YqLE0tqlSygtAKHqlF+QrVChkQKi8xN1WhVqFWqRYA"
  /// 60 objects with hashes: a block with codes of its own.
  static let dynamic = """
    H4sIAAAAAAAC/13SOW7FMAwE0Lu4TiFSpJZ/G2srA6T+yN2TwDMClHIGMPkk6319Xq/wcX1dr+v6fv8leVJC1CcOQ45P\
    thlQGIqmisafZi4dgiqhyit1fpiPteVJnFGfKJUqIO0mRAC11QsrYFNzGewAjmu0O7K088gUM4PbyBdYzemTwnvomwhz\
    tRAWbw/s5f2OZKoc2xXqzAyxU6vQdt0NwC3fzgpmX7XzihTslEPKPIuWczvUHB0hTjxphHbu24gAT62dFcw9rXizA7uk\
    6WF/68f2mM6zR4jzHgLtPXcDcGiVQw3m4XVSZGDHUcX4O0yP7cbHzAzxviuDtshuAFZfexPMUazwLRjYtQQJjWU9tjvU\
    HO0QB/4Kh9aEqxxgLc7H5DDr6vt5O9hBh+7tns7tUO/R5d9/dz6M+Qv8AfkiNIMoBAAA
    """

  static let lengths = """
    BcGBQQRBDAOx2oD/u93Enum/G6Sf37+/z+fz/X6/3+d5nud5nvd93/d93/d93/ecc84555xzzjnnnHPOvffee++9995777\
    333nvvvffee++9MzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzs7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7\
    u7u7u7u7u7u7u7u7SZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkSZIkbdu2bd\
    u2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2\
    bdu2bdu2bdu2bdu2BQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEBVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV\
    VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV\
    VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVf8B
    """

  static func decode(
    _ coding: ContentCoding, _ bytes: Data, limit: Int = 1 << 20
  ) -> Result<Data, InflateError> {
    Result { () throws(InflateError) in try coding.decode(bytes, limit: limit) }
  }

  static func data(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }

  @Test(arguments: [
    gzip,
    // Stored, and with the name of a file.
    "H4sIAAAAAAAC/wEoANf/eyJxdWVyeSI6InF1ZXJ5IEhlcm8geyBoZXJvIHsgbmFtZSB9IH0ifb/fQ8ooAAAA",
    "H4sICAAAAAAC/2JvZHkuanNvbgCrViosTS2qVLKC0AoeqUX5CtUKGRAqLzE3VaFWoVapFgC/30PKKAAAAA==",
    // With everything that a head may have.
    "H4sIHgAAAAAC/wMAYWJjbmFtZQBjb21tZW50ABI0q1YqLE0tqlSygtAKHqlF+QrVChkQKi8xN1WhVqFWqRYAv99D"
      + "yigAAAA=",
  ])
  func gzipIsUndone(base64: String) {
    #expect(Self.decode(.gzip, Self.data(base64)) == .success(Data(Self.text.utf8)))
  }

  @Test func aHeadThatOnlySaysThatItIsTextHasNothingElse() {
    var member = Self.data(Self.gzip)
    member[3] = 1
    #expect(Self.decode(.gzip, member) == .success(Data(Self.text.utf8)))
  }

  @Test func deflateIsZlibOrBareBlocks() {
    #expect(Self.decode(.deflate, Self.data(Self.zlib)) == .success(Data(Self.text.utf8)))
    #expect(Self.decode(.deflate, Self.data(Self.raw)) == .success(Data(Self.text.utf8)))
  }

  /// Letters as often as Fibonacci's numbers say: their codes have each length from 1 to 14.
  @Test func codesOfAllLengthsAreRead() throws {
    var text = ""
    var counts = (1, 1)
    for letter in "ABCDEFGHIJKLMNO" {
      text += String(repeating: letter, count: counts.0)
      counts = (counts.1, counts.0 + counts.1)
    }
    #expect(Self.decode(.deflate, Self.data(Self.lengths)) == .success(Data(text.utf8)))
  }

  @Test func aBlockMayStateItsOwnCodes() throws {
    let output = try Self.decode(.gzip, Self.data(Self.dynamic)).get()
    #expect(output.count == 1_064)
    #expect(
      SHA256Hash.hexadecimal(of: ContiguousArray(output))
        == "3abbc91d5e477c0cfd03d01e3364ce25102e038e384adcbd829365d07aac6f54")
  }

  @Test func membersOfGzipAreJoined() {
    let member = Self.data(Self.gzip)
    #expect(Self.decode(.gzip, member + member) == .success(Data((Self.text + Self.text).utf8)))
  }

  @Test func noMoreComesOutThanIsAllowed() {
    // 10,000 times the letter a, in 45 bytes.
    let bomb = Self.data("H4sIAAAAAAAC/+3BAQ0AAADCoKzvX8IcbkABAAAAAAAAAADAvwGX1H5GECcAAA==")
    #expect(Self.decode(.gzip, bomb, limit: 10_000) == .success(Data(repeating: 97, count: 10_000)))
    for limit in [0, 1, 9_999] {
      guard case .failure(let error) = Self.decode(.gzip, bomb, limit: limit) else {
        Issue.record("more than \(limit) bytes came out")
        continue
      }
      #expect(error.problem == .tooLong(limit))
      #expect(error.description == "more than \(limit) bytes come out of them")
    }
    guard case .failure(let error) = Self.decode(.gzip, bomb + bomb, limit: 15_000) else {
      Issue.record("the limit is not that of all members")
      return
    }
    #expect(error.problem == .tooLong(15_000))
  }

  @Test func aTextThatIsCutAnywhereEndsTooEarly() {
    for (coding, base64) in [(ContentCoding.gzip, Self.gzip), (.gzip, Self.dynamic)] {
      let whole = Self.data(base64)
      for length in 0..<whole.count {
        #expect(
          Self.decode(coding, whole.prefix(length))
            == .failure(InflateError(.truncated, at: length)), "cut at \(length)")
      }
    }
    let zlib = Self.data(Self.zlib)
    for length in 2..<zlib.count {
      #expect(
        Self.decode(.deflate, zlib.prefix(length))
          == .failure(InflateError(.truncated, at: length)),
        "cut at \(length)")
    }
  }

  @Test(arguments: [
    ("gzip", "00", "the head is not one, at byte 0"),
    ("gzip", "1f8b07", "the head is not one, at byte 0"),
    ("gzip", "1f8b0820000000000000", "the head is not one, at byte 3"),
    ("gzip", "1f8b0800000000000000", "they end too early, at byte 10"),
    (
      "gzip", "1f8b08000000000000000300010000000000000000",
      "the checksum or the length is wrong, "
        + "at byte 12"
    ),
    (
      "gzip", "1f8b080000000000000003000000000000000000ff",
      "something follows their end, at byte 20"
    ),
    ("deflate", "789c030000000001ff", "something follows their end, at byte 8"),
    ("deflate", "789c030000000002", "the checksum or the length is wrong, at byte 4"),
    ("deflate", "78bb", "the head is not one, at byte 1"),
    ("deflate", "07", "a block is of no known type, at byte 1"),
    ("deflate", "010100ffff", "the lengths of a stored block contradict each other, at byte 1"),
    // Behind a letter, the distance 2.
    ("deflate", "4b044200", "a distance leads to before the start, at byte 3"),
    ("deflate", "1b0300", "a Huffman code can't be, at byte 2"),
  ])
  func aFaultSaysWhatAndWhere(name: String, hexadecimal: String, message: String) throws {
    var bytes = Data()
    var digits = hexadecimal[...]
    while let byte = UInt8(digits.prefix(2), radix: 16) {
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
    let coding = try #require(ContentCoding(name))
    guard case .failure(let error) = Self.decode(coding, bytes) else {
      Issue.record("\(hexadecimal) was read")
      return
    }
    #expect(error.description == message)
  }

  @Test func damagedBytesAreAnErrorOrAText() {
    var random = SeededGenerator(seed: 1_951)
    let whole = Self.data(Self.dynamic)
    var errors: Set<String> = []
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<2 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if case .failure(let error) = Self.decode(.gzip, bytes, limit: 5_000) {
        errors.insert("\(error.problem)")
      }
    }
    #expect(errors.isSuperset(of: ["invalidHead", "invalidCode", "invalidCheck", "truncated"]))
  }

  @Test func checksumsAreThoseOfTheStandards() {
    let digits = ContiguousArray("123456789".utf8)
    #expect(CRC32.checksum(digits.span) == 0xCBF4_3926)
    let name = ContiguousArray("Wikipedia".utf8)
    #expect(ContentCoding.adler32(name.span) == 0x11E6_0398)
    let many = ContiguousArray(repeating: UInt8(0xFF), count: 12_000)
    #expect(ContentCoding.adler32(many.span) == 0x09B1_B3D3)
  }

  @Test func codingsAreKnownByTheirNames() {
    #expect(ContentCoding("GZIP") == .gzip)
    #expect(ContentCoding("x-gzip") == .gzip)
    #expect(ContentCoding("deflate") == .deflate)
    #expect(ContentCoding("identity") == .identity)
    #expect(ContentCoding("br") == nil)
  }
}
