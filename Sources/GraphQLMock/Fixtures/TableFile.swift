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
  /// Says that a row answers requests, too, that are not valid.
  static let acceptsInvalidRequestsKey = "acceptsInvalidRequests"

  /// Parses the rows of a table.
  static func parse(
    _ data: Data, display: String, path: String, folder: TableFolder
  ) throws(FixtureError) -> [RequestHandler] {
    let parser = try FixtureParser(data, display: display, folder: folder)
    guard parser.json.isObject else {
      throw parser.wrongType("a table", "an object", JSONPath())
    }
    try parser.allow(["rows"], at: JSONPath())
    guard parser.json.has("rows") else { throw parser.makeError(.missingKey("rows"), JSONPath()) }
    return try handlers(parser, "rows", path)
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
    return try zip(rows.indices, positions).map { index, position throws(FixtureError) in
      try handler(
        parser, list[index], isFixture: true,
        HandlerLocation(
          fileID: parser.display, filePath: file, line: position.line, column: position.column))
    }
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
    var handler = try TableRowRequest(parser, row["request"]).handler(
      .responses(isFixture ? answers.map(\.asFixture) : answers), location)
    if value.has("times") {
      guard let times = value["times"].int, times >= 0 else {
        throw parser.mustBe("a whole number, 0 or more", row, "times")
      }
      handler = handler.times(times)
    }
    if value.has(acceptsInvalidRequestsKey) {
      guard let accepts = value[acceptsInvalidRequestsKey].bool else {
        throw parser.wrongType(
          "\"\(acceptsInvalidRequestsKey)\"", "a boolean", row[acceptsInvalidRequestsKey])
      }
      handler.acceptsInvalidRequests = accepts
    }
    return handler
  }

  private static func responses(
    _ parser: FixtureParser, _ row: JSONPath
  ) throws(FixtureError) -> [MockResponse] {
    let value = parser.value(at: row)
    guard value.has("response") != value.has("responses") else {
      throw parser.makeError(.responseAndResponses, row)
    }
    // What was recorded is no template.
    let isRecorded = value["recorded"].bool == true
    if value.has("response") {
      return [try parser.response(at: row["response"], isRecorded: isRecorded)]
    }
    let path = row["responses"]
    guard let list = value["responses"].array, !list.isEmpty else {
      throw parser.wrongType("\"responses\"", "a list that is not empty", path)
    }
    return try list.indices.map { index throws(FixtureError) in
      try parser.response(at: path[index], isRecorded: isRecorded)
    }
  }
}

// What a row of a table asks of a request.

struct TableRowRequest {
  private let parser: FixtureParser
  private let path: JSONPath
  private let value: MockJSON

  private static let operationKeys = [
    "operationName", "operationNamePattern", "anonymous", "type", "query", "variables",
    "exactVariables", "rootField", "url",
  ]
  private static let httpKeys = ["method", "host", "path", "queryItems"]
  private static let commonKeys = ["headers", "endpoint"]

  init(_ parser: FixtureParser, _ path: JSONPath) throws(FixtureError) {
    self.parser = parser
    self.path = path
    value = parser.value(at: path)
    guard value.isObject else { throw parser.wrongType("\"request\"", "an object", path) }
    try parser.allow(Self.operationKeys + Self.httpKeys + Self.commonKeys, at: path)
  }

  /// The handler for such requests.
  func handler(
    _ answer: RequestHandler.Answer, _ location: HandlerLocation
  ) throws(FixtureError) -> RequestHandler {
    var handler = RequestHandler(try target(), answer, location)
    handler.headers = try headers()
    handler.endpoint = try endpoint()
    if value.has("url") {
      let url = path["url"]
      // One condition, or several that must all hold.
      if let list = value["url"].array {
        for index in list.indices {
          handler.urlConditions.append(try urlCondition(at: url[index]))
        }
      } else {
        handler.urlConditions = [try urlCondition(at: url)]
      }
    }
    return handler
  }

  private func urlCondition(at path: JSONPath) throws(FixtureError) -> HTTPMatch {
    guard parser.value(at: path).isObject else {
      throw parser.wrongType("\"url\"", "an object", path)
    }
    try parser.allow(["host", "path"], at: path)
    return try http(at: path)
  }

  private func target() throws(FixtureError) -> RequestHandler.Target {
    let isOperation = Self.operationKeys.contains(where: value.has)
    let isHTTP = Self.httpKeys.contains(where: value.has)
    guard isOperation || isHTTP else { throw parser.makeError(.rowWithoutTarget, path) }
    guard !(isOperation && isHTTP) else { throw parser.makeError(.rowWithTwoTargets, path) }
    return isOperation ? .operation(try operation()) : .http(try http(at: path))
  }

  // MARK: Operations

  private func operation() throws(FixtureError) -> RequestHandler.OperationMatch {
    let name = try parser.string("operationName", at: path)
    var match = RequestHandler.OperationMatch(name: try operationName(name))
    if let type = try parser.string("type", at: path) {
      guard let type = OperationType(rawValue: type) else {
        throw parser.wrongType(
          "\"type\"", "\"query\", \"mutation\" or \"subscription\"", path["type"])
      }
      match.type = type
    }
    match.document = try parser.document(at: path, operationName: name)
    try refuse("variables", with: "exactVariables")
    if let variables = try parser.object("variables", at: path) {
      match.variables = .subset(variables)
    } else if let variables = try parser.object("exactVariables", at: path) {
      match.variables = .exactly(variables)
    }
    match.rootField = try parser.string("rootField", at: path)
    return match
  }

  private func operationName(_ name: String?) throws(FixtureError) -> OperationName {
    try refuse("operationName", with: "operationNamePattern")
    try refuse("operationName", with: "anonymous")
    try refuse("operationNamePattern", with: "anonymous")
    if let name { return .named(name) }
    if let pattern = try parser.string("operationNamePattern", at: path) {
      let name = OperationName.pattern(pattern)
      if let error = name.patternError {
        throw parser.makeError(.sentence(error), path["operationNamePattern"])
      }
      return name
    }
    guard value.has("anonymous") else { return .any }
    guard value["anonymous"].bool == true else {
      throw parser.mustBe(FixtureParser.onlyTrue, path, "anonymous")
    }
    return .anonymous
  }

  private func refuse(_ first: String, with second: String) throws(FixtureError) {
    guard !value[first].isNull, !value[second].isNull else { return }
    throw parser.makeError(.twoContents(first, second), path[second], ofName: true)
  }

  // MARK: HTTP

  private func http(at path: JSONPath) throws(FixtureError) -> HTTPMatch {
    var match = HTTPMatch()
    match.method = try parser.string("method", at: path)
    match.host = try parser.string("host", at: path)
    match.path = try parser.string("path", at: path).map(HTTPMatch.PathPattern.init)
    match.query = try pairs("queryItems", at: path)
    return match
  }

  private func headers() throws(FixtureError) -> [RequestHandler.HeaderMatch] {
    try pairs("headers", at: path).ordered { $0.key < $1.key }
      .map { RequestHandler.HeaderMatch(name: $0.key, value: $0.value) }
  }

  private func endpoint() throws(FixtureError) -> Endpoint? {
    guard let text = try parser.string("endpoint", at: path) else { return nil }
    return Endpoint(url: try parser.url(text, at: path["endpoint"]))
  }

  /// Names with the values that they must have; null takes any value.
  private func pairs(
    _ name: String, at path: JSONPath
  ) throws(FixtureError) -> [String: String?] {
    guard let object = try parser.object(name, at: path) else { return [:] }
    var pairs: [String: String?] = [:]
    for (key, _) in object.pairs {
      pairs.updateValue(try parser.string(key, at: path[name]), forKey: key)
    }
    return pairs
  }
}
