// What is known of a request that nothing answers: facts only. The wording is in
// `MatchFailure+Description.swift`.

import Foundation

struct MatchFailure: Error, Sendable {
  /// A handler that nearly fits, or that no longer does.
  struct NearMiss: Sendable {
    let handler: RequestHandler
    let differences: [Difference]
  }

  /// What keeps a handler from answering.
  enum Difference: Sendable {
    case name
    case isAnonymous
    case isNamed
    case type(OperationType)
    case document([SelectionDifference])
    /// The request names its document by a hash, and nobody knows which it is.
    case documentIsUnknown
    case variables([VariableDifference])
    case rootField(String)
    case header(name: String, expected: String?, found: String?)
    case endpoint(URL)
    case http(reason: String)
    case notGraphQL
    case usedUp(count: Int)
    case declined
    case unusable(reason: String)
  }

  let subject: MatchSubject
  /// The nearest handlers, the nearest first, three at most.
  let nearest: [NearMiss]
  let handlerCount: Int
  /// The fixture tables that were asked.
  let tables: [String]
  /// The test that runs, for the command that records; nil if it is not known.
  var testName: String?

  /// What was recorded for the operation and its variables, but for another document.
  let recorded: [TableNearMiss]

  static let nearMissLimit = 3
  static let differenceLimit = 3

  /// Finds out why none of the handlers answers.
  /// - Parameters:
  ///   - candidates: All handlers, in the order in which they are asked.
  ///   - usedUp: How often each was chosen, or nil if it is not used up.
  ///   - testName: The test that runs, if it is known.
  ///   - nearRecordings: What was recorded for other documents of the operation.
  init(
    subject: MatchSubject, candidates: [RegisteredHandler],
    usedUp: (RegisteredHandler) -> Int?, testName: String? = nil,
    nearRecordings: [TableNearMiss] = []
  ) {
    recorded = Array(nearRecordings.prefix(Self.nearMissLimit))
    self.subject = subject
    self.testName = testName
    let handlers = candidates.filter { $0.handler != nil }
    handlerCount = handlers.count
    tables = candidates.compactMap {
      if case .table(let table) = $0.source, !table.name.isEmpty { table.name } else { nil }
    }
    // A rough distance for all of them, the exact differences for the nearest only.
    var nearest: [(distance: Int, order: Int, entry: RegisteredHandler)] = []
    for (order, entry) in handlers.enumerated() {
      guard let distance = entry.handler?.roughDistance(to: subject) else { continue }
      if nearest.count == Self.nearMissLimit, let last = nearest.last, distance >= last.distance {
        continue
      }
      let index = nearest.firstIndex { distance < $0.distance } ?? nearest.endIndex
      nearest.insert((distance, order, entry), at: index)
      if nearest.count > Self.nearMissLimit { nearest.removeLast() }
    }
    self.nearest = nearest.compactMap { _, _, entry in
      guard let handler = entry.handler else { return nil }
      var differences = handler.differences(from: subject)
      if differences.isEmpty {
        differences = [usedUp(entry).map { .usedUp(count: $0) } ?? .declined]
      }
      return NearMiss(handler: handler, differences: differences)
    }
  }
}

extension RequestHandler {
  /// How far the handler is from a request: names first, then type, document and variables.
  fileprivate func roughDistance(to subject: MatchSubject) -> Int {
    switch (target, subject.operation) {
    case (.operation(let match), let operation?):
      var distance = match.name.distance(to: operation.name) * 16
      if let type = match.type, let actual = operation.type, type != actual { distance += 8 }
      if let rootField = match.rootField, !operation.selects(rootField: rootField) { distance += 4 }
      if let document = match.document, !document.matches(operation) { distance += 4 }
      if let variables = match.variables {
        distance += min(variables.differences(from: operation, limit: 3).count, 3)
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
  fileprivate func differences(from subject: MatchSubject) -> [MatchFailure.Difference] {
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
    if let endpoint, !endpoint.matches(subject.url) { found.append(.endpoint(endpoint.url)) }
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
      if case .anonymous = name.rule {
        found.append(.isNamed)
      } else {
        found.append(operation.name == nil ? .isAnonymous : .name)
      }
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
}

extension URL {
  /// How many letters the path is away from what is asked for.
  fileprivate func distance(to match: HTTPMatch) -> Int {
    EditDistance.between(path(percentEncoded: false), match.path?.text ?? "", limit: 40) + 1
  }
}
