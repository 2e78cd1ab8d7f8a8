// What the parsers of fixture files have in common: the text with its places, and the form of
// requests and responses.

import Foundation

struct FixtureParser: Sendable {
  let bytes: ContiguousArray<UInt8>
  let json: MockJSON
  /// How messages name the file.
  let display: String
  /// The table's folder, where files that a response names are.
  let folder: URL

  init(_ data: Data, display: String, folder: URL) throws(FixtureFault) {
    bytes = ContiguousArray(data)
    self.display = display
    self.folder = folder
    switch JSONParser.parse(bytes, repeatedMembers: .areErrors) {
    case .success(let parsed):
      // Editors keep the schema's place in the file; it is no part of a fixture.
      json =
        parsed.hasMember("$schema")
        ? MockJSON(
          .object(
            JSONMembers(
              (parsed.members.map(Array.init) ?? []).filter { $0.name != "$schema" }
                .map { ($0.name, $0.value) }))) : parsed
    case .failure(let error):
      throw FixtureFault(
        reason: .json(error.reason), file: display, line: error.line, column: error.column)
    }
  }

  func value(at path: JSONPath) -> MockJSON {
    path.components.reduce(json) { value, component in
      switch component {
      case .member(let name): value[name]
      case .element(let index): value[index]
      }
    }
  }

  // MARK: Requests

  /// The document that is stated, with its key.
  func document(at path: JSONPath, operationName: String?) throws(FixtureFault) -> DocumentMatch? {
    guard let query = try string("query", at: path) else { return nil }
    let document = DocumentMatch(query, operationName: operationName)
    if case .failure(let error) = document.key {
      throw fault(.document(String(describing: error)), path.appending(.member("query")))
    }
    return document
  }

  func variables(at path: JSONPath) throws(FixtureFault) -> MockJSON? {
    let variables = value(at: path)["variables"]
    guard !variables.isNull else { return nil }
    guard variables.isObject else {
      throw wrongType("\"variables\"", "an object", path.appending(.member("variables")))
    }
    return variables
  }

  func string(_ name: String, at path: JSONPath) throws(FixtureFault) -> String? {
    let found = value(at: path)[name]
    guard !found.isNull else { return nil }
    guard let text = found.string else {
      throw wrongType("\"\(name)\"", "a string", path.appending(.member(name)))
    }
    return text
  }

  // MARK: Responses

  static let responseKeys = ["status", "headers", "body", "base64", "file", "delay"]

  /// A response with status, header fields, body and delay.
  /// - Parameter isRecorded: Whether the body is what a service said, and no template.
  func response(
    at path: JSONPath, isRecorded: Bool = false
  ) throws(FixtureFault) -> MockResponse {
    let response = value(at: path)
    guard response.isObject else { throw wrongType("\"response\"", "an object", path) }
    try allow(Self.responseKeys, at: path)
    let headers = try headers(at: path)
    var result = try body(at: path, headers: headers, isRecorded: isRecorded)
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      result = result.header(name, value)
    }
    if response.hasMember("status") {
      guard let status = response["status"].int, (100...599).contains(status) else {
        throw fault(
          .invalidStatus(response["status"].description), path.appending(.member("status")))
      }
      result = result.status(status)
    }
    if response.hasMember("delay") {
      guard let seconds = response["delay"].double, seconds >= 0, seconds < 1e6 else {
        throw fault(.invalidDelay, path.appending(.member("delay")))
      }
      result = result.delay(.seconds(seconds))
    }
    return result
  }

  private func body(
    at path: JSONPath, headers: [String: String], isRecorded: Bool
  ) throws(FixtureFault) -> MockResponse {
    let response = value(at: path)
    let responsePath = path
    if let base64 = try string("base64", at: path) {
      guard let bytes = Data(base64Encoded: base64) else {
        throw fault(.notBase64, path.appending(.member("base64")))
      }
      return .bytes(bytes)
    }
    if let file = try string("file", at: path) {
      guard !response.hasMember("body") else {
        throw fault(.bodyAndFile, path.appending(.member("file")), ofName: true)
      }
      guard FixtureFolder.isSafe(file) else {
        throw fault(.unsafePath(file), path.appending(.member("file")))
      }
      let path = folder.appendingPathComponent(file).path
      guard FileManager.default.fileExists(atPath: path) else {
        throw fault(.missingFile(file), responsePath.appending(.member("file")))
      }
      return .file(path)
    }
    guard response.hasMember("body") else { return .status(200) }
    let body = response["body"]
    let bodyPath = path.appending(.member("body"))
    if let text = body.string, !Self.isJSON(headers) { return .text(text) }
    if isRecorded { return .json(body) }
    if body.hasMember("data") || body.hasMember("errors") {
      return try graphQLResponse(at: bodyPath)
    }
    return try template(body, at: bodyPath)
  }

  private func headers(at path: JSONPath) throws(FixtureFault) -> [String: String] {
    let headers = value(at: path)["headers"]
    let headersPath = path.appending(.member("headers"))
    guard !headers.isNull else { return [:] }
    guard let members = headers.members else {
      throw wrongType("\"headers\"", "an object", headersPath)
    }
    var result: [String: String] = [:]
    for member in members {
      guard let value = member.value.string else {
        throw wrongType(
          "the header field \"\(member.name)\"", "a string",
          headersPath.appending(.member(member.name)))
      }
      result[member.name] = value
    }
    return result
  }

  private static func isJSON(_ headers: [String: String]) -> Bool {
    let type = headers.first { $0.key.equalsIgnoringASCIICase("Content-Type") }?.value
    return type?.lowercased().contains("json") == true
  }

  /// A response map (GraphQL, section 7.1).
  func graphQLResponse(at path: JSONPath) throws(FixtureFault) -> MockResponse {
    let map = value(at: path)
    guard map.hasMember("data") || map.hasMember("errors") else { throw fault(.noResponse, path) }
    try allow(["data", "errors", "extensions"], at: path)
    if map.hasMember("data"), !map["data"].isObject, !map["data"].isNull {
      throw wrongType("\"data\"", "an object or null", path.appending(.member("data")))
    }
    if map.hasMember("errors") {
      let errorsPath = path.appending(.member("errors"))
      guard let errors = map["errors"].array else {
        throw wrongType("\"errors\"", "a list", errorsPath)
      }
      if errors.isEmpty { throw fault(.emptyErrors, errorsPath) }
      for (index, error) in errors.enumerated() where error["message"].string == nil {
        throw wrongType(
          "the \"message\" of an error", "a string",
          errorsPath.appending(.element(index)).appending(.member("message")))
      }
    }
    return try template(map, at: path)
  }

  /// A body of JSON that may hold templates.
  private func template(_ json: MockJSON, at path: JSONPath) throws(FixtureFault) -> MockResponse {
    do throws(FixtureTemplate.FormFault) {
      return try FixtureTemplate.check(json, at: path)
        ? MockResponse(.template(json)) : .json(json)
    } catch {
      switch error {
      case .unknownKey(let path, let key):
        throw fault(
          .template(
            "unknown template \"\(key)\"; there are \"$variable\", \"$item\", "
              + "and \"$forEach\" with \"$value\""), path, ofName: true)
      case .notAString(let path, let key):
        throw fault(.template("\"\(key)\" must be a string"), path)
      case .itemOutside(let path):
        throw fault(.template("\"$item\" has a meaning inside \"$value\" only"), path, ofName: true)
      case .missingValue(let path):
        throw fault(.template("\"$forEach\" needs \"$value\" beside it, and nothing else"), path)
      }
    }
  }

  // MARK: Faults

  func allow(_ allowed: [String], at path: JSONPath) throws(FixtureFault) {
    guard let members = value(at: path).members else { return }
    for member in members where !allowed.contains(member.name) {
      throw fault(
        .unknownKey(member.name, allowed: allowed), path.appending(.member(member.name)),
        ofName: true)
    }
  }

  func wrongType(_ what: String, _ expected: String, _ path: JSONPath) -> FixtureFault {
    let found = isThere(path) ? value(at: path).kind?.rawValue ?? "nothing" : "nothing"
    return fault(.wrongType(what: what, expected: expected, found: found), path)
  }

  private func isThere(_ path: JSONPath) -> Bool {
    guard case .member(let name)? = path.components.last else { return true }
    return value(at: JSONPath(path.components.dropLast())).hasMember(name)
  }

  func fault(
    _ reason: FixtureFault.Reason, _ path: JSONPath, ofName: Bool = false
  ) -> FixtureFault {
    let place = JSONLocator.place(of: path, ofName: ofName, in: bytes)
    return FixtureFault(reason: reason, file: display, line: place.line, column: place.column)
  }
}
