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
