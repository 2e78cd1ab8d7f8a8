// What the journal of an app must not tell: what stands under a secret name, and the values that were
// sent under such names wherever they turn up.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ExchangeSecrets: Sendable {
  let redaction: Redaction
  private let values: [String]

  /// A name with its value: in a form, in a header field, in JSON that is cut short.
  private static let pair = try? NSRegularExpression(
    pattern: #"([_A-Za-z][-_0-9A-Za-z]*)("?\s*[=:]\s*)("(?:[^"\\]|\\.)*"?|[^\s,&;)}\]"'<>]+)"#)

  /// Header fields whose values are URLs.
  private static let urlFields: Set<String> = ["location", "content-location", "referer"]

  /// - Parameter exchange: The exchange; nil where something went wrong without one.
  init(_ exchange: MockExchange?, _ redaction: Redaction) {
    self.redaction = redaction
    guard let exchange else {
      values = []
      return
    }
    let request = exchange.urlRequest
    var sent = exchange.operations.map(\.variables)
    if exchange.operations.isEmpty, let body = request.httpBody {
      if let json = try? MockJSON(parsing: body) {
        sent.append(json)
      } else if let text = String(data: body, encoding: .utf8) {
        sent.append(Self.object(QueryItems(form: text)))
      }
    }
    sent.append(Self.object(QueryItems(request.url)))
    values = redaction.secrets(
      in: .array(sent), headers: request.allHTTPHeaderFields ?? [:])
  }

  /// Items as an object.
  private static func object(_ items: QueryItems) -> MockJSON {
    MockJSON(.object(JSONMembers(items.items.map { ($0.name, .string($0.value)) })))
  }

  /// Any text without secrets.
  func text(_ text: String) -> String {
    var result = redaction.text(text, without: values)
    guard let pair = Self.pair else { return SecretNames.replacement }
    let whole = NSRange(result.startIndex..., in: result)
    for match in pair.matches(in: result, range: whole).reversed() {
      guard let name = Range(match.range(at: 1), in: result),
        redaction.isSecret(member: String(result[name])),
        let value = Range(match.range(at: 3), in: result)
      else { continue }
      result.replaceSubrange(value, with: SecretNames.replacement)
    }
    return result
  }

  /// A URL without secrets; the parameters of GraphQL are told elsewhere.
  func url(_ url: URL, isGraphQL: Bool) -> String {
    url.redacted(
      // Not every platform takes the signs of the replacement in a URL.
      as: "%3Credacted%3E", dropping: isGraphQL ? ["query", "variables", "extensions"] : [],
      where: redaction.isSecret(member:))
  }

  func headers(_ headers: [String: String]) -> MockJSON {
    .object(headers.reduce(into: [:]) { $0[$1.key] = .string(field($1.key, $1.value)) })
  }

  private func field(_ name: String, _ value: String) -> String {
    if redaction.isSecret(header: name) { return SecretNames.replacement }
    if Self.urlFields.contains(name.lowercased()), let url = URL(string: value) {
      return redaction.text(self.url(url, isGraphQL: false), without: values)
    }
    return redaction.text(value, without: values)
  }

  /// JSON, as variables and as a response.
  func json(_ json: MockJSON) -> MockJSON {
    redaction.response(redaction.variables(json), without: values)
  }
}
