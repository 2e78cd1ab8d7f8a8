// Which handlers are near a request that none answers, and how near they are.

import Foundation

/// The handlers that may be near a request, in the order in which they are asked.
struct NearHandlers: Sendable {
  /// How many handlers of one name, of no single name, and for plain HTTP are looked at.
  static let limit = 64
  /// How many other names are looked at, those that are most like it.
  static let nameLimit = 12
  /// How many handlers of each of them are looked at.
  static let limitPerName = 4

  /// How much a name weighs against other differences that is so many letters away; 0 is another case.
  static func weight(ofLetters count: Int) -> Int { count == 0 ? 12 : 16 * count }

  var handlers: [RegisteredHandler] = []
  /// How many handlers there are in all.
  var handlerCount = 0
  /// The tables, in the order in which they are asked.
  var tables: [any AnswerTable] = []
}

extension RequestHandler {
  /// How far the handler is from a request: names first, then type, document and variables.
  func roughDistance(to request: ReceivedRequest) -> Int {
    switch (target, request.operation) {
    case (.operation(let match), let operation?):
      var distance = match.name.distance(to: operation.name)
      if let type = match.type, let actual = operation.type, type != actual { distance += 8 }
      if let rootField = match.rootField, !operation.selects(rootField: rootField) { distance += 4 }
      if let document = match.document, !document.matches(operation) { distance += 4 }
      if let variables = match.variables {
        distance += variables.differences(from: operation, limit: 3).count
      }
      return distance + rest(request)
    case (.http(let match), nil):
      return (match.matches(request) ? 0 : 16 * (request.url?.distance(to: match) ?? 8))
        + rest(request)
    case (.http(let match), _?):
      return (match.matches(request) ? 0 : 1_600) + 400 + rest(request)
    case (.operation, nil):
      return 3_200
    }
  }

  private func rest(_ request: ReceivedRequest) -> Int {
    (headers.allSatisfy { $0.matches(request) } ? 0 : 4)
      + (urlConditions.allSatisfy { $0.matches(request) } ? 0 : 4)
      + (endpoint?.matches(request.url) ?? true ? 0 : 4)
  }
}

extension OperationName {
  /// How far a name is from what is asked for.
  fileprivate func distance(to name: String?) -> Int {
    if matches(name) { return 0 }
    var letters = 6
    if let name {
      switch rule {
      case .exactly(let expected):
        letters = EditDistance.between(expected, name, limit: 40)
      case .prefix(let prefix):
        letters = EditDistance.between(prefix, String(name.prefix(prefix.count)), limit: 40)
      case .any, .anonymous, .pattern, .predicate: break
      }
    }
    return NearHandlers.weight(ofLetters: letters)
  }
}

extension URL {
  /// How many letters the path is away from what is asked for.
  fileprivate func distance(to match: HTTPMatch) -> Int {
    EditDistance.between(path(percentEncoded: false), match.path?.text ?? "", limit: 40) + 1
  }
}
