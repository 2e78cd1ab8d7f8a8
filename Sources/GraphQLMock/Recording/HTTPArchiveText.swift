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
    let places = JSONPlaces(of: JSONPath([.member("log"), .member("entries")]), in: bytes.span)
    if let error = places.error {
      return .failure(.noHAR(JSONSyntaxError(error, in: bytes.span).description))
    }
    guard let list = places.range, bytes[list.lowerBound] == UInt8(ascii: "[") else {
      return .failure(.noHAR("it has no \"log.entries\"."))
    }
    return .success(HTTPArchiveText(bytes: bytes, ranges: places.children.map(\.range)))
  }

  /// An entry; nil if it has no response.
  func entry(at index: Int) -> HTTPArchiveEntry? {
    guard case .success(let json) = JSONParser.parse(ContiguousArray(bytes[ranges[index]])) else {
      return nil
    }
    return HTTPArchiveEntry(json)
  }
}
