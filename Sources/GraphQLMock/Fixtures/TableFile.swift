// `table.json`: the rows of a table in order, each of which becomes a handler.
//
//   {"rows": [
//     {"request": {"operationName": "Feed", "variables": {"after": null}},
//      "times": 2,
//      "responses": [{"status": 503}, {"body": {"data": {"feed": []}}}]},
//     {"request": {"method": "GET", "path": "/images/**"}, "response": {"file": "image.png"}}
//   ]}
//
// A launch plan has rows too, for the handlers that a test gives the app.

import Foundation

enum TableFile {
  static let fileName = "table.json"
  /// Says that a row answers requests, too, that a service would refuse.
  static let acceptsInvalidRequestsKey = "acceptsInvalidRequests"

  /// Parses the rows of a table.
  static func parse(
    _ data: Data, display: String, path: String, folder: TableFolder
  ) -> Result<[RequestHandler], FixtureError> {
    do throws(FixtureError) {
      let parser = try FixtureParser(data, display: display, folder: folder)
      guard parser.json.isObject else {
        throw parser.wrongType("a table", "an object", JSONPath())
      }
      try parser.allow(["rows"], at: JSONPath())
      guard parser.json.hasMember("rows") else { throw parser.makeError(.noRows, JSONPath()) }
      return .success(try handlers(parser, "rows", path))
    } catch {
      return .failure(error)
    }
  }

  /// Parses a list of rows.
  /// - Parameters:
  ///   - list: Where the list is.
  ///   - file: The path of the file.
  static func handlers(
    _ parser: FixtureParser, _ list: JSONPath, _ file: String
  ) throws(FixtureError) -> [RequestHandler] {
    guard let rows = parser.value(at: list).array else {
      throw parser.wrongType("\"\(list)\"", "a list", list)
    }
    let positions = TextPosition.positions(
      of: JSONPlaces(of: list, in: parser.bytes.span).children.map(\.start),
      in: parser.bytes.span)
    var handlers: [RequestHandler] = []
    for (index, position) in zip(rows.indices, positions) {
      let row = list.appending(.element(index))
      handlers.append(
        try handler(
          parser, row, isFixture: true,
          HandlerLocation(
            fileID: parser.display, filePath: file, line: position.line, column: position.column)))
    }
    return handlers
  }

  /// Parses a row.
  /// - Parameters:
  ///   - isFixture: Whether its responses are held against the documents that they answer.
  ///   - location: Where the handler was written.
  static func handler(
    _ parser: FixtureParser, _ row: JSONPath, isFixture: Bool, _ location: HandlerLocation
  ) throws(FixtureError) -> RequestHandler {
    let value = parser.value(at: row)
    guard value.isObject else { throw parser.wrongType("a row", "an object", row) }
    try parser.allow(
      [
        "recorded", "request", "times", acceptsInvalidRequestsKey, "response", "responses",
      ], at: row)
    let answers = try responses(parser, row)
    var handler = try TableRowRequest(parser, row.appending(.member("request"))).handler(
      .responses(isFixture ? answers.map(\.asFixture) : answers), location)
    if value.hasMember("times") {
      guard let times = value["times"].int, times >= 0 else {
        throw parser.makeError(.invalidTimes, row.appending(.member("times")))
      }
      handler = handler.times(times)
    }
    if value.hasMember(acceptsInvalidRequestsKey) {
      guard let accepts = value[acceptsInvalidRequestsKey].bool else {
        throw parser.wrongType(
          "\"\(acceptsInvalidRequestsKey)\"", "a boolean",
          row.appending(.member(acceptsInvalidRequestsKey)))
      }
      handler.acceptsInvalidRequests = accepts
    }
    return handler
  }

  private static func responses(
    _ parser: FixtureParser, _ row: JSONPath
  ) throws(FixtureError) -> [MockResponse] {
    let value = parser.value(at: row)
    guard value.hasMember("response") != value.hasMember("responses") else {
      throw parser.makeError(.responseAndResponses, row)
    }
    // What was recorded is no template.
    let isRecorded = value["recorded"].bool == true
    if value.hasMember("response") {
      return [
        try parser.response(at: row.appending(.member("response")), isRecorded: isRecorded)
      ]
    }
    let path = row.appending(.member("responses"))
    guard let list = value["responses"].array, !list.isEmpty else {
      throw parser.wrongType("\"responses\"", "a list that is not empty", path)
    }
    var responses: [MockResponse] = []
    for index in list.indices {
      responses.append(
        try parser.response(at: path.appending(.element(index)), isRecorded: isRecorded))
    }
    return responses
  }
}
