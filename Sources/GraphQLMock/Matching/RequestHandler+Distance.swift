import Foundation

extension RequestHandler {
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
      if !isAccepted(operation) { distance += 1 }
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
    return HandlerRegistry.NearHandlers.weight(ofLetters: letters)
  }
}

extension URL {
  fileprivate func distance(to match: HTTPMatch) -> Int {
    EditDistance.between(path(percentEncoded: false), match.path?.text ?? "", limit: 40) + 1
  }
}
