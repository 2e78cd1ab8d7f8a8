// A handler as a row of a table, the form in which it reaches another process. What only this process
// can do, such as calling a closure, has no such form.

import Foundation

enum TableRowEncoder {
  /// Writes a handler as a row.
  static func json(of handler: RequestHandler) throws(HandlerEncodingError) -> MockJSON {
    if let error = handler.definitionError { throw .unusable(error) }
    guard case .responses(let responses) = handler.answer else { throw .closure }
    var row: [String: MockJSON] = [
      // Bodies are to be sent as they are: what looks like a template is none.
      "recorded": true, "request": .object(try request(of: handler)),
    ]
    if let limit = handler.limit { row["times"] = .number(limit) }
    if handler.acceptsInvalidRequests { row[TableFile.acceptsInvalidRequestsKey] = true }
    var answers = try responses.map(TableResponseEncoder.json(of:))
    // A list must not be empty; one answer that may be given no times is as good.
    if answers.isEmpty {
      answers = [[:]]
      row["times"] = 0
    }
    row["responses"] = .array(answers)
    return .object(row)
  }

  private static func request(
    of handler: RequestHandler
  ) throws(HandlerEncodingError) -> [String: MockJSON] {
    var request: [String: MockJSON]
    switch handler.target {
    case .operation(let match): request = try operation(match)
    case .http(let match): request = http(match)
    }
    if !handler.headers.isEmpty {
      guard Set(handler.headers.map { $0.name.lowercased() }).count == handler.headers.count else {
        throw .pattern("one header field twice")
      }
      request["headers"] = .object(
        handler.headers.reduce(into: [:]) { headers, header in
          headers[header.name] = header.value.map { .string($0) } ?? .null
        })
    }
    if let endpoint = handler.endpoint {
      request["endpoint"] = .string(endpoint.url.absoluteString)
    }
    if !handler.urlConditions.isEmpty {
      request["url"] = .array(handler.urlConditions.map { .object(http($0)) })
    }
    return request
  }

  private static func operation(
    _ match: RequestHandler.OperationMatch
  ) throws(HandlerEncodingError) -> [String: MockJSON] {
    var request: [String: MockJSON] = [:]
    switch match.name.rule {
    case .any: request["operationNamePattern"] = .null
    case .anonymous: request["anonymous"] = true
    case .exactly(let name): request["operationName"] = .string(name)
    case .prefix(let prefix):
      request["operationNamePattern"] = .string(
        NSRegularExpression.escapedPattern(for: prefix) + ".*")
    case .pattern(let pattern): request["operationNamePattern"] = .string(pattern.text)
    case .predicate: throw .closure
    }
    if let type = match.type { request["type"] = .string(type.rawValue) }
    if let document = match.document { request["query"] = .string(document.text) }
    if let field = match.rootField { request["rootField"] = .string(field) }
    switch match.variables?.rule {
    case .none: break
    case .exactly(let variables)?: request["exactVariables"] = variables
    case .subset(let pattern)?: request["variables"] = try value(of: pattern)
    case .predicate?: throw .closure
    }
    return request
  }

  /// The value that a pattern asks for.
  private static func value(
    of pattern: VariablePattern
  ) throws(HandlerEncodingError) -> MockJSON {
    switch pattern.rule {
    case .value(let value): return value
    case .present: throw .pattern(".present")
    case .absent: throw .pattern(".absent")
    case .array(let patterns): return .array(try patterns.map(value(of:)))
    case .object(let members):
      return .object(
        of: try members.map { member throws(HandlerEncodingError) in
          (member.name, try value(of: member.pattern))
        })
    }
  }

  private static func http(_ match: HTTPMatch) -> [String: MockJSON] {
    var request: [String: MockJSON] = [:]
    if let method = match.method { request["method"] = .string(method) }
    if let host = match.host { request["host"] = .string(host) }
    if let path = match.path { request["path"] = .string(path.text) }
    if !match.query.isEmpty {
      request["queryItems"] = .object(
        match.query.mapValues { $0.map { .string($0) } ?? .null })
    }
    return request
  }
}

/// Why a handler, or a response, can't reach another process.
indirect enum HandlerEncodingError: Error, Sendable, Equatable {
  /// It calls a closure.
  case closure
  /// It asks for something that no value of JSON says.
  case pattern(String)
  /// It answers with an error that is no `URLError`.
  case error(String)
  /// It answers with a body that is damaged on its way, or after a random time.
  case fault
  /// It answers with events that a closure or the test gives.
  case sequence
  case response(ResponseWritingError)
  /// It could not be used in this process either.
  case unusable(String)
}

extension HandlerEncodingError: CustomStringConvertible {
  var description: String {
    switch self {
    case .closure: "it has a closure, which can't leave this process; give responses instead"
    case .pattern(let name): "it asks for \(name), which a launch plan can't state; give a value"
    case .error(let error):
      "it answers with an error that is no URLError, which can't leave this process: \(error)"
    case .fault: "it answers with a fault, or after a random time, which no launch plan can state"
    case .sequence:
      "it answers with events of a sequence or of the test, which can't leave this process; give a list"
    case .response(let error): error.description
    case .unusable(let reason): reason
    }
  }
}
