// The fuzzed functions, each with a property that must hold for any bytes. libFuzzer itself finds
// traps, hangs and excessive memory use.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import GraphQLMock

struct FuzzTarget: Sendable {
  let name: String
  let run: @Sendable (ContiguousArray<UInt8>) -> Void

  nonisolated(unsafe) static var current: FuzzTarget?  // set once, before anything runs

  static let all = [
    lexer, key, json, body, fixture, template, archive, plan, journal, form, redactor, schema,
    socket,
  ]

  /// Ends the process, which libFuzzer reports as a finding.
  static func require(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { fatalError(what()) }
  }

  // MARK: Documents

  /// Stripping is idempotent and doesn't change the parsed document.
  static let lexer = FuzzTarget(name: "lexer") { bytes in
    guard case .success(let once) = DocumentStripper.text(bytes.span) else {
      if case .success = Document.parse(bytes) { require(false, "parsed what has no tokens") }
      return
    }
    guard case .success(let twice) = DocumentStripper.text(once.span) else {
      return require(false, "can't be stripped twice")
    }
    require(once == twice, "stripped twice is another text")
    switch (Document.parse(bytes), Document.parse(once)) {
    case (.success(let whole), .success(let stripped)):
      require(whole.nodes.map(\.kind) == stripped.nodes.map(\.kind), "stripped is another tree")
    case (.failure, .failure): break
    default: require(false, "only one of both parses")
    }
  }

  /// Ignored tokens don't change the match key of a document.
  static let key = FuzzTarget(name: "key") { bytes in
    guard let text = String(validating: bytes, as: UTF8.self),
      let key = try? MatchKey(document: text),
      case .success(let stripped) = DocumentStripper.text(bytes.span)
    else { return }
    let same = try? MatchKey(document: String(decoding: stripped, as: UTF8.self))
    require(same == key, "another key without what is ignored")
    require((try? MatchKey(document: "# \n,\(text)\n#")) == key, "another key with a comment")
  }

  /// A redacted document parses, contains no secret, and doesn't change when redacted again.
  static let redactor = FuzzTarget(name: "redactor") { bytes in
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    if text.utf8.first == UInt8(ascii: "{"), let json = try? MockJSON(parsing: text) {
      var request = URLRequest(url: URL(fileURLWithPath: "/graphql"))
      request.httpMethod = "POST"
      request.httpBody = Data(bytes)
      let redactor = RequestRedactor(Redaction(), request: request, operations: [])
      let redacted = redactor.requestBody(Data(bytes), contentType: "application/json")
      require((try? MockJSON(parsing: redacted)) != nil, "no JSON any more")
      // Only whole secrets count: `4711` isn't part of `147110`.
      let words = Set(
        redacted.split { !KnownSecrets.isWordByte($0) }.map { String(decoding: $0, as: UTF8.self) })
      for secret in plantedSecrets(in: json) {
        require(
          !words.contains(secret),
          "the secret \(secret) is in \(String(decoding: redacted, as: UTF8.self))")
      }
    } else if case .success(let document) = Document.parse(bytes) {
      let redactor = RequestRedactor(Redaction(), request: nil, operations: [])
      let once = redactor.document(text)
      guard case .success(let redacted) = Document.parse(once) else {
        return require(false, "no document any more: \(once)")
      }
      require(redacted.nodes.map(\.kind) == document.nodes.map(\.kind), "another tree: \(once)")
      require(redactor.document(once) == once, "redacted twice is another text: \(once)")
    } else {
      _ = RequestRedactor(Redaction(values: ["key"]), request: nil, operations: []).value(text)
    }
  }

  /// The values of members called `password`, if they look like those of the seeds.
  private static func plantedSecrets(in json: MockJSON) -> [String] {
    var found: [String] = []
    var pending = [json]
    while let value = pending.popLast() {
      pending += value.array ?? []
      for (name, member) in value.object ?? [:] {
        if name == "password", let text = member.string, text.hasPrefix("s3cr3t"),
          text.utf8.count >= 12,
          text.utf8.allSatisfy({ $0.isDigit || ($0 | 0x20) &- 0x61 < 26 })
        {
          found.append(text)
        }
        pending.append(member)
      }
    }
    return found
  }

  static let schema = FuzzTarget(name: "schema") { bytes in
    guard let types = try? ServiceSchema.read([("fuzz.graphqls", bytes)]),
      let operation = try? OperationRequest(
        fuzzedRequest("query ($a: Int) { a b: c(d: $a) { ...F } } fragment F on T { e }", [:]))
    else { return }
    _ = RequestValidator(types: types, rules: .deployed).errors(in: operation)
  }

  // MARK: JSON

  /// A value that is read and written has the same meaning.
  static let json = FuzzTarget(name: "json") { bytes in
    for repeated in [JSONParser.RepeatedMembers.lastWins, .areErrors] {
      guard case .success(let json) = JSONParser.parse(bytes, repeatedMembers: repeated) else {
        continue
      }
      guard let text = try? json.encoded(), let again = try? MockJSON(parsing: text) else {
        return require(false, "can't be written and read again")
      }
      require(again == json && again.hashValue == json.hashValue, "another value: \(again)")
      require(json.matches(json, .exact), "no match of itself")
    }
  }

  /// The result doesn't depend on where a body is cut.
  static let body = FuzzTarget(name: "body") { bytes in
    guard let first = bytes.first else { return }
    let body = ContiguousArray(bytes.dropFirst())
    var decoder = JSONBodyDecoder()
    var start = 0
    while start < body.count {
      let end = min(body.count, start + Int(first % 16) + 1)
      let chunk = body[start..<end]
      decoder.push(chunk.span)
      start = end
    }
    require(
      decoder.finish(body: Data(body)) == JSONBodyDecoder.decode(Data(body)),
      "cuts change the result")
  }

  // MARK: Files

  static let fixture = FuzzTarget(name: "fixture") { bytes in
    guard let name = FixtureName(file: "Name.variant.json") else { return }
    _ = try? FixtureFile.parse(
      Data(bytes), name: name, display: "fuzz", folder: TableFolder(url: emptyFolder))
    _ = try? HandlerForm.handlers(
      ofTable: Data(bytes), display: "fuzz", path: "/fuzz", folder: TableFolder(url: emptyFolder))
  }

  /// A well-formed template can be filled in, and the result isn't a template.
  static let template = FuzzTarget(name: "template") { bytes in
    guard let file = try? FixtureParser(Data(bytes), display: "fuzz", folder: nil),
      (try? FixtureTemplate.check(file.json, in: file)) != nil,
      let operation = try? OperationRequest(
        fuzzedRequest("query ($l: [Int]) { a }", ["l": [1, [2, 3], ["m": 4]], "t": "text"]))
    else { return }
    _ = try? FixtureTemplate.fill(file.json, for: operation)
  }

  static let archive = FuzzTarget(name: "archive") { bytes in
    if case .success(let entries) = HTTPArchiveEntry.list(in: Data(bytes)) {
      for entry in entries { _ = HTTPArchiveEntry(entry) }
    }
  }

  static let plan = FuzzTarget(name: "plan") { bytes in
    _ = LaunchPlan.read(String(decoding: bytes, as: UTF8.self))
  }

  /// Lines may arrive one by one or all at once.
  static let journal = FuzzTarget(name: "journal") { bytes in
    var whole = JournalLines()
    whole.add(Data(bytes))
    var parts = JournalLines()
    for line in bytes.split(separator: 0x0A) { parts.add(Data(line + [0x0A])) }
    require(whole.requests.map(\.id) == parts.requests.map(\.id), "other requests")
    require(whole.failures == parts.failures, "other failures")
  }

  // MARK: The wire

  static let form = FuzzTarget(name: "form") { bytes in
    let body = Data(bytes)
    let form = MultipartForm(body, contentType: "multipart/form-data; boundary=b")
    for part in form.parts {
      require(0 <= part.content.lowerBound && part.content.upperBound <= body.count, "outside")
    }
    _ = try? UploadForm.read(form, of: body)
  }

  /// One message per line.
  ///
  /// After the end, the machine sends and starts nothing, and open operations are stopped.
  static let socket = FuzzTarget(name: "socket") { bytes in
    for dialect in SocketMessage.Dialect.allCases {
      var machine = SocketStateMachine(dialect)
      var isClosed = false
      for line in bytes.split(separator: 0x0A) {
        var actions = machine.received(Data(line))
        if actions.contains(where: { if case .decide = $0 { true } else { false } }) {
          actions += machine.accepted(payload: nil)
        }
        for action in actions {
          if case .stop = action { continue }
          require(!isClosed, "something after the end")
          if case .close = action { isClosed = true }
        }
      }
      require(!isClosed || machine.operations.isEmpty, "something goes on after the end")
    }
  }

  // MARK: Help

  private static let emptyFolder: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("GraphQLMock-fuzz")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }()

  private static func fuzzedRequest(_ query: String, _ variables: MockJSON) throws -> URLRequest {
    var request = URLRequest(url: URL(fileURLWithPath: "/graphql"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try MockJSON.object(["query": .string(query), "variables": variables])
      .encoded()
    return request
  }
}
