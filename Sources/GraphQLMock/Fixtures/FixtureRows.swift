// `table.json`: the rows of a table in order, each of which becomes a handler.
//
//   {"rows": [
//     {"request": {"operationName": "Feed", "variables": {"after": null}},
//      "times": 2,
//      "responses": [{"status": 503}, {"body": {"data": {"feed": []}}}]},
//     {"request": {"method": "GET", "path": "/images/**"}, "response": {"file": "image.png"}}
//   ]}

import Foundation

enum FixtureRows {
  static let fileName = "table.json"

  private static let operationKeys = ["operationName", "type", "query", "variables"]
  private static let httpKeys = ["method", "host", "path", "queryItems"]

  /// Parses the rows of a table.
  static func parse(
    _ data: Data, display: String, path: String, folder: URL
  ) -> Result<[RequestHandler], FixtureFault> {
    do throws(FixtureFault) {
      let parser = try FixtureParser(data, display: display, folder: folder)
      guard parser.json.isObject else {
        throw parser.wrongType("a table", "an object", JSONPath())
      }
      try parser.allow(["rows"], at: JSONPath())
      guard parser.json.hasMember("rows") else { throw parser.fault(.noRows, JSONPath()) }
      guard let rows = parser.json["rows"].array else {
        throw parser.wrongType("\"rows\"", "a list", "rows")
      }
      var handlers: [RequestHandler] = []
      for index in rows.indices {
        let row = JSONPath([.member("rows"), .element(index)])
        handlers.append(try handler(parser, row, path))
      }
      return .success(handlers)
    } catch {
      return .failure(error)
    }
  }

  private static func handler(
    _ parser: FixtureParser, _ row: JSONPath, _ file: String
  ) throws(FixtureFault) -> RequestHandler {
    let value = parser.value(at: row)
    guard value.isObject else { throw parser.wrongType("a row", "an object", row) }
    try parser.allow(["recorded", "request", "times", "response", "responses"], at: row)
    let place = JSONLocator.place(of: row, in: parser.bytes)
    let answers = try responses(parser, row).map { response in
      var response = response
      response.isFixture = true
      return response
    }
    var handler = RequestHandler(
      try target(parser, row.appending(.member("request"))), .responses(answers),
      HandlerLocation(
        fileID: parser.display, filePath: file, line: place.line, column: place.column))
    if value.hasMember("times") {
      guard let times = value["times"].int, times >= 0 else {
        throw parser.fault(.invalidTimes, row.appending(.member("times")))
      }
      handler = handler.times(times)
    }
    return handler
  }

  private static func target(
    _ parser: FixtureParser, _ path: JSONPath
  ) throws(FixtureFault) -> RequestHandler.Target {
    let request = parser.value(at: path)
    guard request.isObject else { throw parser.wrongType("\"request\"", "an object", path) }
    try parser.allow(operationKeys + httpKeys, at: path)
    let isOperation = operationKeys.contains(where: request.hasMember)
    let isHTTP = httpKeys.contains(where: request.hasMember)
    guard isOperation || isHTTP else { throw parser.fault(.rowWithoutTarget, path) }
    guard !(isOperation && isHTTP) else { throw parser.fault(.rowWithTwoTargets, path) }
    guard isOperation else { return .http(try http(parser, path)) }
    let name = try parser.string("operationName", at: path)
    var match = OperationMatch(name: name.map { .named($0) } ?? .any)
    if let type = try parser.string("type", at: path) {
      guard let type = OperationType(rawValue: type) else {
        throw parser.wrongType(
          "\"type\"", "\"query\", \"mutation\" or \"subscription\"", path.appending(.member("type"))
        )
      }
      match.type = type
    }
    match.document = try parser.document(at: path, operationName: name)
    match.variables = try parser.variables(at: path).map { .subset($0) }
    return .operation(match)
  }

  private static func http(
    _ parser: FixtureParser, _ path: JSONPath
  ) throws(FixtureFault) -> HTTPMatch {
    var match = HTTPMatch()
    match.method = try parser.string("method", at: path)
    match.host = try parser.string("host", at: path)
    match.path = try parser.string("path", at: path).map(PathPattern.init)
    let items = parser.value(at: path)["queryItems"]
    guard !items.isNull else { return match }
    let itemsPath = path.appending(.member("queryItems"))
    guard let members = items.members else {
      throw parser.wrongType("\"queryItems\"", "an object", itemsPath)
    }
    for member in members {
      if member.value.isNull {
        match.query.updateValue(nil, forKey: member.name)
      } else if let value = try parser.string(member.name, at: itemsPath) {
        match.query[member.name] = value
      }
    }
    return match
  }

  private static func responses(
    _ parser: FixtureParser, _ row: JSONPath
  ) throws(FixtureFault) -> [MockResponse] {
    let value = parser.value(at: row)
    guard value.hasMember("response") != value.hasMember("responses") else {
      throw parser.fault(.responseAndResponses, row)
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
