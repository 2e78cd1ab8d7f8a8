import Foundation

/// A JSON value in a file, which may be missing, with its location for error messages.
///
/// `Fixtures/fixture.schema.json` and `Fixtures/table.schema.json` state the same types and ranges for editors. Tests
/// find a schema that accepts too much, but not one that accepts too little.
struct FixtureParser: Sendable, Changeable {
  let bytes: ContiguousArray<UInt8>
  let display: String
  /// The folder of files that the value names, or nil outside of a table.
  let folder: TableFolder?
  /// Whether a string in the file may have a `$`, which begins a template. It may be written as `\u0024`.
  let mayHaveTemplates: Bool
  private let bodyRanges = OnceValue<[JSONPath: Range<Int>]>()
  private(set) var json: MockJSON
  private(set) var path = JSONPath()
  /// Whether the file contains the value, which may be null. A missing value is read as null.
  private(set) var isStated = true

  init(_ data: Data, display: String, folder: TableFolder?) throws(FixtureError) {
    bytes = ContiguousArray(data)
    mayHaveTemplates = ["$", "\\u"].contains { data.range(of: Data($0.utf8)) != nil }
    self.display = display
    self.folder = folder
    let parsed = try Self.parse(bytes, display: display)
    // The member `$schema` is only for editors, which validate the file with a JSON schema.
    json = parsed.has("$schema") ? .object(of: parsed.pairs.filter { $0.0 != "$schema" }) : parsed
  }

  static func parse(
    _ bytes: ContiguousArray<UInt8>, display: String
  ) throws(FixtureError) -> MockJSON {
    switch JSONParser.parse(bytes, repeatedMembers: .areErrors) {
    case .success(let parsed): return parsed
    case .failure where bytes.prefix(2).contains(where: { $0 == 0 || $0 >= 0xFE }):
      throw FixtureError(
        reason: .sentence("this is UTF-16 or UTF-32; save it as UTF-8"), file: display)
    case .failure(let error):
      throw FixtureError(
        reason: error.isTooDeep ? .sentence(error.reason) : .json(error.reason), file: display,
        line: error.line, column: error.column)
    }
  }

  subscript(name: String) -> FixtureParser {
    changing { ($0.json, $0.path, $0.isStated) = (json[name], path[name], json.has(name)) }
  }

  private subscript(index: Int) -> FixtureParser {
    changing { ($0.json, $0.path) = (json[index], path[index]) }
  }

  /// The byte range of the value in `bytes` if its member is named `body`. Copies of the parser share the search.
  var bodyRange: Range<Int>? {
    bodyRanges.value { JSONPlaces.ranges(in: bytes) { $0.last == .member("body") } }[path]
  }

  // MARK: Values, nil where they are missing or null

  func text(_ what: String? = nil) throws(FixtureError) -> String? {
    if json.isNull { return nil }
    guard let text = json.string else { throw wrongType("a string", what) }
    return text
  }

  func object(_ what: String? = nil) throws(FixtureError) -> MockJSON? {
    if json.isNull { return nil }
    guard json.isObject else { throw wrongType("an object", what) }
    return json
  }

  func list() throws(FixtureError) -> [FixtureParser]? {
    if json.isNull { return nil }
    guard let list = json.array else { throw wrongType("a list") }
    return list.indices.map { self[$0] }
  }

  func texts() throws(FixtureError) -> [String] {
    let what = "an element of \(name)"
    return try (try list() ?? []).map { element throws(FixtureError) in
      try element.requiredText(what)
    }
  }

  private func requiredText(_ what: String? = nil) throws(FixtureError) -> String {
    guard let text = try text(what) else { throw wrongType("a string", what) }
    return text
  }

  func headerFields() throws(FixtureError) -> [(String, [String])] {
    try (try object()?.pairs ?? []).map { name, _ throws(FixtureError) in
      if self[name].json.array != nil { return (name, try self[name].texts()) }
      return (name, [try self[name].requiredText("the header field \"\(name)\"")])
    }
  }

  /// Returns the members of an object of strings by name. The value nil, written as null, stands for any value.
  func pairs() throws(FixtureError) -> [(key: String, value: String?)]? {
    try object()?.pairs.ordered { $0.0 < $1.0 }.map { name, _ throws(FixtureError) in
      (name, try self[name].text())
    }
  }

  func textsByName() throws(FixtureError) -> [(String, String)]? {
    try object()?.pairs.map { name, _ throws(FixtureError) in
      (name, try self[name].requiredText())
    }
  }

  func url() throws(FixtureError) -> URL? {
    guard let text = try text() else { return nil }
    if let url = URL(string: text), url.host != nil { return url }
    throw error(.sentence("\"\(text)\" isn't a URL"))
  }

  func base64() throws(FixtureError) -> Data? {
    guard let text = try text() else { return nil }
    if let bytes = Data(base64Encoded: text) { return bytes }
    throw error(.sentence("\(name) is not base64"))
  }

  // MARK: Values that must not be null

  func count() throws(FixtureError) -> Int? {
    guard isStated else { return nil }
    guard let count = json.int, count >= 0 else { throw mustBe("a whole number, 0 or more") }
    return count
  }

  func seconds() throws(FixtureError) -> Duration? {
    guard isStated else { return nil }
    guard Self.isDelay(json), let seconds = json.double else {
      throw mustBe("a number of seconds from 0 to less than 1,000,000")
    }
    return .seconds(seconds)
  }

  static func isDelay(_ json: MockJSON) -> Bool {
    json.isNull || json.double.map { $0 >= 0 && $0 < 1e6 } == true
  }

  func mark() throws(FixtureError) -> Bool {
    guard isStated else { return false }
    guard json.bool == true else { throw mustBe("true; leave it out otherwise") }
    return true
  }

  private var name: String {
    guard case .member(let name)? = path.components.last else { return "an element" }
    return "\"\(name)\""
  }

  func allow(_ keys: [String]) throws(FixtureError) {
    for (key, _) in json.pairs where !keys.contains(key) {
      throw self[key].error(.unknownKey(key, allowed: keys), ofName: true)
    }
  }

  func refuse(_ key: String, with other: String) -> FixtureError {
    self[other].error(.twoContents(key, other), ofName: true)
  }

  func wrongType(_ expected: String, _ what: String? = nil) -> FixtureError {
    let found = isStated ? json.kind?.rawValue ?? "nothing" : "nothing"
    return error(.wrongType(what: what ?? name, expected: expected, found: found))
  }

  func mustBe(_ expected: String) -> FixtureError {
    error(.sentence("\(name) must be \(expected)"))
  }

  /// - Parameter ofName: Whether the error is in the key, or else in the value.
  func error(
    _ reason: FixtureError.Reason, at other: JSONPath? = nil, ofName: Bool = false
  ) -> FixtureError {
    let position = JSONPlaces.position(of: other ?? path, ofName: ofName, in: bytes)
    return FixtureError(reason: reason, file: display, line: position.line, column: position.column)
  }
}

extension MockJSON {
  /// Creates a JSON array with the lines of a GraphQL document, or a string for a document of one line.
  init(document: String) {
    let lines = document.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    self =
      lines.count > 1
      ? .array(lines.map { .string(String(decoding: $0, as: UTF8.self)) }) : .string(document)
  }

  var documentText: String? {
    guard let array else { return string }
    let lines = array.compactMap(\.string)
    return lines.count == array.count ? lines.joined(separator: "\n") : nil
  }
}
