/// A 128-bit fingerprint of some text, made with a ``DigestKey``.
///
/// Not cryptographic.
struct Digest128: Hashable, Sendable, Comparable {
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  static func < (left: Digest128, right: Digest128) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  @inline(__always)
  static func == (left: Digest128, right: Digest128) -> Bool {
    left.high == right.high && left.low == right.low
  }

  /// The digest that a text is looked up by, the same as that of its bytes in UTF-8.
  init(of text: String) {
    let bytes = ContiguousArray(text.utf8)
    self.init(of: bytes.span, 0, bytes.count)
  }

  /// The digest that a range of bytes is looked up by.
  init(of bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    var digester = Digester(.process)
    digester.add(bytes, start, end)
    self = digester.finish()
  }

  /// The bits are mixed already.
  func hash(into hasher: inout Hasher) { hasher.combine(low) }
}

extension Digest128: CustomStringConvertible {
  /// 32 hexadecimal digits.
  var description: String {
    String(hexadecimal: high, width: 16) + String(hexadecimal: low, width: 16)
  }
}

/// The sum of digests, which is the same in any order.
///
/// It knows a multiset by its members, as long as nobody can choose their digests.
struct DigestSum: Sendable {
  private(set) var total = Digest128(high: 0, low: 0)
  private(set) var count: UInt64 = 0

  @inline(__always)
  mutating func add(_ digest: Digest128) {
    let (low, carries) = total.low.addingReportingOverflow(digest.low)
    total = Digest128(high: total.high &+ digest.high &+ (carries ? 1 : 0), low: low)
    count &+= 1
  }
}

/// Computes a ``Digest128`` from pairs of 64-bit words, in two lanes of multiply and fold.
///
/// What is added must be framed by the caller, so that no two sequences of additions mean different
/// things and add the same words. Texts frame themselves.
struct Digester: Sendable {
  private var a: UInt64
  private var b: UInt64
  private let maskA: UInt64
  private let maskB: UInt64

  /// - Parameter seed: What kind of thing is digested.
  @inline(__always)
  init(_ key: DigestKey, seed: UInt8 = 0) {
    a = key.a &+ UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    b = key.b
    maskA = key.maskA
    maskB = key.maskB
  }

  @inline(__always)
  mutating func add(_ first: UInt64, _ second: UInt64) {
    a = Self.fold(a ^ first, second ^ maskA)
    b = Self.fold(b ^ second, first ^ maskB)
  }

  @inline(__always)
  mutating func add(_ word: UInt64) { add(word, 0xFE << 56) }

  @inline(__always)
  mutating func add(_ digest: Digest128) { add(digest.high, digest.low) }

  /// Adds the bytes of a range.
  ///
  /// Up to 15, which most names have, take no branch.
  @inline(__always)
  mutating func add(_ source: Span<UInt8>, _ start: Int, _ end: Int) {
    let count = end &- start
    if count > 15 {
      addLong(source, start, end)
      return
    }
    let words = EightBytes.loadTwo(source, start)
    let first = EightBytes.low(words.0, count)
    let second = EightBytes.low(words.1, count < 8 ? 0 : count &- 8)
    add(first, second | UInt64(truncatingIfNeeded: count) << 56)
  }

  private mutating func addLong(_ source: Span<UInt8>, _ start: Int, _ end: Int) {
    // The length says how many words follow.
    add(UInt64(truncatingIfNeeded: end &- start), 0xFF << 56)
    var index = start
    while index < end {
      let count = end &- index
      let first = EightBytes.low(EightBytes.load(source, index), min(count, 8))
      let second = EightBytes.low(EightBytes.load(source, index &+ 8), min(max(count &- 8, 0), 8))
      add(first, second)
      index &+= 16
    }
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
