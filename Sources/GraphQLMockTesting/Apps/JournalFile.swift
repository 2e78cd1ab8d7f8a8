import Foundation
import GraphQLMock

/// The journal of one process of an app.
struct JournalFile {
  let name: String
  var lines = JournalLines()
  /// The number of bytes in the complete lines that were read.
  var offset: UInt64 = 0

  /// Reads the lines that were added since the last call, except for an incomplete last line.
  mutating func readNewLines(of url: URL) {
    guard let file = try? FileHandle(forReadingFrom: url) else { return }
    defer { try? file.close() }
    guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.readToEnd(),
      let end = data.lastIndex(of: UInt8(ascii: "\n"))
    else { return }
    let whole = data[...end]
    lines.add(whole)
    offset += UInt64(whole.count)
  }
}
