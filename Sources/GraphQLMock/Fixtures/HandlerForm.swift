// The JSON format of a handler, for example in `table.json`:
//   {"request": {"operationName": "Feed"}, "times": 2, "responses": [{"status": 503}, {"body": …}]}

import Foundation

enum HandlerForm {
  private typealias Field = FormField<RequestHandler>

  static func json(of handler: RequestHandler) throws(FormError) -> MockJSON {
    if let error = handler.definitionError { throw FormError.unusable(error) }
    if handler.closure != nil { throw FormError.condition }
    return try row.json(of: handler)
  }

  static let tableFile = "table.json"

  static func handlers(
    ofTable data: Data, display: String, path: String, folder: TableFolder
  ) throws(FixtureError) -> [RequestHandler] {
    let parser = try FixtureParser(data, display: display, folder: folder)
    guard parser.json.isObject else { throw parser.wrongType("an object", "a table") }
    try parser.allow(["rows"])
    guard parser["rows"].isStated else { throw parser.error(.missingKey("rows")) }
    guard let rows = try parser["rows"].list() else { throw parser["rows"].wrongType("a list") }
    let ranges = JSONPlaces.ranges(in: parser.bytes) { $0.count == 2 }
    let positions = TextPosition.positions(
      of: rows.map { ranges[$0.path]?.lowerBound ?? 0 }, in: parser.bytes.span)
    return try zip(rows, positions).map { row, position throws(FixtureError) in
      try handler(
        row, isFixture: true,
        CodeLocation(fileID: display, filePath: path, line: position.line, column: position.column))
    }
  }

  /// - Parameter isFixture: A Boolean value that indicates whether to validate the responses like those in files.
  static func handler(
    _ parser: FixtureParser, isFixture: Bool, _ location: CodeLocation
  ) throws(FixtureError) -> RequestHandler {
    guard parser.json.isObject else { throw parser.wrongType("an object", "a row") }
    // A placeholder for the target, which `request`, a required key, replaces.
    var handler = RequestHandler(.http(HTTPCondition()), .responses([]), location)
    try row.read(parser, into: &handler)
    if let error = handler.definitionError { throw parser["request"].error(.sentence(error)) }
    if isFixture { handler.responses = handler.responses?.map(\.asFixture) }
    return handler
  }

  private static let row: [Field] = [
    // With the key `recorded`, templates such as `$variable` in a body aren't replaced.
    Field(key: "recorded", write: { _ in true }, read: { _, _ in }),
    Field(key: "request") { handler in
      try request.json(of: handler)
    } read: { row, handler in
      let parser = row["request"]
      guard parser.json.isObject else { throw parser.wrongType("an object") }
      try parser.allow(request.map(\.key))
      // The target comes first, because the fields read into `operation` or `http` only if it has that kind.
      handler.target = try target(parser)
      try request.read(parser, into: &handler)
    },
    .optional("times", \.limit, write: { .number($0) }, read: { try $0.count() }),
    .property("acceptsInvalidRequests", \.acceptsInvalidRequests) {
      if $0 { true } else { nil }
    } read: { accepts in
      guard accepts.isStated else { return nil }
      guard let value = accepts.json.bool else { throw accepts.wrongType("a boolean") }
      return value
    },
    .ignored("response"),
    Field(key: "responses") { handler in
      guard let responses = handler.responses else { throw FormError.closure }
      return .array(try responses.map(ResponseForm.json))
    } read: { row, handler in
      handler.responses = try responses(row)
    },
  ]

  private static func responses(_ row: FixtureParser) throws -> [MockResponse] {
    let (one, several) = (row["response"], row["responses"])
    guard one.isStated != several.isStated else { throw row.error(.responseAndResponses) }
    let list = one.isStated ? [one] : (try? several.list()) ?? []
    if list.isEmpty { throw several.wrongType("a list that is not empty") }
    let isRecorded = row["recorded"].json.bool == true
    return try list.map { try ResponseForm.response($0, isRecorded: isRecorded) }
  }

  /// The keys of `request`, each from the file of its condition.
  private static let request: [Field] =
    operation + http + [URLCondition.field, HeaderCondition.field, EndpointCondition.field]

  private static let operation: [Field] =
    OperationCondition.fields.map { $0.of(\.operation) } + [RootFieldCondition.field]

  private static let http: [Field] = HTTPCondition.fields.map { $0.of(\.http) }

  /// All pairs of keys in `OperationCondition.fields` that set the same property. The later one would win.
  private static let keysThatExcludeEachOther = [
    ("operationName", "operationNamePattern"), ("operationName", "anonymous"),
    ("operationNamePattern", "anonymous"), ("variables", "exactVariables"),
  ]

  private static func target(_ request: FixtureParser) throws -> RequestHandler.Target {
    let isOperation = operation.map(\.key).contains(where: request.json.has)
    let isHTTP = http.map(\.key).contains(where: request.json.has)
    guard isOperation || isHTTP else { throw request.error(.rowWithoutTarget) }
    guard !(isOperation && isHTTP) else { throw request.error(.rowWithTwoTargets) }
    for (first, second) in keysThatExcludeEachOther
    where !request.json[first].isNull && !request.json[second].isNull {
      throw request.refuse(first, with: second)
    }
    return isOperation ? .operation(OperationCondition(name: .any)) : .http(HTTPCondition())
  }
}

extension RequestHandler {
  fileprivate var operation: OperationCondition? {
    get { if case .operation(let match) = target { match } else { nil } }
    set { if let newValue { target = .operation(newValue) } }
  }

  fileprivate var http: HTTPCondition? {
    get { if case .http(let match) = target { match } else { nil } }
    set { if let newValue { target = .http(newValue) } }
  }

  fileprivate var responses: [MockResponse]? {
    get { if case .responses(let responses) = provider { responses } else { nil } }
    set { if let newValue { provider = .responses(newValue) } }
  }
}
