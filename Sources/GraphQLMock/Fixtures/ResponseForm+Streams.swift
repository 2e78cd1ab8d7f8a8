// Examples of responses that only recordings and launch plans (the configurations of apps in UI tests) can contain:
//   {"parts": [{"before": "\r\n---", "body": {…}, "delay": 0.12}, …], "open": true}
//   {"incremental": {"initial": {"data": …}, "parts": [{"path": […], "data": …, "delay": 0.3}, …]}}
//   {"events": {"list": [{"body": {"data": …}, "delay": 1}, …], "every": 1, "heartbeat": 5}}
//   {"body": {"data": …}, "deferred": 0.1, "deferredError": "No"}

extension ResponseForm {
  static let parts = Field(key: RecordedParts.key, write: { _ in nil }) { form, response in
    if let stream = try RecordedParts.stream(form) { response.content = .parts(stream) }
  }

  static let streams: [Field] = [
    .property("incremental", \.content) {
      guard case .incremental(let incremental) = $0 else { return nil }
      return ["initial": incremental.initial, "parts": .array(incremental.parts.map(json))]
    } read: { parser in
      guard try parser.object() != nil else { return nil }
      try parser.allow(["initial", "parts"])
      let parts = try (try parser["parts"].list() ?? []).map(part)
      return .incremental(
        IncrementalResponse(initial: try parser["initial"].object() ?? [:], parts: parts))
    },
    .property("events", \.content) { content in
      guard case .events(let script) = content else { return nil }
      var members: [String: MockJSON] = [:]
      switch script.source {
      case .producer: throw FormError.sequence
      case .test: members["fromTest"] = true
      case .list(let events, let interval):
        members["list"] = .array(try events.map(json))
        if interval > .zero { members["every"] = .number(interval.seconds) }
      }
      if let heartbeat = script.heartbeat { members["heartbeat"] = .number(heartbeat.seconds) }
      return .object(members)
    } read: { parser in
      guard try parser.object() != nil else { return nil }
      try parser.allow(["every", "fromTest", "heartbeat", "list"])
      let events = try (try parser["list"].list() ?? []).map { try response($0, isRecorded: true) }
      let listed = MockResponse.events(events, every: try parser["every"].seconds() ?? .zero)
      return (try parser["fromTest"].mark() ? MockResponse.eventsFromTest : listed)
        .heartbeat(every: try parser["heartbeat"].seconds() ?? .zero).content
    },
    .property("requestErrors", \.content) {
      guard case .graphQL(nil, let errors, _) = $0 else { return nil }
      return .array(errors.map(\.json))
    } read: { errors in
      guard errors.isStated else { return nil }
      guard let list = try errors.list() else { throw errors.wrongType("a list") }
      return .graphQL(data: nil, errors: list.map { MockResponseError($0.json) }, extensions: nil)
    },
  ]

  private static func json(of part: MockResponsePart) -> MockJSON {
    var members = part.members
    if part.delay > .zero { members["delay"] = .number(part.delay.seconds) }
    return .object(members)
  }

  @Sendable private static func part(_ parser: FixtureParser) throws -> MockResponsePart {
    try parser.allow(["data", "delay", "errors", "extensions", "items", "label", "path"])
    let items = try parser["items"].list()
    return MockResponsePart(
      content: items.map { .items($0.map(\.json)) } ?? .data(parser["data"].json),
      path: try parser["path"].list()?.map(\.json) ?? [], label: try parser["label"].text(),
      errors: (try parser["errors"].list() ?? []).map { MockResponseError($0.json) },
      extensions: parser.json.members?["extensions"], delay: try parser["delay"].seconds() ?? .zero)
  }

  /// `"byFields": true` means that data has field names instead of aliases. With `"silent"`, missing ones don't warn.
  static let byFields = Field.optional("byFields", \.completion) { completion in
    switch completion {
    case .byFields(let warns): warns ? true : "silent"
    case .generated(_, byFields: true): true
    case .generated(_, byFields: false): nil
    }
  } read: { byFields in
    if byFields.json.isNull { return nil }
    guard byFields.json == true || byFields.json == "silent" else {
      throw byFields.mustBe("true or \"silent\"; leave it out otherwise")
    }
    return .byFields(warns: byFields.json == true)
  }

  static let generated = Field(key: "generated") { response in
    guard case .generated(let overrides, _)? = response.completion else { return nil }
    return try encodable(.value(overrides.values.mapValues(\.content)))
  } read: { form, response in
    let generated = form["generated"]
    guard generated.isStated else { return }
    guard let values = try? generated.json.decode([String: GeneratedValue.Rule].self) else {
      throw generated.wrongType("overrides as a plan writes them")
    }
    response.completion = .generated(
      GeneratedOverrides(values.mapValues(GeneratedValue.init)),
      byFields: form["byFields"].json == true)
  }
}
