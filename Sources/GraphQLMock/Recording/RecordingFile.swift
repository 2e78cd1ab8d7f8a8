// A recording's file keeps the order and spelling of the service's JSON, with each value on its own line.
//   {"recorded": {"salt": "Checkout", "version": 1},
//    "redacted": {"request.variables.password": "name"},
//    "request": {…},
//    "response": {"body": {…}, "headers": {"Content-Type": "application/json"}, "status": 200}}

import Foundation

struct RecordingFile: Sendable {
  let head: [String: MockJSON]
  let status: Int
  let headers: HeaderFields
  let body: Data
  var stream: RecordedStream?
  var failure: URLError.Code?

  func text(replacing old: Data?) throws(MockJSONEncodingError) -> Data {
    var members = content(replacing: old)
    if !headers.isEmpty {
      members.append(("headers", try JSONWriter.write(headers.json, layout: .compact)))
    }
    if failure == nil { members.append(("status", ContiguousArray(String(status).utf8))) }
    var file = [(name: "response", text: JSONWriter.object(members))]
    for (name, value) in head { file.append((name, try JSONWriter.write(value, layout: .compact))) }
    return Data(JSONLayout.indented.applied(to: JSONWriter.object(file)) + "\n".utf8)
  }

  private func content(replacing old: Data?) -> [RecordedParts.Member] {
    if let failure { return [("failure", ContiguousArray(failure.fixture.description.utf8))] }
    if let stream { return RecordedParts.texts(of: stream, replacing: old) }
    let bytes = ContiguousArray(body)
    // JSON is written as a string if it's malformed, repeats a member's name, or would exceed the nesting limit.
    if let first = bytes.first(where: { $0 > 0x20 }), first.isOne(of: "{["),
      Self.canStand(bytes, within: Self.levelsAround)
    {
      return [("body", bytes)]
    }
    let text = String(decoding: body, as: UTF8.self)
    return [(headers.areOfJSON ? "rawJSON" : "body", JSONWriter.quoted(text))]
  }

  /// The nesting depth at which a recording contains the JSON of a body.
  private static let levelsAround = 2

  /// Returns whether a recording can contain the text as JSON.
  static func canStand(_ json: ContiguousArray<UInt8>, within levels: Int) -> Bool {
    guard case .success(let value) = JSONParser.parse(json, repeatedMembers: .areErrors) else {
      return false
    }
    return Int(value.depth) + levels <= NestingLimit.depth
  }
}
