/// A 128-bit fingerprint of some text.
///
/// Not cryptographic, the same in every process, never stored.
struct Digest128: Hashable, Sendable, Comparable {
  let high: UInt64
  let low: UInt64

  static func < (left: Digest128, right: Digest128) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  @inline(__always)
  static func == (left: Digest128, right: Digest128) -> Bool {
    left.high == right.high && left.low == right.low
  }

  /// The bits are mixed already.
  func hash(into hasher: inout Hasher) { hasher.combine(low) }
}

extension Digest128: CustomStringConvertible {
  /// 32 hexadecimal digits.
  var description: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}

/// Computes a ``Digest128`` from 64-bit words, in two lanes of multiply and fold.
///
/// What is added must be framed by the caller: pieces of different lengths carry tags or lengths.
struct Digester: Sendable {
  private var a: UInt64 = 0x243F_6A88_85A3_08D3
  private var b: UInt64 = 0x1319_8A2E_0370_7344

  @inline(__always)
  mutating func add(_ word: UInt64) {
    a = Self.fold(a ^ word, 0x9E37_79B9_7F4A_7C15) &+ b
    b = Self.fold(b ^ (word << 32 | word >> 32), 0xD6E8_FEB8_6659_FD93) &+ word
  }

  @inline(__always)
  mutating func add(_ digest: Digest128) {
    add(digest.high)
    add(digest.low)
  }

  /// Adds the bytes of a range, framed: its length and `tag` go into the last word.
  @inline(__always)
  mutating func add(_ source: Span<UInt8>, _ start: Int, _ end: Int, tag: UInt8) {
    var index = start
    while end &- index >= 8 {
      add(Word.load(source, index))
      index &+= 8
    }
    // At most 7 bytes are left, so that the uppermost byte is free for the tag.
    let rest = Word.load(source, index) & ~(UInt64.max << UInt64((end &- index) &* 8))
    add(rest | UInt64(tag) << 56)
    add(UInt64(truncatingIfNeeded: end &- start))
  }

  @inline(__always)
  func finish() -> Digest128 {
    let high = Self.fold(a ^ 0xA409_3822_299F_31D0, b | 1) ^ b
    let low = Self.fold(b ^ 0x082E_FA98_EC4E_6C89, a | 1) ^ a
    return Digest128(high: high, low: low)
  }

  @inline(__always)
  private static func fold(_ value: UInt64, _ factor: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
