// Redacts a whole exchange: what is a secret in one place is one in every other.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ExchangeRedactor: Sendable, Changeable {
  let redaction: Redaction
  private let request: URLRequest?
  private let operations: [OperationRequest]
  private var response: ExchangeResponse?
  /// The rules for the request, and for messages about it.
  private var rules: SecretRules
  /// The rules for the response, which know aliases as well.
  private var responseRules: SecretRules
  /// What is a secret by its name, its shape or its place.
  private var secrets: Set<ContiguousArray<UInt8>> = []
  /// Whether nothing at all was found.
  private var isEmpty = true
  /// How many secrets other exchanges had told by then.
  private var carriedCount = 0

  /// - Parameters:
  ///   - operations: The operations of the request; none in plain HTTP.
  ///   - response: The answer, if there is one: it may tell secrets that the request holds as well.
  init(
    _ redaction: Redaction, request: URLRequest?, operations: [OperationRequest],
    response: ExchangeResponse? = nil, style: SecretReplacement? = nil
  ) {
    self.redaction = redaction
    self.request = request
    self.operations = operations
    rules = redaction.rules
    carriedCount = rules.carriedCount
    if let style { rules.style = style }
    responseRules = rules
    responseRules.isAnswer = true
    let log = RedactionLog()
    for operation in operations {
      guard let document = operation.document, operation.selectedOperation != nil else { continue }
      let found = SecretRewriter(rules, log).parsed(ContiguousArray(document.utf8)).found
      rules.variables.merge(found.secretVariables) { $1 }
      responseRules.aliases.merge(found.secretAliases) { $1 }
    }
    walkRequest(SecretRewriter(rules, log))
    learn(log)
    if let response { take(response) }
  }

  /// A redactor of the same request with its answer, which may tell more secrets; later exchanges know
  /// what both told.
  func answered(_ response: ExchangeResponse) -> ExchangeRedactor {
    changing { $0.take(response) }
  }

  private mutating func take(_ response: ExchangeResponse) {
    self.response = response
    responseRules.known = KnownSecrets()
    responseRules.enumValues = redaction.enumValues?() ?? []
    let log = RedactionLog()
    let rewriter = SecretRewriter(responseRules, log)
    for (name, value) in response.headers { _ = rewriter.header(value, of: name) }
    _ = rewriter.body(response.body, response.contentType, responseContext)
    learn(log)
    rules.carried?.withLock { [secrets, style = rules.style] in $0.add(secrets, style) }
  }

  /// A redactor of what was sent with an operation.
  init(_ redaction: Redaction, _ operation: OperationRequest) {
    self.init(redaction, request: operation.urlRequest, operations: [operation])
  }

  /// A redactor of an entry of a journal; nil where something went wrong without one.
  init(_ redaction: Redaction, _ exchange: MockExchange?) {
    self.init(
      redaction, request: exchange?.urlRequest, operations: exchange?.operations ?? [],
      response: exchange?.response)
  }

  // MARK: Parts

  /// Whether there is nothing to replace, so that all parts stay as they are.
  private var isClean: Bool { isEmpty && rules.carriedCount == carriedCount }

  /// The variables of an operation.
  /// - Parameter log: Is told what was replaced.
  func variables(_ variables: MockJSON, _ log: RedactionLog? = nil) -> MockJSON {
    let isKnown = isClean && operations.contains { $0.variables == variables }
    let redacted =
      isKnown
      ? variables
      : log.within("request.variables") {
        SecretRewriter(rules, log).value(variables, SecretScope(rules))
      }
    return redaction.change?(redacted) ?? redacted
  }

  /// The `extensions` of a request.
  func extensions(_ extensions: MockJSON) -> MockJSON {
    SecretRewriter(rules).value(extensions, SecretScope(rules))
  }

  /// A document, which parses afterwards if it did before.
  /// - Parameter log: Is told what was replaced.
  func document(_ text: String, _ log: RedactionLog? = nil) -> String {
    if isClean, operations.contains(where: { $0.document == text }) { return text }
    let rewriter = SecretRewriter(rules, log)
    let redacted = log.within("request.query") { rewriter.document(ContiguousArray(text.utf8)) }
    return String(decoding: redacted, as: UTF8.self)
  }

  /// The fields of a request or a response.
  func headers(_ headers: [String: String]) -> [String: String] {
    headers.reduce(into: [:]) { $0[$1.key] = header($1.key, $1.value) }
  }

  /// The value of a header field.
  /// - Parameter log: Is told what was replaced, if it is a field of the response.
  func header(_ name: String, _ value: String, _ log: RedactionLog? = nil) -> String {
    log.within("response.headers.\(name)") { SecretRewriter(rules, log).header(value, of: name) }
  }

  /// A URL, without user information.
  /// - Parameter dropped: Query items that are left out.
  func url(_ url: URL, dropping dropped: Set<String> = []) -> String {
    let text = ContiguousArray(url.absoluteString.utf8)
    return String(decoding: SecretRewriter(rules).url(text, dropping: dropped), as: UTF8.self)
  }

  /// A message without the values that are stated; what else it is made of was redacted before.
  func text(_ text: String) -> String {
    if rules.values.isEmpty { return text }
    return String(decoding: rules.hidingValues(in: ContiguousArray(text.utf8)), as: UTF8.self)
  }

  /// A message that quotes what was sent, without its secrets.
  func quote(_ text: String) -> String { quotes([text])[0] }

  /// Several such messages: what is looked for in them is gathered once.
  func quotes(_ texts: [String]) -> [String] {
    var rules = rules
    rules.known.add(secrets, rules.style, isForMessages: true)
    let rewriter = SecretRewriter(rules)
    return texts.map { text in
      let found = rewriter.search(ContiguousArray(text.utf8))
      return found.map { String(decoding: $0, as: UTF8.self) } ?? text
    }
  }

  /// The body of the request.
  func requestBody(_ body: Data, contentType: String?) -> Data {
    let root = SecretRewriter.BodyContext(root: SecretScope(rules))
    return SecretRewriter(rules).body(body, contentType, root)
  }

  /// The body of a response, byte for byte but for secrets.
  /// - Parameter log: Is told what was replaced.
  func responseBody(_ body: Data, contentType: String?, _ log: RedactionLog? = nil) -> Data {
    let isKnown = isClean && body == response?.body && contentType == response?.contentType
    let redacted =
      isKnown
      ? body
      : log.within("response.body") {
        SecretRewriter(responseRules, log).body(body, contentType, responseContext)
      }
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

  // MARK: Secrets

  /// Knows what was found.
  private mutating func learn(_ log: RedactionLog) {
    if !log.places.isEmpty { isEmpty = false }
    let new = log.secrets.subtracting(secrets)
    secrets.formUnion(new)
    rules.known.add(new, rules.style)
    responseRules.known = rules.known
  }

  private mutating func walkRequest(_ rewriter: SecretRewriter) {
    if let request { walk(request, rewriter) }
    for operation in operations {
      // What is too long for a message is too long to be looked through for it; nobody knows what it holds.
      if rules.style.isShort, operation.variablesSize > Self.longestInMessages {
        isEmpty = false
      } else {
        for value in [operation.variables, operation.extensions] {
          _ = rewriter.value(value, SecretScope(rewriter.rules))
        }
      }
    }
  }

  private static let longestInMessages = 4_194_304

  private func walk(_ request: URLRequest, _ rewriter: SecretRewriter) {
    _ = rewriter.url(ContiguousArray((request.url?.absoluteString ?? "").utf8))
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      _ = rewriter.header(value, of: name)
    }
    // The body of an operation is told by its parts, but for the other parts of a form and of a batch.
    let type = request.value(ofHeader: "Content-Type")
    guard let body = request.httpBody,
      operations.isEmpty || type?.lowercased().hasPrefix("multipart/") == true
        || body.first(where: { !JSONBytes.isWhitespace($0) }) == UInt8(ascii: "[")
    else { return }
    if rules.style.isShort, body.count > Self.longestInMessages { return }
    let context = SecretRewriter.BodyContext(root: SecretScope(rewriter.rules))
    _ = rewriter.body(body, type, context)
  }

  /// What is known of the root of the answer: a stated path leads from it only where there is no `data`.
  private var responseContext: SecretRewriter.BodyContext {
    let root = operations.isEmpty ? SecretScope(responseRules) : SecretScope()
    return SecretRewriter.BodyContext(isResponse: true, root: root)
  }
}
