// Redacts a whole exchange: what is a secret in one place is one in every other.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ExchangeRedactor: Sendable {
  let redaction: Redaction
  private var parts: Parts
  /// The rules for the request, and for messages about it.
  private var rules: SecretRules
  /// The rules for the response, which know aliases as well.
  private var responseRules: SecretRules
  /// What is a secret by its name, its shape or its place.
  private(set) var secrets: Set<ContiguousArray<UInt8>> = []
  /// Whether there is nothing at all to replace, so that all parts stay as they are.
  private var isClean = true

  /// What an exchange consists of.
  private struct Parts: Sendable {
    var request: URLRequest?
    var operations: [OperationRequest] = []
    var response: ExchangeResponse?
  }

  /// - Parameters:
  ///   - operations: The operations of the request; none in plain HTTP.
  ///   - response: The answer, if there is one: it may tell secrets that the request holds as well.
  ///   - known: Secrets that other exchanges told.
  init(
    _ redaction: Redaction, request: URLRequest?, operations: [OperationRequest],
    response: ExchangeResponse? = nil, known: Set<ContiguousArray<UInt8>> = [],
    style: SecretRules.Style? = nil
  ) {
    self.redaction = redaction
    parts = Parts(request: request, operations: operations, response: response)
    rules = redaction.rules
    if let style { rules.style = style }
    responseRules = rules
    for operation in operations {
      guard let document = operation.document else { continue }
      let found = SecretRewriter.secrets(of: ContiguousArray(document.utf8), rules)
      rules.variables.merge(found.secretVariables) { $1 }
      responseRules.aliases.merge(found.aliases) { $1 }
    }
    let log = RedactionLog()
    walkRequest(SecretRewriter(rules, log))
    walkResponse(SecretRewriter(responseRules, log))
    learn(log, known)
  }

  /// A redactor of the same request with its answer, which may tell more secrets.
  func answered(
    _ response: ExchangeResponse, known: Set<ContiguousArray<UInt8>> = []
  ) -> ExchangeRedactor {
    var copy = self
    copy.parts.response = response
    copy.responseRules.known = KnownSecrets()
    let log = RedactionLog()
    copy.walkResponse(SecretRewriter(copy.responseRules, log))
    copy.learn(log, known)
    return copy
  }

  /// A redactor of what was sent with an operation.
  init(_ redaction: Redaction, _ operation: OperationRequest, response: ExchangeResponse? = nil) {
    self.init(
      redaction, request: operation.urlRequest, operations: [operation], response: response)
  }

  /// A redactor of an entry of a journal; nil where something went wrong without one.
  init(_ redaction: Redaction, _ exchange: MockExchange?) {
    self.init(
      redaction, request: exchange?.urlRequest, operations: exchange?.operations ?? [],
      response: exchange?.response)
  }

  // MARK: Parts

  /// The variables of an operation.
  func variables(_ variables: MockJSON) -> MockJSON {
    let isKnown = isClean && parts.operations.contains { $0.variables == variables }
    let redacted =
      isKnown ? variables : SecretRewriter(rules).value(variables, SecretScope(rules))
    return redaction.change?(redacted) ?? redacted
  }

  /// The `extensions` of a request.
  func extensions(_ extensions: MockJSON) -> MockJSON {
    SecretRewriter(rules).value(extensions, SecretScope(rules))
  }

  /// A document, which parses afterwards if it did before.
  func document(_ text: String) -> String {
    String(decoding: SecretRewriter(rules).document(ContiguousArray(text.utf8)), as: UTF8.self)
  }

  /// The fields of a request or a response.
  func headers(_ headers: [String: String]) -> [String: String] {
    headers.reduce(into: [:]) { $0[$1.key] = header($1.key, $1.value) }
  }

  /// The value of a header field.
  func header(_ name: String, _ value: String) -> String {
    SecretRewriter(rules).header(value, of: name)
  }

  /// A URL, without user information.
  /// - Parameter dropped: Query items that are left out.
  func url(_ url: URL, dropping dropped: Set<String> = []) -> String {
    let text = ContiguousArray(url.absoluteString.utf8)
    return String(decoding: SecretRewriter(rules).url(text, dropping: dropped), as: UTF8.self)
  }

  /// Any text: a message, the name of a file.
  func text(_ text: String) -> String { MessageRedaction(rules).text(text) }

  /// The body of the request.
  func requestBody(_ body: Data, contentType: String?) -> Data {
    let root = SecretRewriter.BodyContext(root: SecretScope(rules))
    return SecretRewriter(rules).body(body, contentType, root)
  }

  /// The body of a response, byte for byte but for secrets.
  func responseBody(_ body: Data, contentType: String?) -> Data {
    let isKnown =
      isClean && body == parts.response?.body && contentType == parts.response?.contentType
    let redacted =
      isKnown ? body : SecretRewriter(responseRules).body(body, contentType, responseContext)
    guard let change = redaction.change, let json = try? MockJSON(parsing: redacted) else {
      return redacted
    }
    let changed = change(json)
    return changed == json ? redacted : (try? changed.encoded()) ?? Data()
  }

  /// A response that is JSON.
  func response(_ json: MockJSON) -> MockJSON {
    guard let text = try? json.encoded() else { return .string(SecretReplacement.word) }
    let redacted = responseBody(text, contentType: "application/json")
    if redacted == text { return json }
    return (try? MockJSON(parsing: redacted)) ?? .string(SecretReplacement.word)
  }

  /// What is replaced in the exchange, part by part, without the values.
  func replacements() -> [RedactedPlace] {
    if isClean { return [] }
    let log = RedactionLog()
    walkRequest(SecretRewriter(rules, log))
    walkResponse(SecretRewriter(responseRules, log))
    return log.places
  }

  // MARK: Secrets

  /// Knows what was found, and what is known besides.
  private mutating func learn(_ log: RedactionLog, _ known: Set<ContiguousArray<UInt8>>) {
    secrets.formUnion(log.secrets)
    if !log.places.isEmpty || !known.isEmpty { isClean = false }
    rules.known = Self.known(secrets.union(known), rules)
    responseRules.known = rules.known
  }

  private func walkRequest(_ rewriter: SecretRewriter) {
    guard let log = rewriter.log else { return }
    log.within("request") {
      if let request = parts.request { walk(request, rewriter, log) }
      for operation in parts.operations {
        // What is too long for a message is too long to be looked through for it.
        if case .short = rules.style, operation.variablesSize > Self.longestInMessages { continue }
        log.within("variables") {
          _ = rewriter.value(operation.variables, SecretScope(rewriter.rules))
        }
        log.within("extensions") {
          _ = rewriter.value(operation.extensions, SecretScope(rewriter.rules))
        }
        log.within("query") {
          _ = operation.document.map { rewriter.document(ContiguousArray($0.utf8)) }
        }
      }
    }
  }

  private static let longestInMessages = 4_194_304

  private func walk(_ request: URLRequest, _ rewriter: SecretRewriter, _ log: RedactionLog) {
    log.within("url") {
      _ = rewriter.url(ContiguousArray((request.url?.absoluteString ?? "").utf8))
    }
    log.within("headers") { walk(request.allHTTPHeaderFields ?? [:], rewriter, log) }
    // The body of an operation is told by its parts, but for the other parts of a form and of a batch.
    let type = request.value(ofHeader: "Content-Type")
    guard let body = request.httpBody,
      parts.operations.isEmpty || type?.lowercased().hasPrefix("multipart/") == true
        || body.first(where: { !JSONBytes.isWhitespace($0) }) == UInt8(ascii: "[")
    else { return }
    if case .short = rules.style, body.count > Self.longestInMessages { return }
    let context = SecretRewriter.BodyContext(root: SecretScope(rewriter.rules))
    log.within("body") { _ = rewriter.body(body, type, context) }
  }

  private func walkResponse(_ rewriter: SecretRewriter) {
    guard let response = parts.response, let log = rewriter.log else { return }
    log.within("response") {
      log.within("headers") { walk(response.headers, rewriter, log) }
      log.within("body") {
        _ = rewriter.body(response.body, response.contentType, responseContext)
      }
    }
  }

  /// What is known of the root of the answer: a stated path leads from it only where there is no `data`.
  private var responseContext: SecretRewriter.BodyContext {
    let root = parts.operations.isEmpty ? SecretScope(responseRules) : SecretScope()
    return SecretRewriter.BodyContext(isResponse: true, root: root)
  }

  private func walk(
    _ headers: [String: String], _ rewriter: SecretRewriter, _ log: RedactionLog
  ) {
    for (name, value) in headers.orderedByKey() {
      log.within(name) { _ = rewriter.header(value, of: name) }
    }
  }

  /// Values that many things have.
  private static let ordinary: Set<String> = [
    "true", "false", "null", "none", "undefined", "basic", "bearer", "password", "secret", "token",
  ]

  /// The secrets as they may be spelled in other places.
  private static func known(
    _ secrets: Set<ContiguousArray<UInt8>>, _ rules: SecretRules
  ) -> KnownSecrets {
    var known = KnownSecrets()
    for text in secrets {
      let secret = ContiguousArray(text[SecretReplacement.schemeLength(text)...])
      add(secret, rules, &known)
      // The password of Basic credentials (RFC 7617).
      if text.count > secret.count, let pair = Base64.decode(secret),
        let colon = pair.firstIndex(of: UInt8(ascii: ":"))
      {
        add(ContiguousArray(pair[(colon + 1)...]), rules, &known)
      }
      // A message may show one line of several.
      let lines = text.split { $0 == 0x0A || $0 == 0x0D }
      for line in lines where lines.count > 1 {
        let content = ContiguousArray(line.drop { $0 == 0x20 })
        if content.count >= carriedLength { add(content, rules, &known) }
      }
    }
    return known
  }

  private static func add(
    _ secret: ContiguousArray<UInt8>, _ rules: SecretRules, _ known: inout KnownSecrets
  ) {
    guard !SecretReplacement.isReplacement(secret),
      !ordinary.contains(String(decoding: secret, as: UTF8.self).lowercased())
    else { return }
    let replacement = rules.replacement(of: secret)
    known.add(secret, replacement)
    known.add(PercentEncoding.encode(secret), PercentEncoding.encode(replacement))
    known.add(ContiguousArray(SecretRewriter.quoted(secret).dropFirst().dropLast()), replacement)
  }

  /// How long a secret is at least that later exchanges know.
  private static let carriedLength = 8

  /// The secrets that later exchanges know: they are nothing that other things are called.
  var carriedSecrets: Set<ContiguousArray<UInt8>> {
    secrets.filter {
      $0.count >= Self.carriedLength && !SecretShape.isPlain($0)
        && !SecretReplacement.isReplacement($0)
    }
  }
}
