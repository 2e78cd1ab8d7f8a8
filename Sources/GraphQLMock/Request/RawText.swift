import Foundation

/// A part of a body as it was sent: a range of a body that is in memory anyway, or bytes of its own.
///
/// A request keeps its body, so that a copy of large variables would double what it takes.
struct RawText: Sendable {
  private enum Storage: Sendable {
    case own(ContiguousArray<UInt8>)
    /// A slice, whose indices are those of the body.
    case shared(Data)
  }

  private let storage: Storage

  init(_ bytes: ContiguousArray<UInt8>) { storage = .own(bytes) }

  /// Shares a part of a body.
  /// - Parameter range: Where it stands, counted from the start of the body.
  init(_ range: Range<Int>, of body: Data) {
    let start = body.startIndex
    storage = .shared(body[(start + range.lowerBound)..<(start + range.upperBound)])
  }

  var count: Int {
    switch storage {
    case .own(let bytes): bytes.count
    case .shared(let slice): slice.count
    }
  }

  /// The bytes; those of a body are copied now.
  var bytes: ContiguousArray<UInt8> {
    switch storage {
    case .own(let bytes): bytes
    case .shared(let slice): ContiguousArray(slice)
    }
  }

  /// A copy whose first index is 0, as users of `Data` expect.
  var data: Data {
    switch storage {
    case .own(let bytes): Data(bytes)
    case .shared(let slice): slice.subdata(in: slice.startIndex..<slice.endIndex)
    }
  }
}

/// Equal by their bytes, wherever these are.
extension RawText: Hashable {
  static func == (left: RawText, right: RawText) -> Bool {
    left.count == right.count && left.bytes == right.bytes
  }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
