import Foundation

/// A part of a body as it was sent: a slice of the body, whose memory it shares.
///
/// A request keeps its body, so that a copy of large variables would double what it takes.
struct RawText: Sendable {
  /// The indices are those of the body.
  let slice: Data

  init(_ bytes: ContiguousArray<UInt8>) { slice = Data(bytes) }

  /// Shares a part of a body.
  /// - Parameter range: Where it stands, counted from the start of the body.
  init(_ range: Range<Int>, of body: Data) {
    let start = body.startIndex
    let range = range.clamped(to: 0..<body.count)
    slice = body[(start + range.lowerBound)..<(start + range.upperBound)]
  }

  var count: Int { slice.count }

  /// What it is looked up by.
  var digest: Digest128 {
    let bytes = slice.span
    return Digest128(of: bytes, 0, bytes.count)
  }

  /// A copy of the bytes.
  var bytes: ContiguousArray<UInt8> { ContiguousArray(slice) }

  /// A copy whose first index is 0, as users of `Data` expect.
  var data: Data { slice.subdata(in: slice.startIndex..<slice.endIndex) }
}

/// Equal by their bytes, wherever these are.
extension RawText: Hashable {
  static func == (left: RawText, right: RawText) -> Bool { left.slice == right.slice }

  func hash(into hasher: inout Hasher) { hasher.combine(slice) }
}
