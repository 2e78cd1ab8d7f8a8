// What the parsers of fixture files have in common: the text with its positions, and the form of
// requests and responses.

import Foundation

struct FixtureParser: Sendable {
  let bytes: ContiguousArray<UInt8>
  let json: MockJSON
  /// How messages name the file.
  let display: String
  /// Where files that a response names are; nil where there is no table.
  let folder: TableFolder?
  /// Whether a `$` may be in the text, as itself or as an escape.
  let mayHaveTemplates: Bool

  init(_ data: Data, display: String, folder: TableFolder?) throws(FixtureError) {
    bytes = ContiguousArray(data)
    mayHaveTemplates = ["$", "\\u"].contains { data.range(of: Data($0.utf8)) != nil }
    self.display = display
    self.folder = folder
    switch JSONParser.parse(bytes, repeatedMembers: .areErrors) {
    case .success(let parsed):
      // Editors keep the schema's location in the file; it is no part of a fixture.
      json =
        parsed.has("$schema") ? .object(of: parsed.pairs.filter { $0.0 != "$schema" }) : parsed
    case .failure where bytes.prefix(2).contains(where: { $0 == 0 || $0 >= 0xFE }):
      throw FixtureError(
        reason: .sentence("this is UTF-16 or UTF-32; save it as UTF-8"), file: display)
    case .failure(let error):
      throw FixtureError(
        reason: error.isTooDeep ? .sentence(error.reason) : .json(error.reason), file: display,
        line: error.line, column: error.column)
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
  func document(at path: JSONPath, operationName: String?) throws(FixtureError) -> RequestHandler
    .DocumentMatch?
  {
    let text = value(at: path)["query"].documentText
    guard let query = try text == nil ? string("query", at: path) : text else { return nil }
    let document = RequestHandler.DocumentMatch(query, operationName: operationName)
    if case .failure(let error) = document.key {
      throw makeError(.document(String(describing: error)), path["query"])
    }
    return document
  }

  /// A member that is an object or not there.
  func object(_ name: String, at path: JSONPath) throws(FixtureError) -> MockJSON? {
    let found = value(at: path)[name]
    guard !found.isNull else { return nil }
    guard found.isObject else {
      throw wrongType("\"\(name)\"", "an object", path[name])
    }
    return found
  }

  static let onlyTrue = "true; leave it out otherwise"

  /// A URL with a host.
  func url(_ text: String, at path: JSONPath) throws(FixtureError) -> URL {
    guard let url = URL(string: text), url.host != nil else {
      throw makeError(.sentence("\"\(text)\" is no URL"), path)
    }
    return url
  }

  func string(_ name: String, at path: JSONPath) throws(FixtureError) -> String? {
    let found = value(at: path)[name]
    guard !found.isNull else { return nil }
    guard let text = found.string else {
      throw wrongType("\"\(name)\"", "a string", path[name])
    }
    return text
  }

  // MARK: Errors

  func allow(_ allowed: [String], at path: JSONPath) throws(FixtureError) {
    guard let members = value(at: path).members else { return }
    for member in members where !allowed.contains(member.name) {
      throw makeError(.unknownKey(member.name, allowed: allowed), path[member.name], ofName: true)
    }
  }

  func wrongType(_ what: String, _ expected: String, _ path: JSONPath) -> FixtureError {
    let found = isThere(path) ? value(at: path).kind?.rawValue ?? "nothing" : "nothing"
    return makeError(.wrongType(what: what, expected: expected, found: found), path)
  }

  func mustBe(_ expected: String, _ owner: JSONPath, _ name: String) -> FixtureError {
    makeError(.sentence("\"\(name)\" must be \(expected)"), owner[name])
  }

  private func isThere(_ path: JSONPath) -> Bool {
    guard case .member(let name)? = path.components.last else { return true }
    return value(at: JSONPath(path.components.dropLast())).has(name)
  }

  func makeError(
    _ reason: FixtureError.Reason, _ path: JSONPath, ofName: Bool = false
  ) -> FixtureError {
    let position = JSONPlaces.position(of: path, ofName: ofName, in: bytes)
    return FixtureError(reason: reason, file: display, line: position.line, column: position.column)
  }
}

extension MockJSON {
  /// A document as files have it: the list of its lines, so that a changed field is one changed line, or
  /// the text where it is one line.
  init(document: String) {
    let lines = document.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    self =
      lines.count > 1
      ? .array(lines.map { .string(String(decoding: $0, as: UTF8.self)) }) : .string(document)
  }

  /// The document that a file states; nil if it is neither a text nor a list of lines.
  var documentText: String? {
    guard let array else { return string }
    let lines = array.compactMap(\.string)
    return lines.count == array.count ? lines.joined(separator: "\n") : nil
  }
}
