// The form of responses in fixture files.

import Foundation

extension FixtureParser {
  /// What can stand for the content of a response, one of them.
  private static let contentKeys = [
    "body", "rawJSON", "base64", "file", "fixture", "failure", "never", "passThrough",
  ]
  /// What earlier versions wrote of the white space of a body; it's ignored.
  static let spacingKey = "spacing"
  /// What only recordings have.
  private static let recordedKeys =
    [spacingKey, RecordedParts.key, RecordedParts.openKey] + streamKeys + dataKeys
  static let responseKeys = ["status", "headers"] + contentKeys + ["delay"]

  /// A response with status, header fields, body and delay.
  /// - Parameters:
  ///   - isRecorded: Whether the body is what a service said, and no template.
  ///   - allowsFixture: Whether it may name a fixture; a fixture may not name another.
  func response(
    at path: JSONPath, isRecorded: Bool = false, allowsFixture: Bool = true
  ) throws(FixtureError) -> MockResponse {
    let response = value(at: path)
    guard response.isObject else { throw wrongType("\"response\"", "an object", path) }
    let allowed = Self.responseKeys.filter { allowsFixture || $0 != "fixture" }
    try allow(isRecorded ? allowed + Self.recordedKeys : allowed, at: path)
    let headers = try headers(at: path)
    var result = try content(at: path, headers: headers, isRecorded: isRecorded)
    for (name, value) in headers.orderedByKey() {
      result = result.header(name, value)
    }
    if response.has("status") {
      guard let status = response["status"].int, (100...599).contains(status) else {
        throw mustBe("a number from 100 to 599, found \(response["status"])", path, "status")
      }
      result = result.status(status)
    }
    if isRecorded { result = try applyDataKeys(to: result, at: path) }
    if response.has("delay") { result = result.delay(try delay(at: path)) }
    return result
  }

  /// The delay that an object states, in seconds; none where it states none.
  func delay(at path: JSONPath, _ name: String = "delay") throws(FixtureError) -> Duration {
    let stated = value(at: path)
    guard stated.has(name) else { return .zero }
    guard let seconds = stated[name].double, seconds >= 0, seconds < 1e6 else {
      throw mustBe("a number of seconds from 0 to less than 1,000,000", path, name)
    }
    return .seconds(seconds)
  }

  /// What the client gets, apart from status and header fields.
  private func content(
    at path: JSONPath, headers: [String: String], isRecorded: Bool
  ) throws(FixtureError) -> MockResponse {
    if value(at: path).has(RecordedParts.key) {
      return MockResponse(.parts(try recordedStream(at: path)))
    }
    if isRecorded, let streamed = try streamedResponse(at: path) { return streamed }
    let stated = Self.contentKeys.filter(value(at: path).has)
    guard let key = stated.first else { return .status(200) }
    let member = path[key]
    if stated.count > 1 {
      throw makeError(.twoContents(key, stated[1]), path[stated[1]], ofName: true)
    }
    switch key {
    case "body": return try body(at: member, headers: headers, isRecorded: isRecorded)
    case "rawJSON", "base64", "file", "fixture":
      guard let text = try string(key, at: path) else { return .status(200) }
      switch key {
      case "rawJSON": return .rawJSON(text)
      case "file": return .file(try location(ofFile: text, at: member))
      case "fixture": return .fixture(text)
      default: break
      }
      return .bytes(try base64(text, at: member))
    case "failure":
      guard let code = URLError.Code(fixture: value(at: member)) else {
        throw mustBe(
          "the name or the number of a URLError code, such as \"timedOut\" or -1001, found "
            + value(at: member).description, path, key)
      }
      return .networkError(code)
    default:
      guard value(at: member).bool == true else { throw mustBe(Self.onlyTrue, path, key) }
      return key == "never" ? .never : .passThrough
    }
  }

  func base64(_ text: String, at path: JSONPath) throws(FixtureError) -> Data {
    guard let bytes = Data(base64Encoded: text) else {
      throw makeError(.sentence("\"base64\" is not base64"), path)
    }
    return bytes
  }

  private func location(ofFile file: String, at path: JSONPath) throws(FixtureError) -> String {
    guard let folder else { throw makeError(.fileWithoutTable, path, ofName: true) }
    let location: URL
    do throws(FixtureError.Reason) {
      location = try folder.location(of: file)
    } catch {
      throw makeError(error, path)
    }
    guard FileManager.default.fileExists(atPath: location.path) else {
      throw makeError(.missingFile(file), path)
    }
    return location.path
  }

  private func body(
    at path: JSONPath, headers: [String: String], isRecorded: Bool
  ) throws(FixtureError) -> MockResponse {
    let body = value(at: path)
    if let text = body.string, !headers.areOfJSON { return .text(text) }
    if isRecorded { return recorded(body, at: path) }
    if body.has("data") || body.has("errors") { return try graphQLResponse(at: path) }
    return try template(body, at: path)
  }

  /// The body that a service sent, compact, in its order and spelling.
  private func recorded(_ body: MockJSON, at path: JSONPath) -> MockResponse {
    guard let range = JSONPlaces(of: path, in: bytes.span).range else { return .json(body) }
    return MockResponse(body, encoded: Data(JSONLayout.compact.applied(to: bytes, range)))
  }

  private func headers(at path: JSONPath) throws(FixtureError) -> [String: String] {
    let headers = value(at: path)["headers"]
    let headersPath = path["headers"]
    guard !headers.isNull else { return [:] }
    guard let members = headers.members else {
      throw wrongType("\"headers\"", "an object", headersPath)
    }
    var result: [String: String] = [:]
    for member in members {
      guard let value = member.value.string else {
        throw wrongType("the header field \"\(member.name)\"", "a string", headersPath[member.name])
      }
      result[member.name] = value
    }
    return result
  }

  /// A response map (GraphQL, section 7.1).
  func graphQLResponse(at path: JSONPath) throws(FixtureError) -> MockResponse {
    let map = value(at: path)
    guard map.has("data") || map.has("errors") else {
      throw makeError(.noResponse, path)
    }
    try allow(["data", "errors", "extensions"], at: path)
    if map.has("data"), !map["data"].isObject, !map["data"].isNull {
      throw wrongType("\"data\"", "an object or null", path["data"])
    }
    if map.has("errors") {
      let errorsPath = path["errors"]
      guard let errors = map["errors"].array else {
        throw wrongType("\"errors\"", "a list", errorsPath)
      }
      if errors.isEmpty {
        throw makeError(.sentence("\"errors\" must not be empty; leave it out"), errorsPath)
      }
      for (index, error) in errors.enumerated() where error["message"].string == nil {
        throw wrongType("the \"message\" of an error", "a string", errorsPath[index]["message"])
      }
    }
    return try template(map, at: path)
  }

  /// A body of JSON that may hold templates.
  private func template(_ json: MockJSON, at path: JSONPath) throws(FixtureError) -> MockResponse {
    guard mayHaveTemplates else { return .json(json) }
    do throws(FixtureTemplate.FormError) {
      return try FixtureTemplate.check(json, at: path)
        ? MockResponse(.template(json)) : .json(json)
    } catch {
      throw makeError(.sentence(error.message), error.path, ofName: error.isOfName)
    }
  }
}
