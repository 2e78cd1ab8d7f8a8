// One fixture file, parsed: a plain response, or an exchange, which states its request as well.

import Foundation

struct FixtureFile: Sendable {
  let name: FixtureName
  /// What the request must be; nil in a plain response.
  let condition: Condition?
  let response: MockResponse

  struct Condition: Sendable {
    var document: DocumentMatch?
    /// The variables that must be there, an object; nil leaves them free.
    var variables: MockJSON?

    func matches(_ operation: OperationRequest) -> Bool {
      if let document, !document.matches(operation) { return false }
      if let variables { return operation.coercedVariables.matches(variables) }
      return true
    }
  }

  /// Parses a file.
  /// - Parameters:
  ///   - display: How messages name the file.
  static func parse(
    _ bytes: Data, name: FixtureName, display: String
  ) -> Result<FixtureFile, FixtureFault> {
    do throws(FixtureFault) {
      return .success(try FixtureFileParser(ContiguousArray(bytes), name, display).file())
    } catch {
      return .failure(error)
    }
  }
}

private struct FixtureFileParser {
  let bytes: ContiguousArray<UInt8>
  let name: FixtureName
  let display: String
  let json: MockJSON

  init(
    _ bytes: ContiguousArray<UInt8>, _ name: FixtureName, _ display: String
  ) throws(FixtureFault) {
    self.bytes = bytes
    self.name = name
    self.display = display
    switch JSONParser.parse(bytes, repeatedMembers: .areErrors) {
    case .success(let parsed):
      json = parsed
    case .failure(let error):
      throw FixtureFault(
        reason: .json(error.reason), file: display, line: error.line, column: error.column)
    }
  }

  func file() throws(FixtureFault) -> FixtureFile {
    guard json.isObject else { throw wrongType("a fixture", "an object", []) }
    guard json.hasMember("request") || json.hasMember("response") else {
      return FixtureFile(name: name, condition: nil, response: try graphQLResponse(at: []))
    }
    try allow(["request", "response"], at: [])
    guard json.hasMember("response") else { throw fault(.missingKey("response"), []) }
    return FixtureFile(name: name, condition: try condition(), response: try response())
  }

  // MARK: Request

  private func condition() throws(FixtureFault) -> FixtureFile.Condition {
    var condition = FixtureFile.Condition()
    let request = json["request"]
    guard !request.isNull else { return condition }
    guard request.isObject else { throw wrongType("\"request\"", "an object", ["request"]) }
    try allow(["operationName", "query", "variables"], at: ["request"])
    if !request["operationName"].isNull {
      guard let stated = request["operationName"].string else {
        throw wrongType("\"operationName\"", "a string", ["request", "operationName"])
      }
      guard stated == name.operation else {
        throw fault(
          .operationMismatch(stated, expected: name.operation), ["request", "operationName"])
      }
    }
    if !request["query"].isNull {
      guard let query = request["query"].string else {
        throw wrongType("\"query\"", "a string", ["request", "query"])
      }
      let isAnonymous = name.operation.utf8.contains(UInt8(ascii: "-"))
      let document = DocumentMatch(query, operationName: isAnonymous ? nil : name.operation)
      if case .failure(let error) = document.key {
        throw fault(.document(String(describing: error)), ["request", "query"])
      }
      condition.document = document
    }
    if !request["variables"].isNull {
      guard request["variables"].isObject else {
        throw wrongType("\"variables\"", "an object", ["request", "variables"])
      }
      condition.variables = request["variables"]
    }
    return condition
  }

  // MARK: Response

  private func response() throws(FixtureFault) -> MockResponse {
    let response = json["response"]
    guard response.isObject else { throw wrongType("\"response\"", "an object", ["response"]) }
    try allow(["status", "headers", "body", "delay"], at: ["response"])
    var result: MockResponse
    let body = response["body"]
    let headers = try headers()
    if !response.hasMember("body") {
      result = .status(200)
    } else if let text = body.string, !isJSON(headers) {
      result = .text(text)
    } else if body.hasMember("data") || body.hasMember("errors") {
      result = try graphQLResponse(at: ["response", "body"])
    } else {
      result = .json(body)
    }
    for (name, value) in headers { result = result.header(name, value) }
    if response.hasMember("status") {
      guard let status = response["status"].int, (100...599).contains(status) else {
        throw fault(.invalidStatus(response["status"].description), ["response", "status"])
      }
      result = result.status(status)
    }
    if response.hasMember("delay") {
      guard let seconds = response["delay"].double, seconds >= 0, seconds < 1e6 else {
        throw fault(.invalidDelay, ["response", "delay"])
      }
      result = result.delay(.seconds(seconds))
    }
    return result
  }

  private func headers() throws(FixtureFault) -> [String: String] {
    let headers = json["response"]["headers"]
    guard !headers.isNull else { return [:] }
    guard let members = headers.members else {
      throw wrongType("\"headers\"", "an object", ["response", "headers"])
    }
    var result: [String: String] = [:]
    for member in members {
      guard let value = member.value.string else {
        throw wrongType(
          "the header field \"\(member.name)\"", "a string", ["response", "headers", member.name])
      }
      result[member.name] = value
    }
    return result
  }

  private func isJSON(_ headers: [String: String]) -> Bool {
    let type = headers.first { $0.key.equalsIgnoringASCIICase("Content-Type") }?.value
    return type?.lowercased().contains("json") == true
  }

  /// A response map (GraphQL, section 7.1).
  private func graphQLResponse(at path: [String]) throws(FixtureFault) -> MockResponse {
    let map = path.reduce(json) { $0[$1] }
    guard map.hasMember("data") || map.hasMember("errors") else { throw fault(.noResponse, path) }
    try allow(["data", "errors", "extensions"], at: path)
    if map.hasMember("data"), !map["data"].isObject, !map["data"].isNull {
      throw wrongType("\"data\"", "an object or null", path + ["data"])
    }
    if map.hasMember("errors") {
      guard let errors = map["errors"].array else {
        throw wrongType("\"errors\"", "a list", path + ["errors"])
      }
      if errors.isEmpty { throw fault(.emptyErrors, path + ["errors"]) }
    }
    return .json(map)
  }

  // MARK: Faults

  private func allow(_ allowed: [String], at path: [String]) throws(FixtureFault) {
    guard let members = path.reduce(json, { $0[$1] }).members else { return }
    for member in members where !allowed.contains(member.name) {
      throw fault(
        .unknownKey(member.name, allowed: allowed), path + [member.name], ofName: true)
    }
  }

  private func wrongType(_ what: String, _ expected: String, _ path: [String]) -> FixtureFault {
    let found = path.reduce(json) { $0[$1] }.kind?.rawValue ?? "nothing"
    return fault(.wrongType(what: what, expected: expected, found: found), path)
  }

  private func fault(
    _ reason: FixtureFault.Reason, _ path: [String], ofName: Bool = false
  ) -> FixtureFault {
    let place = JSONLocator.place(
      of: JSONPath(path.map { .member($0) }), ofName: ofName, in: bytes)
    return FixtureFault(reason: reason, file: display, line: place.line, column: place.column)
  }
}
