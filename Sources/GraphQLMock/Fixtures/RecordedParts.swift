// A recorded stream in a file: a list of parts, each with its time, and the JSON in it.
//
//   "parts": [
//     {"before": "\r\n---", },
//     {"before": "\r\ncontent-type: application/json\r\n\r\n", "behind": "\r\n---",
//      "body": {"data": …, "hasNext": true}, "delay": 0.12},
//     …
//   ]

import Foundation

enum RecordedParts {
  static let key = "parts"
  /// The JSON in a part.
  static let bodyKey = "body"
  /// Says that the end of a stream was never seen.
  static let openKey = "open"

  static let allowedKeys = [
    "base64", "before", "behind", "body", "delay", FixtureParser.spacingKey,
  ]
}

extension FixtureParser {
  /// The stream of a response that has parts.
  func recordedStream(at path: JSONPath) throws(FixtureError) -> RecordedStream {
    let list = path[RecordedParts.key]
    guard let parts = value(at: list).array else {
      throw wrongType("\"\(RecordedParts.key)\"", "a list", list)
    }
    let isOpen = value(at: path)[RecordedParts.openKey]
    guard isOpen.isNull || isOpen.bool == true else {
      throw mustBe(Self.onlyTrue, path, RecordedParts.openKey)
    }
    var stream = RecordedStream(parts: [], isOpen: isOpen.bool == true)
    let bodies = JSONPlaces.ranges(of: RecordedParts.bodyKey, inElementsOf: list, in: bytes)
    for index in parts.indices {
      stream.parts.append(
        try part(at: list[index], body: index < bodies.count ? bodies[index] : nil))
    }
    return stream
  }

  /// - Parameter body: Where the JSON of the part stands.
  private func part(
    at path: JSONPath, body: Range<Int>?
  ) throws(FixtureError) -> ReplyStream.Chunk {
    guard value(at: path).isObject else { throw wrongType("a part", "an object", path) }
    try allow(RecordedParts.allowedKeys, at: path)
    var part = ReplyStream.Chunk(delay: try delay(at: path))
    if let text = try string("base64", at: path) {
      part.bytes = try base64(text, at: path["base64"])
    }
    part.bytes += Data((try string("before", at: path) ?? "").utf8)
    if let body { part.bytes += JSONLayout.compact.applied(to: bytes, body) }
    part.bytes += Data((try string("behind", at: path) ?? "").utf8)
    return part
  }
}
