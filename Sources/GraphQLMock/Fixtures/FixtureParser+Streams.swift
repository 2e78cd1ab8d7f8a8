// Responses of several results as launch plans state them:
//
//   {"incremental": {"initial": {"data": …}, "parts": [{"path": […], "data": …, "delay": 0.3}, …]}}
//   {"events": {"list": [{"body": {"data": …}, "delay": 1}, …], "every": 1, "heartbeat": 5}}
//   {"requestErrors": [{"message": …}]}
//   {"body": {"data": …}, "deferred": 0.1}
//   {"body": {"data": {}}, "generated": {"User.avatar": {"json": {"_0": null}}}}

extension FixtureParser {
  /// What can stand for the content of a response of several results.
  static let streamKeys = ["incremental", "events", "requestErrors"]
  /// What is said of data besides.
  static let dataKeys = ["deferred", "byFields", "generated"]

  /// The content that one of the keys of streams states; nil if none is there.
  func streamedResponse(at path: JSONPath) throws(FixtureError) -> MockResponse? {
    guard let key = Self.streamKeys.first(where: value(at: path).has) else { return nil }
    let content = path[key]
    switch key {
    case "incremental": return try incremental(at: content)
    case "events": return try events(at: content)
    default:
      guard let errors = value(at: content).array else {
        throw wrongType("\"\(key)\"", "a list", content)
      }
      return .requestErrors(errors.map { MockResponseError($0) })
    }
  }

  /// What changes a response that states data.
  func applyDataKeys(to response: MockResponse, at path: JSONPath) throws(FixtureError)
    -> MockResponse
  {
    var result = response
    if value(at: path).has("deferred") {
      result.deferral = try delay(at: path, "deferred")
    }
    let byFields = value(at: path)["byFields"]
    guard byFields.isNull || byFields == true || byFields == "silent" else {
      throw mustBe("true or \"silent\"; leave it out otherwise", path, "byFields")
    }
    if !byFields.isNull {
      result.completion = .byFields(warns: byFields != "silent")
    }
    if let stated = value(at: path).members?["generated"] {
      guard let values = try? stated.decode(as: [String: GeneratedValue.Rule].self) else {
        throw wrongType("\"generated\"", "overrides as a plan writes them", path["generated"])
      }
      // Errors of fields go beside those that are stated.
      if let body = value(at: path)["body"].members {
        let errors = body["errors"]?.array ?? []
        result.content = .graphQL(
          data: body["data"], errors: errors.map { MockResponseError($0) },
          extensions: body["extensions"])
      }
      result.completion = .generated(
        GeneratedOverrides(values.mapValues(GeneratedValue.init)), byFields: byFields.bool == true)
    }
    return result
  }

  private func incremental(at path: JSONPath) throws(FixtureError) -> MockResponse {
    try allow(["initial", "parts"], at: path)
    let list = path["parts"]
    let parts = try (value(at: list).array ?? []).indices.map { index throws(FixtureError) in
      try part(at: list[index])
    }
    let initial = try object("initial", at: path) ?? [:]
    return MockResponse(.incremental(IncrementalResponse(initial: initial, parts: parts)))
  }

  private func part(at path: JSONPath) throws(FixtureError) -> MockResponsePart {
    try allow(["data", "delay", "errors", "extensions", "items", "label", "path"], at: path)
    let stated = value(at: path)
    let errors = (stated["errors"].array ?? []).map { MockResponseError($0) }
    let extensions = stated.members?["extensions"]
    let label = try string("label", at: path)
    let part: MockResponsePart =
      if let items = stated["items"].array {
        .items(
          path: stated["path"], label: label, items, errors: errors, extensions: extensions)
      } else {
        .part(
          path: stated["path"], label: label, stated["data"], errors: errors,
          extensions: extensions)
      }
    return part.delay(try delay(at: path))
  }

  private func events(at path: JSONPath) throws(FixtureError) -> MockResponse {
    try allow(["every", "heartbeat", "list"], at: path)
    let list = path["list"]
    let events = try (value(at: list).array ?? []).indices.map { index throws(FixtureError) in
      try response(at: list[index], isRecorded: true)
    }
    return .events(events, every: try delay(at: path, "every"))
      .heartbeat(every: try delay(at: path, "heartbeat"))
  }
}
