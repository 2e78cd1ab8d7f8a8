// The JSON format of a handler, for example in `table.json`:
//   {"request": {"operationName": "Feed"}, "times": 2, "responses": [{"status": 503}, {"body": …}]}

import Foundation

enum HandlerForm {
  private typealias Field = FormField<RequestHandler>

  static func json(of handler: RequestHandler) throws(FormError) -> MockJSON {
    if let error = handler.definitionError { throw FormError.unusable(error) }
    if !handler.predicates.isEmpty { throw FormError.closure }
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
    let positions = TextPosition.positions(
      of: JSONPlaces(of: parser["rows"].path, in: parser.bytes.span).children.map(\.start),
      in: parser.bytes.span)
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
    var handler = RequestHandler(.http(HTTPMatch()), .responses([]), location)
    try row.read(parser, into: &handler)
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
      handler.target = try target(parser)
      try request.read(parser, into: &handler)
    },
    .optional(
      "times", \.limit, write: { .number($0) },
      read: { try $0.count() }),
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

  private static let request: [Field] =
    operation.map { $0.of(\.operation) } + [
      .property(
        "url", \.urlConditions,
        write: { $0.isEmpty ? nil : .array(try $0.map(url.json)) },
        read: { parser in
          guard parser.isStated else { return nil }
          let list = parser.json.array == nil ? [parser] : try parser.list() ?? []
          return try list.map { parser in
            guard parser.json.isObject else { throw parser.wrongType("an object", "\"url\"") }
            var condition = HTTPMatch()
            try url.read(parser, into: &condition)
            return condition
          }
        })
    ] + http.map { $0.of(\.http) } + [
      .property(
        "headers", \.headers,
        write: { headers in
          guard Set(headers.map { $0.name.lowercased() }).count == headers.count else {
            throw FormError.pattern("one header field twice")
          }
          return .pairs(headers.reduce(into: [:]) { $0.updateValue($1.value, forKey: $1.name) })
        },
        read: {
          try $0.pairs()?.orderedByKey().map {
            RequestHandler.HeaderMatch(name: $0.key, value: $0.value)
          }
        }),
      .optional(
        "endpoint", \.endpoint, write: { .string($0.url.absoluteString) },
        read: { try $0.url().map { Endpoint(url: $0) } }),
    ]

  private static let url: [FormField<HTTPMatch>] = [
    .text("host", \.host),
    .optional(
      "path", \.path, write: { .string($0.text) },
      read: { HTTPMatch.PathPattern(try $0.text()) }),
  ]

  private static let http: [FormField<HTTPMatch>] =
    [.text("method", \.method)] + url + [.pairs("queryItems", \.query)]

  private static let operation: [FormField<RequestHandler.OperationMatch>] = [
    .property(
      "operationName", \.name, write: { name in name.exactName.map { .string($0) } },
      read: { try $0.text().map { .named($0) } }),
    .property(
      "operationNamePattern", \.name,
      write: { name in
        switch name.rule {
        // A handler for all operations has `"operationName": null`. Without this key, it would be for plain HTTP.
        case .any: return .null
        case .prefix(let prefix):
          return .string(NSRegularExpression.escapedPattern(for: prefix) + ".*")
        case .pattern(let pattern): return .string(pattern.text)
        case .predicate: throw FormError.closure
        case .exactly, .anonymous: return nil
        }
      },
      read: { parser in
        let name = try parser.text().map { NameCondition.pattern($0) }
        if let error = name?.patternError { throw FixtureError.Reason.sentence(error) }
        return name
      }),
    .mark("anonymous", \.name, .anonymous) {
      if case .anonymous = $0.rule { true } else { false }
    },
    .optional("type", \.type, write: { .string($0.rawValue) }) { parser in
      guard let name = try parser.text() else { return nil }
      if let type = OperationType(rawValue: name) { return type }
      throw parser.wrongType("\"query\", \"mutation\" or \"subscription\"")
    },
    FormField(key: "query") { match in
      match.document.map { .string($0.text) }
    } read: { parser, match in
      match.document = try parser["query"].document(operationName: match.name.exactName)
    },
    .optional(
      "variables", \.variables,
      write: { match in
        switch match.rule {
        case .subset(let pattern): try value(of: pattern)
        case .exactly: nil
        case .predicate: throw FormError.closure
        }
      },
      read: { try $0.object().map { .subset($0) } }),
    .optional(
      "exactVariables", \.variables,
      write: { if case .exactly(let variables) = $0.rule { variables } else { nil } },
      read: { try $0.object().map { .exactly($0) } }),
    .text("rootField", \.rootField),
  ]

  private static let exclusive = [
    ("operationName", "operationNamePattern"), ("operationName", "anonymous"),
    ("operationNamePattern", "anonymous"), ("variables", "exactVariables"),
  ]

  private static func target(_ request: FixtureParser) throws -> RequestHandler.Target {
    let isOperation = (operation.map(\.key) + ["url"]).contains(where: request.json.has)
    let isHTTP = http.map(\.key).contains(where: request.json.has)
    guard isOperation || isHTTP else { throw request.error(.rowWithoutTarget) }
    guard !(isOperation && isHTTP) else { throw request.error(.rowWithTwoTargets) }
    for (first, second) in exclusive
    where !request.json[first].isNull && !request.json[second].isNull {
      throw request.refuse(first, with: second)
    }
    return isOperation ? .operation(RequestHandler.OperationMatch(name: .any)) : .http(HTTPMatch())
  }

  private static func value(of pattern: ValueCondition) throws -> MockJSON {
    switch pattern.rule {
    case .value(let value): value
    case .present: throw FormError.pattern(".present")
    case .absent: throw FormError.pattern(".absent")
    case .array(let patterns): .array(try patterns.map(value))
    case .object(let members): .object(of: try members.map { ($0, try value(of: $1)) })
    }
  }
}

extension RequestHandler {
  fileprivate var operation: RequestHandler.OperationMatch? {
    get { if case .operation(let match) = target { match } else { nil } }
    set { if let newValue { target = .operation(newValue) } }
  }

  fileprivate var http: HTTPMatch? {
    get { if case .http(let match) = target { match } else { nil } }
    set { if let newValue { target = .http(newValue) } }
  }

  fileprivate var responses: [MockResponse]? {
    get { if case .responses(let responses) = provider { responses } else { nil } }
    set { if let newValue { provider = .responses(newValue) } }
  }
}
