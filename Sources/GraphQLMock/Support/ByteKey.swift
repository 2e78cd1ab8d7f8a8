/// A dictionary key that is compared byte by byte, unlike a Swift string, which ignores Unicode normalization.
struct ByteKey: Hashable, Sendable {
  let bytes: ContiguousArray<UInt8>

  init(_ bytes: some Sequence<UInt8>) { self.bytes = ContiguousArray(bytes) }

  static func == (left: ByteKey, right: ByteKey) -> Bool {
    Bytes.areEqual(left.bytes.span, right.bytes.span)
  }

  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
