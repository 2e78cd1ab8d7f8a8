/// A 128-bit hash that is the same in every process.
///
/// The algorithm must never change, because recordings contain its results. If you add a list, also add its count.
package struct StableDigest: Hashable, Comparable, CustomStringConvertible, Sendable {
  private var a: UInt64
  private var b: UInt64 = 0x1319_8A2E_0370_7344

  /// - Parameter seed: A number for the kind of a value. Equal texts with different seeds have different hashes.
  init(seed: UInt8 = 0) { a = 0x243F_6A88_85A3_08D3 &+ UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 }

  /// Adds no count, because the names of recordings depend on the result.
  package init(of texts: [String]) {
    self.init()
    for text in texts { add(ContiguousArray(text.utf8).span) }
  }

  // The highest byte of a second word distinguishes numbers, lengths and short texts, whose length it is.
  mutating func add(_ word: UInt64) { add(word, 0xFE << 56) }

  mutating func add(_ digest: StableDigest) { add(digest.high, digest.low) }

  /// Adds the sum of several digests, so their order doesn't matter.
  mutating func add(sumOf digests: [StableDigest]) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    for digest in digests {
      let (sum, carries) = low.addingReportingOverflow(digest.low)
      (high, low) = (high &+ digest.high &+ (carries ? 1 : 0), sum)
    }
    add(high, low)
  }

  /// Adds the length and the bytes of a text, as little-endian integers of eight bytes.
  mutating func add(_ bytes: Span<UInt8>) {
    let count = UInt64(bytes.count)
    // A text of at most 15 bytes is added together with its length.
    if count > 15 { add(count, 0xFF << 56) }
    var index = 0
    repeat {
      let second = Self.word(bytes, index + 8) | (count > 15 ? 0 : count << 56)
      add(Self.word(bytes, index), second)
      index += 16
    } while index < bytes.count
  }

  private mutating func add(_ first: UInt64, _ second: UInt64) {
    // If a factor were 0, the text would have no effect. With these constants, no UTF-8 text leads to a factor of 0.
    a = Self.fold(a ^ first, second ^ 0x9E37_FFB9_C14A_7C15)
    b = Self.fold(b ^ second, first ^ 0xD6E8_FEB8_66FF_FD93)
  }

  private static func word(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
    var word: UInt64 = 0
    var index = min(start + 8, bytes.count)
    while index > start {
      index -= 1
      word = word << 8 | UInt64(bytes[index])
    }
    return word
  }

  private static func fold(_ value: UInt64, _ factor: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }

  var high: UInt64 { Self.fold(a ^ 0xA409_3822_299F_31D0, b | 1) ^ b }
  private var low: UInt64 { Self.fold(b ^ 0x082E_FA98_EC4E_6C89, a | 1) ^ a }

  package static func < (left: StableDigest, right: StableDigest) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  package var description: String {
    String(hexadecimal: high, width: 16) + String(hexadecimal: low, width: 16)
  }
}
