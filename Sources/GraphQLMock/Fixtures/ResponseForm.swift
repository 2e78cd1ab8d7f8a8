// The JSON format of a response, such as `{"status": 503, "headers": {…}}`.

import Foundation

enum ResponseForm {
  typealias Field = FormField<MockResponse>

  static func json(of response: MockResponse) throws(FormError) -> MockJSON {
    guard response.faults == nil, response.delaySpread == nil, !response.isNonHTTP else {
      throw FormError.fault
    }
    guard response.change == nil else { throw FormError.closure }
    return try recorded.json(of: try plain(response))
  }

  /// Reads a response, which can name a fixture only if `allowsFixture` is true.
  static func response(
    _ parser: FixtureParser, isRecorded: Bool = false, allowsFixture: Bool = true
  ) throws(FixtureError) -> MockResponse {
    guard parser.json.isObject else { throw parser.wrongType("an object", "\"response\"") }
    let fields = (isRecorded ? recorded : stated).filter { allowsFixture || $0.key != "fixture" }
    try parser.allow(fields.map(\.key))
    let contents = contentKeys.filter(parser.json.has)
    if contents.count > 1 { throw parser.refuse(contents[0], with: contents[1]) }
    var response = MockResponse(.empty)
    try fields.read(parser, into: &response)
    if case .empty = response.content, response.statusCode == nil { response.statusCode = 200 }
    return response
  }

  private static let stated = fields(isRecorded: false)
  /// The order of fields matters: `headers` decides how `body` is read, and `generated` replaces what `byFields` set.
  private static let recorded =
    fields(isRecorded: true)
    + [parts, .ignored(RecordedParts.openKey)] + streams
    + [.seconds("deferred", \.deferral), .text("deferredError", \.deferralError)]
    + [byFields, generated]

  private static func fields(isRecorded: Bool) -> [Field] {
    [
      .optional("status", \.statusCode, write: { .number($0) }) { status in
        guard status.isStated else { return nil }
        if let code = status.json.int, (100...599).contains(code) { return code }
        throw status.mustBe("a number from 100 to 599, found \(status.json)")
      },
      FormField(key: "headers") { response in
        response.headerFields.isEmpty ? Optional.none : response.headerFields.json
      } read: { form, response in
        for (name, values) in try form["headers"].headerFields() {
          response = response.header(name, values)
        }
      },
    ] + contents(isRecorded: isRecorded) + [.seconds("delay", \.delay)]
  }

  /// The keys of which a response has at most one.
  private static let contentKeys = (contents(isRecorded: false) + [parts] + streams).map(\.key)

  /// Those of `contentKeys` with a body. The check counts files whose body isn't a GraphQL response.
  static let bodyKeys = ["base64", "body", "file", RecordedParts.key, "rawJSON"]

  private static func contents(isRecorded: Bool) -> [Field] {
    [
      body(isRecorded: isRecorded),
      .property("rawJSON", \.content) {
        guard case .bytes(let data, nil) = $0 else { return nil }
        return .string(String(decoding: data, as: UTF8.self))
      } read: {
        try $0.text().map { .bytes(Data($0.utf8), contentType: nil) }
      },
      .property("base64", \.content) {
        guard case .bytes(let data, _?) = $0, text(of: $0) == nil else { return nil }
        return .string(data.base64EncodedString())
      } read: {
        try $0.base64().map { MockResponse.bytes($0).content }
      },
      .property("file", \.content, write: { _ in nil }) {
        try location(of: $0).map { .file(path: $0, contentType: nil) }
      },
      .property("fixture", \.content) {
        if case .fixture(let name) = $0 { .string(name) } else { nil }
      } read: {
        try $0.text().map { .fixture($0) }
      },
      .property("failure", \.content) { content in
        switch content {
        case .failure(let error as URLError) where error.carried is URLError:
          return error.code.fixture
        case .failure(let error as ResponseWritingError): throw FormError.unusable("\(error)")
        case .failure(let error): throw FormError.error((error as? URLError)?.carried ?? error)
        default: return nil
        }
      } read: { failure in
        guard failure.isStated else { return nil }
        if let code = URLError.Code(fixture: failure.json) { return .failure(URLError(code)) }
        throw failure.mustBe(
          "the name or the number of a URLError code, such as \"timedOut\" or -1001, found "
            + failure.json.description)
      },
      .mark("never", \.content, .never) { if case .never = $0 { true } else { false } },
      .mark("passThrough", \.content, .passThrough, if: \.isPassThrough),
    ]
  }

  private static func body(isRecorded: Bool) -> Field {
    Field(key: "body", write: write) { form, response in
      let body = form["body"]
      guard body.isStated else { return }
      if let text = body.json.string, !response.headerFields.areOfJSON {
        response.content = MockResponse.text(text).content
      } else if isRecorded {
        // A recorded body keeps the order of members and the spelling of values, but not the white space.
        guard let range = body.bodyRange else { return }
        response.setJSON(
          body.json, encoded: Data(JSONLayout.compact.applied(to: body.bytes, range)))
      } else {
        let isMap = body.json.has("data") || body.json.has("errors")
        response.content = try isMap ? responseMap(body) : template(body)
      }
    }
  }

  @Sendable private static func write(_ response: MockResponse) throws -> MockJSON? {
    if case .json(let json) = response.content { return try encodable(json) }
    return text(of: response.content).map { .string($0) }
  }

  private static func text(of content: MockResponse.Content) -> String? {
    guard case .bytes(let data, let type?) = content, !type.lowercased().contains("json") else {
      return nil
    }
    return data.utf8Text
  }

  /// Returns a copy of the response whose content can be written in the JSON format.
  private static func plain(_ response: MockResponse) throws(FormError) -> MockResponse {
    var response = response
    switch response.content {
    case .graphQL(let data?, let errors, let extensions):
      response.content = .json(
        ResponseWriter.responseMap(data: data, errors: errors, extensions: extensions))
    // A JSON string is written as bytes, because a string in the key `body` means plain text.
    case .json(let json) where json.string != nil, .template(let json) where json.string != nil:
      response.content = .bytes(Data(try encodable(json).description.utf8), contentType: nil)
    case .template(let json): response.content = .json(json)
    case .file(let path, let contentType, let filePath):
      do {
        response.content = .bytes(
          try Data(contentsOf: FileFinder.file(path, near: filePath)),
          contentType: contentType ?? (path.hasSuffix(".json") ? nil : "application/octet-stream"))
      } catch let error as ResponseWritingError {
        throw FormError.unusable(error.description)
      } catch {
        throw FormError.unusable(
          "\(ResponseWritingError.unreadableFile(path: path, reason: error.fileReason))")
      }
    // A recorded stream is written as one body, because only recordings can contain its parts.
    case .parts(let stream): response.content = .bytes(stream.body, contentType: nil)
    // The fields write these as they are.
    case .graphQL, .json, .bytes, .empty, .failure, .fixture, .never, .passThrough, .incremental,
      .events:
      break
    }
    if case .bytes(let data, let stated) = response.content,
      let type = stated ?? (data.utf8Text == nil ? ResponseMediaType.json.contentType : nil)
    {
      response.headerFields = HeaderFields(["Content-Type": type]).setting(response.headerFields)
      // The field that is sent decides how the body is read again.
      response.content = .bytes(data, contentType: response.headerFields["Content-Type"])
    }
    return response
  }

  static func encodable(_ json: MockJSON) throws(FormError) -> MockJSON {
    do {
      return try MockJSON(parsing: json.encoded())
    } catch {
      throw FormError.unusable("\(ResponseWritingError.unencodable("\(error)"))")
    }
  }

  private static func location(of file: FixtureParser) throws -> String? {
    guard let path = try file.text() else { return nil }
    guard let folder = file.folder else { throw file.error(.fileWithoutTable, ofName: true) }
    let location = try folder.location(of: path).path
    if FileManager.default.fileExists(atPath: location) { return location }
    throw FixtureError.Reason.sentence("there is no file \"\(path)\" in the table")
  }

  /// Reads a GraphQL response with `data`, `errors` and `extensions` (GraphQL, section 7.1).
  static func responseMap(_ map: FixtureParser) throws(FixtureError) -> MockResponse.Content {
    let (data, errors) = (map["data"], map["errors"])
    guard data.isStated || errors.isStated else { throw map.error(.noResponse) }
    try map.allow(["data", "errors", "extensions"])
    if !data.json.isNull, !data.json.isObject { throw data.wrongType("an object or null") }
    if errors.isStated {
      guard let list = try errors.list() else { throw errors.wrongType("a list") }
      if list.isEmpty {
        throw errors.error(.sentence("\"errors\" must not be empty; leave it out"))
      }
      for error in list where error["message"].json.string == nil {
        throw error["message"].wrongType("a string", "the \"message\" of an error")
      }
    }
    return try template(map)
  }

  private static func template(_ body: FixtureParser) throws(FixtureError) -> MockResponse.Content {
    guard body.mayHaveTemplates else { return .json(body.json) }
    let variables = try FixtureTemplate.variables(in: body.json, body)
    return variables.isEmpty ? .json(body.json) : .template(body.json)
  }
}
