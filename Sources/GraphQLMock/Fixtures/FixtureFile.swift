// One fixture file, parsed: a plain response, or an exchange, which states its request as well.

import Foundation

struct FixtureFile: Sendable {
  let name: FixtureName
  /// What the request must be; nil in a plain response.
  @Boxed var condition: Condition?
  @Boxed var response: MockResponse
  /// The text, for the positions of what a check finds.
  @Boxed var parser: FixtureParser

  struct Condition: Sendable {
    var document: RequestHandler.DocumentMatch?
    /// The variables that must be there, an object; nil leaves them free.
    var variables: MockJSON?
    /// The digests of the files that were uploaded, by path: they tell equal requests apart; null for none.
    var uploads = MockJSON.null
    /// Whether it was recorded: then the variables must be these and no others, once redacted.
    var isRecorded: Bool { recorded != nil }
    /// How it was recorded; nil if a person wrote it.
    var recorded: RecordingVersion?

    /// Whether it asks for nothing.
    var isEmpty: Bool { document == nil && variables == nil && !isRecorded }

    func matches(_ request: RedactedRequest) -> Bool {
      matchesDocument(of: request) && matchesVariables(of: request)
    }

    func matchesDocument(of request: RedactedRequest) -> Bool {
      guard let document else { return true }
      if document.matches(request.operation) { return true }
      // Secrets in the text were redacted before it was written.
      guard let recorded, case .success(let expected) = document.key else { return false }
      return request.hasDocument(expected, recorded.replacement)
    }

    func matchesVariables(of request: RedactedRequest) -> Bool {
      guard let recorded else {
        return variables.map { request.operation.coercedVariables.matches($0) } ?? true
      }
      return request.hasVariables(variables ?? [:], recorded.replacement)
    }
  }

  /// Parses a file.
  /// - Parameters:
  ///   - display: How messages name the file.
  ///   - folder: The table's folder.
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
    let keys = ["recorded", "request", "response"]
    try parser.allow(recorded == nil ? keys : keys + ["redacted"])
    guard parser.json.has("response") else {
      throw parser.error(.missingKey("response"))
    }
    var condition = try condition(parser["request"], name, isRecorded: recorded != nil)
    condition.recorded = recorded
    let response = try ResponseForm.response(
      parser["response"], isRecorded: recorded != nil, allowsFixture: false)
    return FixtureFile(name: name, condition: condition, response: response, parser: parser)
  }

  private static func condition(
    _ request: FixtureParser, _ name: FixtureName, isRecorded: Bool
  ) throws(FixtureError) -> Condition {
    guard try request.object() != nil else { return Condition() }
    let keys = ["operationName", "query", "variables"]
    try request.allow(isRecorded ? ["files"] + keys : keys)
    let stated = try request["operationName"].text()
    if let stated, FixtureName.operation(named: stated) != name.operation {
      throw request["operationName"].error(.operationMismatch(stated, expected: name.operation))
    }
    return Condition(
      document: try request["query"].document(operationName: stated ?? name.operationName),
      variables: try request["variables"].object(),
      uploads: try request["files"].object() ?? .null)
  }

  /// The failure to connect that was recorded in the place of an answer; nil if there is none.
  var failureToConnect: URLError.Code? {
    guard condition?.isRecorded == true, case .failure(let error) = response.content,
      let code = (error as? URLError)?.code, code.isFailureToConnect
    else { return nil }
    return code
  }

  /// The response map in the file; nil if the response is none of GraphQL's.
  var responseMap: FixtureParser? {
    let map = condition == nil ? parser : parser["response"]["body"]
    return map["data"].isStated || map["errors"].isStated ? map : nil
  }
}
