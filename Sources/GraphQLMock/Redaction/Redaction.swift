import Foundation

/// What is taken out of requests and responses before anything is written down.
///
/// Members and header fields that are named like a password, a token, a secret, an API key or a cookie
/// are always redacted, wherever they stand, and so are the values that were sent under such names
/// when they turn up elsewhere. More can be named:
///
/// ```swift
/// Redaction(headers: ["X-Device"], members: ["iban"], paths: ["user.address.street"])
/// ```
/// A request is redacted in the same way before it is held against a recording.
public struct Redaction: Sendable {
  let headers: [String]
  let members: [String]
  let paths: [[String]]
  let change: (@Sendable (MockJSON) -> MockJSON)?

  /// Names what is redacted besides the usual secrets.
  /// - Parameters:
  ///   - headers: Names of header fields, whatever their case.
  ///   - members: Names of members, wherever they stand, whatever their case.
  ///   - paths: Paths in the variables and in the response, such as `user.email`; a list is passed
  ///     through to its elements. In a response a path starts below `data`.
  ///   - change: What changes the variables, and the whole response, at last; it must give the same
  ///     for the same value.
  public init(
    headers: [String] = [], members: [String] = [], paths: [String] = [],
    change: (@Sendable (MockJSON) -> MockJSON)? = nil
  ) {
    self.headers = headers
    self.members = members
    self.paths = paths.map { $0.split(separator: ".").map(String.init) }
    self.change = change
  }

  private static let replacement = MockJSON.string(SecretNames.replacement)

  func isSecret(header name: String) -> Bool {
    SecretNames.contains(name) || headers.contains { $0.equalsIgnoringASCIICase(name) }
  }

  func isSecret(member name: String) -> Bool {
    SecretNames.contains(name) || members.contains { $0.equalsIgnoringASCIICase(name) }
  }

  /// Redacts the variables of a request.
  func variables(_ variables: MockJSON) -> MockJSON {
    let redacted = paths.reduce(byName(variables)) { Self.replace($1[...], in: $0) }
    return change?(redacted) ?? redacted
  }

  /// Redacts the body of a response.
  /// - Parameter secrets: Values that must not be in it.
  func response(_ body: MockJSON, without secrets: [String]) -> MockJSON {
    let redacted = paths.reduce(byName(body)) { Self.replace((["data"] + $1)[...], in: $0) }
    let changed = change?(redacted) ?? redacted
    return secrets.isEmpty ? changed : Self.remove(secrets, from: changed)
  }

  /// Redacts a body of text.
  func text(_ text: String, without secrets: [String]) -> String {
    secrets.reduce(text) { $0.replacingOccurrences(of: $1, with: SecretNames.replacement) }
  }

  /// Redacts the strings in a document that stand under a secret name, in such a way that it stays a
  /// document.
  func document(_ text: String) -> String { SecretNames.redact(stringsInDocument: text) }

  /// The texts that were sent under secret names; short ones would be found everywhere.
  func secrets(in variables: MockJSON, headers: [String: String]) -> [String] {
    var found: Set<String> = []
    collect(variables, isSecret: false, into: &found)
    for (name, value) in headers where isSecret(header: name) {
      found.insert(value)
      if let token = value.split(separator: " ").last { found.insert(String(token)) }
    }
    return found.filter { $0.utf8.count >= 4 }.ordered { $0.utf8.count > $1.utf8.count }
  }

  private func collect(_ json: MockJSON, isSecret: Bool, into found: inout Set<String>) {
    if isSecret, let text = json.string { found.insert(text) }
    for element in json.array ?? [] { collect(element, isSecret: isSecret, into: &found) }
    if let members = json.members {
      for member in members {
        collect(
          member.value, isSecret: isSecret || self.isSecret(member: member.name), into: &found)
      }
    }
  }

  private func byName(_ json: MockJSON) -> MockJSON {
    json.redactingSecrets(where: isSecret(member:))
  }

  private static func replace(_ path: ArraySlice<String>, in json: MockJSON) -> MockJSON {
    if let array = json.array { return .array(array.map { replace(path, in: $0) }) }
    guard let step = path.first else { return json.isNull ? json : replacement }
    guard let members = json.members else { return json }
    return MockJSON(
      .object(
        JSONMembers(
          members.map {
            ($0.name, $0.name == step ? replace(path.dropFirst(), in: $0.value) : $0.value)
          })))
  }

  private static func remove(_ secrets: [String], from json: MockJSON) -> MockJSON {
    if let text = json.string {
      return .string(
        secrets.reduce(text) { $0.replacingOccurrences(of: $1, with: SecretNames.replacement) })
    }
    if let array = json.array { return .array(array.map { remove(secrets, from: $0) }) }
    guard let members = json.members else { return json }
    return MockJSON(
      .object(JSONMembers(members.map { ($0.name, remove(secrets, from: $0.value)) })))
  }
}
