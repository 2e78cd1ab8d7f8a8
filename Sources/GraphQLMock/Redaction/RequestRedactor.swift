import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Redacts a request and its response. A secret in one of them is replaced everywhere in both.
struct RequestRedactor: Sendable, Changeable {
  let redaction: Redaction
  private let isOperation: Bool
  private var rules: SecretRules
  /// `rules` with the aliases of the documents, and the enum values of the schema after `take`.
  private var responseRules: SecretRules
  /// The secrets of the request and, after `take`, of the response.
  private(set) var secrets: Set<ByteText> = []

  init(
    _ redaction: Redaction, request: URLRequest?, operations: [OperationRequest],
    response: SentResponse? = nil, recorded: Set<ByteText> = [], isAsRecorded: Bool = false,
    style: SecretReplacement? = nil
  ) {
    self.redaction = redaction
    isOperation = !operations.isEmpty
    rules = redaction.rules(style)
    rules.recorded = recorded
    rules.isAsRecorded = isAsRecorded
    responseRules = rules
    responseRules.isResponse = true
    let log = RedactionLog()
    for operation in operations {
      guard let document = operation.selectedOperation?.document else { continue }
      let found = SecretRewriter(rules, log).parsed(document).found
      rules.variables.merge(found.variables) { $0.merging($1) }
      responseRules.aliases.merge(found.secretAliases) { $0.merging($1) }
    }
    let rewriter = SecretRewriter(rules, log)
    if let request { walk(request, rewriter) }
    for value in operations.flatMap({ [$0.variables, $0.extensions] }) {
      _ = rewriter.value(value, SecretScope(rules))
    }
    learn(log)
    if let response { take(response) }
  }

  private func walk(_ request: URLRequest, _ rewriter: SecretRewriter) {
    _ = rewriter.url(ContiguousArray((request.url?.absoluteString ?? "").utf8))
    for (name, value) in request.allHTTPHeaderFields ?? [:] { _ = rewriter.header(value, of: name) }
    // If the body has one operation, its variables and extensions are searched by the caller instead.
    let type = request.value(ofHeader: "Content-Type")
    guard let body = request.httpBody else { return }
    if !isOperation || type?.lowercased().hasPrefix("multipart/") == true {
      _ = rewriter.body(body, type, isResponse: false, root: SecretScope(rules))
    } else if body.first(where: { !JSONBytes.isWhitespace($0) }) == UInt8(ascii: "["),
      let remembered = rules.remembered
    {
      // A secret in one request of a batch is hidden in the others, too.
      remembered.search(body) {
        let log = RedactionLog()
        _ = SecretRewriter(rules, log).body(body, type, isResponse: false, root: SecretScope(rules))
        remembered.known.withLock { $0.add(log.secrets, rules.style) }
      }
    }
  }

  /// Returns a copy of the redactor that replaces the secrets in the response, too.
  func answered(_ response: SentResponse) -> RequestRedactor { changing { $0.take(response) } }

  private mutating func take(_ response: SentResponse) {
    responseRules.known = KnownSecrets()
    responseRules.enumValues = redaction.enumValues?() ?? []
    let log = RedactionLog()
    let rewriter = SecretRewriter(responseRules, log)
    for (name, value) in response.headers { _ = rewriter.header(value, of: name) }
    _ = rewriter.body(response.body, response.contentType, isResponse: true, root: responseRoot)
    learn(log)
    rememberSecrets()
  }

  /// Hides the secrets in later requests, too, if the redaction remembers secrets.
  func rememberSecrets() { rules.remembered?.known.withLock { $0.add(secrets, rules.style) } }

  private mutating func learn(_ log: RedactionLog) {
    rules.known.add(log.secrets.subtracting(secrets), rules.style)
    secrets.formUnion(log.secrets)
    responseRules.known = rules.known
  }

  init(
    _ redaction: Redaction, _ operation: OperationRequest, recorded: Set<ByteText> = [],
    isAsRecorded: Bool = false
  ) {
    self.init(
      redaction, request: operation.urlRequest, operations: [operation], recorded: recorded,
      isAsRecorded: isAsRecorded)
  }

  func variables(_ variables: MockJSON, _ log: RedactionLog? = nil) -> MockJSON {
    let redacted = log.within("request.variables") {
      SecretRewriter(rules, log).value(variables, SecretScope(rules))
    }
    return redaction.change?(redacted) ?? redacted
  }

  func extensions(_ extensions: MockJSON) -> MockJSON {
    SecretRewriter(rules).value(extensions, SecretScope(rules))
  }

  func document(_ text: String, _ log: RedactionLog? = nil) -> String {
    log.within("request.query") { redacting(text) { SecretRewriter(rules, log).document($0) } }
  }

  func headers(_ headers: HeaderFields) -> HeaderFields { headers.mapValues { header($0, $1) } }

  func header(_ name: String, _ value: String, _ log: RedactionLog? = nil) -> String {
    log.within("response.headers.\(name)") { SecretRewriter(rules, log).header(value, of: name) }
  }

  func url(_ url: URL, dropping dropped: Set<String> = []) -> String {
    redacting(url.absoluteString) { SecretRewriter(rules).url($0, dropping: dropped) }
  }

  func line(of request: URLRequest) -> String {
    "\(request.httpMethod ?? "GET") \(request.url.map { url($0) } ?? "")"
  }

  func body(of request: URLRequest) -> Data? {
    request.httpBody.map { requestBody($0, contentType: request.value(ofHeader: "Content-Type")) }
  }

  func requestBody(_ body: Data, contentType: String?) -> Data {
    SecretRewriter(rules).body(body, contentType, isResponse: false, root: SecretScope(rules))
  }

  /// Redacts the body of a response. All bytes outside of secrets stay the same.
  func responseBody(_ body: Data, contentType: String?, _ log: RedactionLog? = nil) -> Data {
    let redacted = log.within("response.body") {
      SecretRewriter(responseRules, log).body(
        body, contentType, isResponse: true, root: responseRoot)
    }
    guard let change = redaction.change, let json = try? MockJSON(parsing: redacted) else {
      return redacted
    }
    let changed = change(json)
    return changed == json ? redacted : (try? changed.encoded()) ?? Data()
  }

  /// In a GraphQL response, the paths of ``Redaction`` start at `data` instead of the root.
  private var responseRoot: SecretScope { isOperation ? SecretScope() : SecretScope(responseRules) }

  /// Redacts a response, or a part of one that is at its place.
  func response(_ json: MockJSON) -> MockJSON {
    guard let text = try? json.encoded() else { return .string(SecretReplacement.word) }
    let redacted = responseBody(text, contentType: "application/json")
    if redacted == text { return json }
    return (try? MockJSON(parsing: redacted)) ?? .string(SecretReplacement.word)
  }

  /// Redacts a message, whose own words must not be taken for secrets.
  func text(_ text: String) -> String { redaction.text(text) }

  /// Redacts a text of the request or response. A whole secret becomes `SecretReplacement.word`.
  func value(_ text: String) -> String {
    if secrets.contains(ContiguousArray(text.utf8)) { return SecretReplacement.word }
    return redacting(text) { SecretRewriter(rules).text($0) }
  }

  func literal(_ text: String) -> String {
    let value = text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
    if secrets.contains(ContiguousArray(value.utf8)) { return SecretReplacement.word }
    // Only a document is scanned, so the value is made an argument.
    let (start, end) = ("{a(b: ", ")}")
    let redacted = redacting(start + text + end) { SecretRewriter(rules).document($0) }
    return String(redacted.dropFirst(start.count).dropLast(end.count))
  }

  private func redacting(_ text: String, _ rewrite: (ByteText) -> ByteText) -> String {
    String(decoding: rewrite(ContiguousArray(text.utf8)), as: UTF8.self)
  }
}
