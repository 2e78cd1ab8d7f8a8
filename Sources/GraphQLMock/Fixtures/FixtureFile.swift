// A fixture file contains a GraphQL response, or an object with the keys `request` and `response`.

import Foundation

struct FixtureFile: Sendable {
  let name: FixtureName
  /// The file's `request`, or nil if the file is only a GraphQL response. Without a `request`, the condition is empty
  /// instead of nil, and matches every request, too.
  @Boxed var condition: Condition?
  @Boxed var response: MockResponse
  @Boxed var parser: FixtureParser

  /// A new part of the condition also belongs in `isEmpty`, `identity`, `Fixture.precedence` and `FixtureTable.miss`.
  struct Condition: Sendable {
    var document: DocumentCondition?
    var variables: MockJSON?
    /// A JSON object with a short hash of each uploaded file, such as `{"variables.file": "1a2b3c4d"}`, or null.
    var uploads = MockJSON.null
    var isRecorded: Bool { recorded != nil }
    /// The format version of the recording, or nil if the file was written by hand.
    var recorded: RecordingVersion?

    var isEmpty: Bool { document == nil && variables == nil && !isRecorded }

    /// Uploaded files aren't compared here. They only decide between the files of one fixture.
    func matches(_ request: RedactedRequest) -> Bool {
      matchesDocument(of: request) && matchesVariables(of: request)
    }

    func matchesDocument(of request: RedactedRequest) -> Bool {
      guard let document else { return true }
      if document.matches(request.operation) { return true }
      // Recorded documents contain no secrets, so they're compared with the request's document without secrets.
      guard let recorded, case .success(let expected) = document.key else { return false }
      return request.hasDocument(expected, recorded.replacement)
    }

    /// A recording must have the same variables as the request. A handwritten file may have fewer variables.
    func matchesVariables(of request: RedactedRequest) -> Bool {
      guard let recorded else {
        return variables.map { request.operation.coercedVariables.matches($0) } ?? true
      }
      return request.hasVariables(variables ?? [:], recorded.replacement)
    }
  }

  static func parse(
    _ data: Data, name: FixtureName, display: String, folder: TableFolder
  ) throws(FixtureError) -> FixtureFile {
    let parser = try FixtureParser(data, display: display, folder: folder)
    guard parser.json.isObject else { throw parser.wrongType("an object", "a fixture") }
    guard parser.json.has("request") || parser.json.has("response") else {
      return FixtureFile(
        name: name, condition: nil, response: MockResponse(try ResponseForm.responseMap(parser)),
        parser: parser)
    }
    let recorded = try RecordingVersion.read(parser)
    // The recorder writes the same keys, so change both places together.
    let keys = ["recorded", "request", "response"]
    try parser.allow(recorded == nil ? keys : keys + ["redacted"])
    guard parser.json.has("response") else { throw parser.error(.missingKey("response")) }
    let condition = try condition(parser["request"], of: name, recorded: recorded)
    let response = try ResponseForm.response(
      parser["response"], isRecorded: recorded != nil, allowsFixture: false)
    return FixtureFile(name: name, condition: condition, response: response, parser: parser)
  }

  private static func condition(
    _ request: FixtureParser, of name: FixtureName, recorded: RecordingVersion?
  ) throws(FixtureError) -> Condition {
    guard try request.object() != nil else { return Condition(recorded: recorded) }
    let keys = ["operationName", "query", "variables"]
    try request.allow(recorded != nil ? ["files"] + keys : keys)
    let stated = try request["operationName"].text()
    if let stated, FixtureName.operation(named: stated) != name.operation {
      throw request["operationName"].error(.operationMismatch(stated, expected: name.operation))
    }
    return Condition(
      document: try request["query"].document(operationName: stated ?? name.operationName),
      variables: try request["variables"].object(),
      uploads: try request["files"].object() ?? .null, recorded: recorded)
  }

  /// The error code if a failure to connect was recorded instead of a response, or nil.
  var failureToConnect: URLError.Code? {
    guard condition?.isRecorded == true, case .failure(let error) = response.content,
      let code = (error as? URLError)?.code, code.isFailureToConnect
    else { return nil }
    return code
  }

  /// The GraphQL response in the file, or nil if the body is something else.
  var responseMap: FixtureParser? {
    let map = condition == nil ? parser : parser["response"]["body"]
    return map["data"].isStated || map["errors"].isStated ? map : nil
  }
}
