// Redacts a whole exchange: what is a secret in one place is one in every other.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ExchangeRedactor: Sendable {
  let redaction: Redaction
  /// The rules for the request, and for messages about it.
  private let rules: SecretRules
  /// The rules for the response, which know aliases as well.
  private let responseRules: SecretRules
  private let parts: Parts
  /// What is a secret by its name, its shape or its place.
  private let found: Findings

  /// What an exchange consists of.
  private struct Parts: Sendable {
    var request: URLRequest?
    var operations: [OperationRequest] = []
    var response: ExchangeResponse?
  }

  private struct Findings: Sendable {
    var secrets: Set<ContiguousArray<UInt8>> = []
    /// Whether there is nothing at all to replace, so that all parts stay as they are.
    var isEmpty = true

    init(_ log: RedactionLog) { add(log) }

    mutating func add(_ log: RedactionLog) {
      secrets.formUnion(log.secrets)
      if !log.places.isEmpty { isEmpty = false }
    }
  }

  /// - Parameters:
  ///   - operations: The operations of the request; none in plain HTTP.
  ///   - response: The answer, if there is one: it may tell secrets that the request holds as well.
  init(
    _ redaction: Redaction, request: URLRequest?, operations: [OperationRequest],
    response: ExchangeResponse? = nil
  ) {
    let parts = Parts(request: request, operations: operations, response: response)
    var rules = redaction.rules
    var responseRules = rules
    for operation in operations {
      guard let document = Self.parsed(operation) else { continue }
      rules.variables.merge(DocumentRedaction.secretVariables(of: document, rules)) { $1 }
      responseRules.aliases.merge(DocumentRedaction.secretAliases(of: document, rules)) { $1 }
    }
    let log = RedactionLog()
    Self.walkRequest(parts, rules, log)
    Self.walkResponse(parts, rules, responseRules, log)
    self.init(redaction, parts, rules, responseRules, Findings(log))
  }

  private init(
    _ redaction: Redaction, _ parts: Parts, _ rules: SecretRules, _ responseRules: SecretRules,
    _ found: Findings
  ) {
    self.redaction = redaction
    self.parts = parts
    self.found = found
    var (rules, responseRules) = (rules, responseRules)
    rules.known = Self.known(found.secrets, rules)
    responseRules.known = rules.known
    self.rules = rules
    self.responseRules = responseRules
  }

  /// A redactor of the same request with its answer, which may tell more secrets.
  func answered(_ response: ExchangeResponse) -> ExchangeRedactor {
    var (parts, rules, responseRules, found) = (parts, rules, responseRules, found)
    parts.response = response
    rules.known = KnownSecrets()
    responseRules.known = rules.known
    let log = RedactionLog()
    Self.walkResponse(parts, rules, responseRules, log)
    found.add(log)
    return ExchangeRedactor(redaction, parts, rules, responseRules, found)
  }

  /// The document of an operation, which was parsed before as a rule.
  private static func parsed(_ operation: OperationRequest) -> Document? {
    guard let text = operation.document else { return nil }
    return operation.selectedOperation?.document ?? (try? Document.parse(text).get())
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
    let isClean = found.isEmpty && parts.operations.contains { $0.variables == variables }
    let redacted =
      isClean ? variables : JSONRedaction(rules).value(variables, SecretScope(rules))
    return redaction.change?(redacted) ?? redacted
  }

  /// The `extensions` of a request.
  func extensions(_ extensions: MockJSON) -> MockJSON {
    JSONRedaction(rules).value(extensions, SecretScope(rules))
  }

  /// A document, which parses afterwards if it did before.
  func document(_ text: String) -> String {
    String(decoding: DocumentRedaction(rules).text(ContiguousArray(text.utf8)), as: UTF8.self)
  }

  /// The fields of a request or a response.
  func headers(_ headers: [String: String]) -> [String: String] {
    let redaction = HeaderRedaction(rules, nil)
    return headers.reduce(into: [:]) { $0[$1.key] = redaction.value($1.value, of: $1.key) }
  }

  /// The value of a header field.
  func header(_ name: String, _ value: String) -> String {
    HeaderRedaction(rules, nil).value(value, of: name)
  }

  /// A URL, without user information.
  /// - Parameter dropped: Query items that are left out.
  func url(_ url: URL, dropping dropped: Set<String> = []) -> String {
    Self.url(url.absoluteString, rules, nil, dropping: dropped)
  }

  /// Any text: a message, the name of a file.
  func text(_ text: String) -> String {
    var rules = rules
    rules.mayBeCut = true
    let bytes = ContiguousArray(excerpts(in: text).utf8)
    return String(decoding: SecretText.redact(bytes, rules), as: UTF8.self)
  }

  /// The body of the request.
  func requestBody(_ body: Data, contentType: String?) -> Data {
    BodyRedaction(rules, nil, root: SecretScope(rules)).data(body, contentType)
  }

  /// The body of a response, byte for byte but for secrets.
  func responseBody(_ body: Data, contentType: String?) -> Data {
    let isClean =
      found.isEmpty && body == parts.response?.body && contentType == parts.response?.contentType
    let redacted =
      isClean
      ? body
      : BodyRedaction(
        responseRules, nil, root: Self.responseScope(parts, responseRules), isResponse: true
      )
      .data(body, contentType)
    guard let change = redaction.change, let json = try? MockJSON(parsing: redacted) else {
      return redacted
    }
    let changed = change(json)
    return changed == json ? redacted : (try? changed.encoded()) ?? Data()
  }

  /// A response that is JSON.
  func response(_ json: MockJSON) -> MockJSON {
    guard let text = try? json.encoded() else { return .string(SecretNames.replacement) }
    let redacted = responseBody(text, contentType: "application/json")
    if redacted == text { return json }
    return (try? MockJSON(parsing: redacted)) ?? .string(SecretNames.replacement)
  }

  /// What is replaced in the exchange, part by part, without the values.
  func replacements() -> [RedactedPlace] {
    if found.isEmpty { return [] }
    let log = RedactionLog()
    Self.walkRequest(parts, rules, log)
    Self.walkResponse(parts, rules, responseRules, log)
    return log.places
  }

  // MARK: Secrets

  private static func walkRequest(_ parts: Parts, _ rules: SecretRules, _ log: RedactionLog) {
    log.within("request") {
      if let request = parts.request { walk(request, parts.operations, rules, log) }
      for operation in parts.operations { walk(operation, rules, log) }
    }
  }

  private static func walkResponse(
    _ parts: Parts, _ rules: SecretRules, _ responseRules: SecretRules, _ log: RedactionLog
  ) {
    guard let response = parts.response else { return }
    log.within("response") {
      log.within("headers") { walk(response.headers, rules, log) }
      log.within("body") {
        let root = responseScope(parts, responseRules)
        _ = BodyRedaction(responseRules, log, root: root, isResponse: true)
          .data(response.body, response.contentType)
      }
    }
  }

  /// What is known of the root of the answer: a stated path leads from it only where there is no `data`.
  private static func responseScope(_ parts: Parts, _ rules: SecretRules) -> SecretScope {
    parts.operations.isEmpty ? SecretScope(rules) : SecretScope()
  }

  private static func walk(
    _ request: URLRequest, _ operations: [OperationRequest], _ rules: SecretRules,
    _ log: RedactionLog
  ) {
    log.within("url") { _ = url(request.url?.absoluteString ?? "", rules, log, dropping: []) }
    log.within("headers") { walk(request.allHTTPHeaderFields ?? [:], rules, log) }
    // The body of an operation is told by its parts, but for the other parts of a form.
    let type = request.value(ofHeader: "Content-Type")
    guard let body = request.httpBody,
      operations.isEmpty || type?.lowercased().hasPrefix("multipart/") == true
    else { return }
    log.within("body") {
      _ = BodyRedaction(rules, log, root: SecretScope(rules)).data(body, type)
    }
  }

  private static func walk(
    _ operation: OperationRequest, _ rules: SecretRules, _ log: RedactionLog
  ) {
    log.within("variables") {
      _ = JSONRedaction(rules, log).value(operation.variables, SecretScope(rules))
    }
    log.within("extensions") {
      _ = JSONRedaction(rules, log).value(operation.extensions, SecretScope(rules))
    }
    guard let text = operation.document else { return }
    let redaction = DocumentRedaction(rules, log)
    log.within("query") {
      if let document = operation.selectedOperation?.document {
        _ = redaction.document(document)
      } else {
        _ = redaction.text(ContiguousArray(text.utf8))
      }
    }
  }

  private static func walk(_ headers: [String: String], _ rules: SecretRules, _ log: RedactionLog) {
    let redaction = HeaderRedaction(rules, log)
    for (name, value) in headers.orderedByKey() {
      log.within(name) { _ = redaction.value(value, of: name) }
    }
  }

  private static func url(
    _ text: String, _ rules: SecretRules, _ log: RedactionLog?, dropping dropped: Set<String>
  ) -> String {
    let strings = JSONRedaction(rules, log, document: DocumentRedaction(rules, log).ifChanged)
    var url = SecretURL(rules: rules, log: log) { strings.string($1, SecretScope(), name: $0) }
    url.dropped = dropped
    return String(decoding: url.url(ContiguousArray(text.utf8)), as: UTF8.self)
  }

  /// Values that many things have.
  private static let ordinary: Set<String> = [
    "true", "false", "null", "none", "undefined", "basic", "bearer", "password", "secret", "token",
  ]

  /// The secrets as they may be spelled in other places.
  private static func known(
    _ secrets: Set<ContiguousArray<UInt8>>, _ rules: SecretRules
  ) -> KnownSecrets {
    var found: [(text: ContiguousArray<UInt8>, replacement: ContiguousArray<UInt8>)] = []
    for text in secrets {
      let secret = ContiguousArray(text[SecretReplacement.schemeLength(text)...])
      add(secret, rules, &found)
      // The password of Basic credentials (RFC 7617).
      guard text.count > secret.count, let pair = Base64.decode(secret),
        let colon = pair.firstIndex(of: 0x3A)
      else { continue }
      add(ContiguousArray(pair[(colon + 1)...]), rules, &found)
    }
    return KnownSecrets(found)
  }

  private static func add(
    _ secret: ContiguousArray<UInt8>, _ rules: SecretRules,
    _ found: inout [(text: ContiguousArray<UInt8>, replacement: ContiguousArray<UInt8>)]
  ) {
    guard secret.count >= KnownSecrets.shortest, !SecretReplacement.isReplacement(secret),
      !ordinary.contains(String(decoding: secret, as: UTF8.self).lowercased())
    else { return }
    let replacement = rules.replacement(of: secret)
    found.append((secret, replacement))
    let encoded = PercentEncoding.encode(secret)
    if encoded != secret { found.append((encoded, PercentEncoding.encode(replacement))) }
    let quoted = ContiguousArray(JSONRedaction.quoted(secret).dropFirst().dropLast())
    if quoted != secret { found.append((quoted, replacement)) }
  }

  // MARK: Messages

  /// A message with excerpts of documents that do not parse as they may be shown: a window may have
  /// cut off the name of a secret that only the user's names tell.
  private func excerpts(in text: String) -> String {
    var result = text
    for document in documents() {
      guard case .failure(let error) = Document.parse(document), !error.excerpt.isEmpty,
        result.contains(error.excerpt)
      else { continue }
      result = result.replacingOccurrences(
        of: error.excerpt, with: error.excerpt(of: document, rules))
    }
    return result
  }

  /// The documents of a request that was refused.
  private func documents() -> [ContiguousArray<UInt8>] {
    guard parts.operations.isEmpty, let request = parts.request else { return [] }
    if let body = request.httpBody {
      guard let text = (try? MockJSON(parsing: body))?["query"].string else {
        return [ContiguousArray(body)]
      }
      return [ContiguousArray(text.utf8)]
    }
    return QueryItems(request.url).values(of: "query").map { ContiguousArray($0.utf8) }
  }
}

extension DocumentRedaction {
  /// A document without secrets; nil if the text is no document, or has none.
  func ifChanged(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    let redacted = self.text(text)
    return redacted == text ? nil : redacted
  }
}
