/// A 128-bit fingerprint of some text, made with a ``DigestKey``.
///
/// Not cryptographic.
struct Digest128: Hashable, Sendable, Comparable {
  let high: UInt64
  let low: UInt64

  /// Either half tells digests apart.
  func hash(into hasher: inout Hasher) { hasher.combine(low) }

  static func < (left: Digest128, right: Digest128) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension Digest128 {
  /// The digest that a text is looked up by, the same as that of its bytes in UTF-8.
  init(of text: String) {
    let bytes = ContiguousArray(text.utf8)
    self.init(of: bytes.span, 0, bytes.count)
  }

  /// A digest of a text that is the same in every process.
  init(stable text: String) {
    var digester = Digester(.stable)
    digester.add(text.utf8)
    self = digester.finish()
  }

  /// The digest that a range of bytes is looked up by.
  init(of bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    var digester = Digester(.process)
    digester.add(bytes, start, end)
    self = digester.finish()
  }
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

  /// Adds the bytes of a text.
  mutating func add(_ text: some Sequence<UInt8>) {
    let bytes = ContiguousArray(text)
    add(bytes.span, 0, bytes.count)
  }

  /// Adds the bytes of a range: the length, and words of eight bytes, the first byte lowest.
  mutating func add(_ source: Span<UInt8>, _ start: Int, _ end: Int) {
    let count = UInt64(truncatingIfNeeded: end &- start)
    // A short text has room for its length.
    let length = count > 15 ? 0 : count << 56
    if count > 15 { add(count, 0xFF << 56) }
    var index = start
    repeat {
      let first = Self.word(source, index, end)
      add(first, Self.word(source, index &+ 8, end) | length)
      index &+= 16
    } while index < end
  }

  /// The next eight bytes of a range, or fewer at its end.
  private static func word(_ source: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
    let count = end &- start
    if count <= 0 { return 0 }
    // Where eight can be read, those behind the end are masked away.
    if start &+ 8 <= source.count {
      let word = source.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
      let unwanted = UInt64(max(0, 8 &- count) &* 8)
      return UInt64(littleEndian: word) & UInt64.max &>> unwanted
    }
    return (start..<end).reversed().reduce(0) { $0 << 8 | UInt64(source[$1]) }
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

/// What a digest is made with.
///
/// Whoever knows the key can find two texts with one digest within a minute. So what a request
/// brings is looked up, and taken for equal, by digests whose key nobody knows.
struct DigestKey: Sendable {
  /// The two lanes at the start.
  let a: UInt64
  let b: UInt64
  /// What factors are masked with, so that no text that is known to its sender makes one zero.
  let maskA: UInt64
  let maskB: UInt64

  /// The same in every process: for names of files and for messages, never for a decision.
  @inline(__always)
  static var stable: DigestKey {
    // The masks hold bytes that UTF-8 does not.
    DigestKey(
      a: 0x243F_6A88_85A3_08D3, b: 0x1319_8A2E_0370_7344, maskA: 0x9E37_FFB9_C14A_7C15,
      maskB: 0xD6E8_FEB8_66FF_FD93)
  }

  /// Drawn anew in every process: for look-ups and comparisons.
  static let process = DigestKey(
    a: .random(in: .min ... .max), b: .random(in: .min ... .max),
    maskA: .random(in: .min ... .max), maskB: .random(in: .min ... .max))
}
