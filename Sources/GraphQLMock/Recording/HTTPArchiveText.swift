// The text of an archive, which may be large: its entries are found in one pass, and each is parsed when
// its turn comes.

import Foundation

struct HTTPArchiveText: Sendable {
  private let bytes: ContiguousArray<UInt8>
  private let ranges: [Range<Int>]

  /// How many entries there are, those without a response too.
  var count: Int { ranges.count }

  /// Finds the entries.
  static func read(_ data: Data) -> Result<HTTPArchiveText, RecordingError> {
    let bytes = ContiguousArray(data)
    var scanner = Scanner()
    guard scanner.scan(bytes.span) else {
      if case .failure(let error) = JSONParser.parse(bytes) {
        return .failure(.noHAR(error.description))
      }
      return .failure(withoutEntries)
    }
    return scanner.entries.map { .success(HTTPArchiveText(bytes: bytes, ranges: $0)) }
      ?? .failure(withoutEntries)
  }

  private static let withoutEntries = RecordingError.noHAR("it has no \"log.entries\".")

  /// An entry; nil if it has no response.
  func entry(at index: Int) -> HTTPArchiveEntry? {
    guard case .success(let json) = JSONParser.parse(ContiguousArray(bytes[ranges[index]])) else {
      return nil
    }
    return HTTPArchiveEntry(json)
  }

  private struct Scanner {
    private var tokenizer = JSONTokenizer()
    /// Where the elements of `log.entries` stand; nil if there is no such list.
    private(set) var entries: [Range<Int>]?

    /// - Returns: whether the text is well-formed.
    mutating func scan(_ text: Span<UInt8>) -> Bool {
      guard tokenizer.next(text) == .beginObject else { return tokenizer.skipRest(text) }
      while tokenizer.next(text) == .name {
        guard tokenizer.isName("log", text) ? scanLog(text) : tokenizer.skip(text, to: 1) else {
          return false
        }
      }
      return tokenizer.skipRest(text)
    }

    /// Reads the value of `log`, which may replace an earlier one.
    private mutating func scanLog(_ text: Span<UInt8>) -> Bool {
      entries = nil
      guard tokenizer.next(text) == .beginObject else { return tokenizer.skip(text, to: 1) }
      while tokenizer.next(text) == .name {
        guard tokenizer.isName("entries", text) ? scanEntries(text) : tokenizer.skip(text, to: 2)
        else {
          return false
        }
      }
      return tokenizer.skip(text, to: 1)
    }

    private mutating func scanEntries(_ text: Span<UInt8>) -> Bool {
      entries = nil
      guard tokenizer.next(text) == .beginArray else { return tokenizer.skip(text, to: 2) }
      var found: [Range<Int>] = []
      while true {
        switch tokenizer.next(text) {
        case .endArray:
          entries = found
          return true
        case .needsMore, .failed: return false
        default: break
        }
        let start = tokenizer.start
        guard tokenizer.skip(text, to: 3) else { return false }
        found.append(start..<tokenizer.offset)
      }
    }
  }
}
