// The JSON format of a part of a recorded stream, with a delay in seconds, as `RecordedParts+Writing.swift` writes it:
//   {"before": "\r\ncontent-type: application/json\r\n\r\n", "behind": "\r\n---", "body": {…}, "delay": 0.12}
// Bytes that aren't UTF-8 are `{"base64": "/w=="}`. Recordings of earlier versions must stay readable.

import Foundation

enum RecordedParts {
  static let key = "parts"
  static let openKey = "open"

  static func stream(_ response: FixtureParser) throws -> RecordedStream? {
    guard response[key].isStated else { return nil }
    guard let parts = try response[key].list() else { throw response[key].wrongType("a list") }
    let isOpen = try !response[openKey].json.isNull && response[openKey].mark()
    return RecordedStream(parts: try parts.map(chunk), isOpen: isOpen)
  }

  private static func chunk(_ parser: FixtureParser) throws -> ResponseStream.Chunk {
    guard parser.json.isObject else { throw parser.wrongType("an object", "a part") }
    try parser.allow(["base64", "before", "behind", "body", "delay"])
    var part = ResponseStream.Chunk(delay: try parser["delay"].seconds() ?? .zero)
    part.bytes = try parser["base64"].base64() ?? Data()
    part.bytes += Data((try parser["before"].text() ?? "").utf8)
    if let body = parser["body"].bodyRange {
      part.bytes += JSONLayout.compact.applied(to: parser.bytes, body)
    }
    part.bytes += Data((try parser["behind"].text() ?? "").utf8)
    return part
  }
}
