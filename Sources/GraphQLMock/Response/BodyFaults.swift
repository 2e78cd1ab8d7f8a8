// What goes wrong with a body between the service and the client.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct BodyFaults: Sendable {
  /// After how many bytes the body breaks off, and with which error.
  var end: (count: Int, error: URLError)?
  /// How many bytes a chunk has; nil leaves the body as it is.
  var chunkSizes: [Int]?
  /// The time between two chunks.
  var interval: Duration = .zero

  init() {}

  /// The body as it is sent.
  func damaged(_ body: Data) -> Data {
    end.map { Data(body.prefix($0.count)) } ?? body
  }

  /// The chunks of a body; the last size repeats.
  func chunks(of body: Data) -> [Data] {
    let bytes = damaged(body)
    guard let chunkSizes, !chunkSizes.isEmpty else { return bytes.isEmpty ? [] : [bytes] }
    var chunks: [Data] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let size = max(chunkSizes[min(chunks.count, chunkSizes.count - 1)], 1)
      let end = bytes.index(start, offsetBy: size, limitedBy: bytes.endIndex) ?? bytes.endIndex
      chunks.append(Data(bytes[start..<end]))
      start = end
    }
    return chunks
  }
}
