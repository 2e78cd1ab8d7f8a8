// What a request that nothing answers is told: what it was, what there is, what to write.

import Foundation

struct MissMessage: Sendable, CustomStringConvertible {
  let subject: MatchSubject
  /// The method of the HTTP request.
  let method: String
  let handlers: [RequestHandler]
  let tables: [String]

  init(subject: MatchSubject, method: String, in registry: HandlerRegistry) {
    self.subject = subject
    self.method = method
    let all = registry.all
    handlers = all.compactMap { if case .handler(let handler) = $0.source { handler } else { nil } }
    tables = all.compactMap { if case .table(let table) = $0.source { table.name } else { nil } }
  }

  /// How many handlers a message lists.
  private static let listed = 8

  var description: String {
    var lines = [headline, registered]
    if !tables.isEmpty { lines.append("  fixtures: \(tables.joined(separator: ", "))") }
    lines.append("  add:      \(suggestion)")
    return lines.joined(separator: "\n")
  }

  private var headline: String {
    guard let operation = subject.operation else {
      return "Unhandled request \(method) \(subject.url?.absoluteString ?? "without a URL")"
    }
    let variables = operation.variables
    return "Unhandled \(operation.title)"
      + (variables.members?.isEmpty == false ? " with variables \(variables)" : "")
  }

  private var registered: String {
    guard !handlers.isEmpty else { return "  handlers: none is registered" }
    let names = handlers.prefix(Self.listed).map { "\($0.title) (\($0.location))" }
    let more = handlers.count - names.count
    return "  handlers: " + names.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
  }

  private var suggestion: String {
    guard let operation = subject.operation else {
      let path = subject.url?.path(percentEncoded: false) ?? "/"
      return ".http(path: \(Self.literal(path)), .status(200))"
    }
    let type = operation.type?.rawValue ?? "operation"
    let name = operation.name.map(Self.literal) ?? ".anonymous"
    return ".\(type)(\(name), .data([...]))"
  }

  /// A text as a literal of Swift.
  static func literal(_ text: String) -> String { String(reflecting: text) }
}

extension OperationRequest {
  /// Type and name, such as `query "Viewer"`.
  var title: String {
    let type = type?.rawValue ?? "operation"
    return name.map { "\(type) \(MissMessage.literal($0))" } ?? "anonymous \(type)"
  }
}

extension RequestHandler {
  /// What the handler takes, such as `query "Viewer"`.
  var title: String {
    switch target {
    case .http(let match):
      return "http \(match.host ?? "")\(match.path ?? "")"
    case .operation(let match):
      let type = match.type?.rawValue ?? "operation"
      switch match.name.rule {
      case .exactly(let name): return "\(type) \(MissMessage.literal(name))"
      case .anonymous: return "anonymous \(type)"
      case .any: return "any \(type)"
      }
    }
  }
}
