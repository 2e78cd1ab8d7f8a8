// How far handlers are from a request, and what keeps them from answering it.

import Foundation

extension MatchFailure {
  /// How much a letter of a name weighs against other differences.
  static let nameWeight = 16
}

extension RequestHandler {
  /// How far the handler is from a request: names first, then type, document and variables.
  func roughDistance(to subject: MatchSubject) -> Int {
    switch (target, subject.operation) {
    case (.operation(let match), let operation?):
      var distance = match.name.distance(to: operation.name) * MatchFailure.nameWeight
      if let type = match.type, let actual = operation.type, type != actual { distance += 8 }
      if let rootField = match.rootField, !operation.selects(rootField: rootField) { distance += 4 }
      if let document = match.document, !document.matches(operation) { distance += 4 }
      if let variables = match.variables {
        distance += variables.differences(from: operation, limit: 3).count
      }
      return distance + rest(subject)
    case (.http(let match), nil):
      return (match.matches(subject) ? 0 : 16 * (subject.url?.distance(to: match) ?? 8))
        + rest(subject)
    case (.http(let match), _?):
      return (match.matches(subject) ? 0 : 1_600) + 400 + rest(subject)
    case (.operation, nil):
      return 3_200
    }
  }

  private func rest(_ subject: MatchSubject) -> Int {
    (headers.allSatisfy { $0.matches(subject) } ? 0 : 4)
      + (urlConditions.allSatisfy { $0.matches(subject) } ? 0 : 4)
      + (endpoint?.matches(subject.url) ?? true ? 0 : 4)
  }

  /// Everything that keeps the handler from matching.
  func differences(from subject: MatchSubject) -> [MatchFailure.Difference] {
    var found: [MatchFailure.Difference] = []
    if let definitionError { found.append(.unusable(reason: definitionError)) }
    switch (target, subject.operation) {
    case (.operation(let match), let operation?):
      found += match.differences(from: operation, skippingDocument: definitionError != nil)
    case (.operation, nil):
      found.append(.notGraphQL)
    case (.http(let match), _):
      if let difference = match.difference(from: subject) {
        found.append(.http(reason: difference))
      }
    }
    for header in headers where !header.matches(subject) {
      found.append(
        .header(name: header.name, expected: header.value, found: subject.header(header.name)))
    }
    if let endpoint, let difference = endpoint.difference(from: subject.url) {
      found.append(.endpoint(endpoint.url, difference))
    }
    for condition in urlConditions {
      if let difference = condition.difference(from: subject) {
        found.append(.http(reason: difference))
      }
    }
    return found
  }
}

extension OperationMatch {
  fileprivate func differences(
    from operation: OperationRequest, skippingDocument: Bool
  ) -> [MatchFailure.Difference] {
    var found: [MatchFailure.Difference] = []
    if !name.matches(operation.name), name.patternError == nil {
      found.append(name.difference(from: operation.name))
    }
    if let type, let actual = operation.type, type != actual { found.append(.type(type)) }
    if let rootField, !operation.selects(rootField: rootField) {
      found.append(.rootField(rootField))
    }
    if let document, !skippingDocument, !document.matches(operation) {
      found.append(
        operation.selectedOperation == nil
          ? .documentIsUnknown : .document(document.differences(from: operation)))
    }
    if let variables {
      let differences = variables.differences(
        from: operation, limit: MatchFailure.differenceLimit)
      if !differences.isEmpty { found.append(.variables(differences)) }
    }
    return found
  }
}

extension DocumentMatch {
  /// The first differences between an operation's document and the one that is asked for.
  func differences(from operation: OperationRequest) -> [SelectionDifference] {
    guard let actual = operation.selectedOperation,
      case .success(let document) = Document.parse(text),
      case .success(let expected) = document.selectOperation(named: operationName)
    else { return [] }
    return CanonicalDocument.firstDifferences(
      between: CanonicalDocument(expected, in: document),
      and: CanonicalDocument(actual.operation, in: actual.document),
      limit: MatchFailure.differenceLimit)
  }
}

extension OperationName {
  /// How many letters a name is away from what is asked for.
  fileprivate func distance(to name: String?) -> Int {
    if matches(name) { return 0 }
    guard let name else { return 6 }
    switch rule {
    case .exactly(let expected): return EditDistance.between(expected, name, limit: 40)
    case .prefix(let prefix):
      return EditDistance.between(prefix, String(name.prefix(prefix.count)), limit: 40)
    case .any, .anonymous, .pattern, .predicate: return 6
    }
  }

  /// Why a name is none that is asked for.
  fileprivate func difference(from name: String?) -> MatchFailure.Difference {
    if case .anonymous = rule { return .isNamed }
    guard let name else { return .isAnonymous }
    guard case .exactly(let expected) = rule else { return .name }
    return expected.equalsIgnoringCase(name) ? .nameCase : .name
  }
}

extension URL {
  /// How many letters the path is away from what is asked for.
  fileprivate func distance(to match: HTTPMatch) -> Int {
    EditDistance.between(path(percentEncoded: false), match.path?.text ?? "", limit: 40) + 1
  }
}
