// The message about an unhandled request. Some test runners show only its first line.

import Foundation

extension MatchFailure: CustomStringConvertible {
  var description: String {
    var lines = ["Unhandled \(title); \(cause)"]
    lines += requestLines
    lines += nearestLines
    lines += elsewhereLines
    lines += context.recording.map { Self.labelled("recording", [$0.description]) } ?? []
    lines += adviceLines
    return lines.joined(separator: "\n")
  }

  static func labelled(_ label: String, _ texts: [String]) -> [String] {
    texts.enumerated().map { index, text in
      "  " + (index == 0 ? label + ":" : "").padding(toLength: 11, withPad: " ", startingAt: 0)
        + text
    }
  }

  // MARK: First line

  private var title: String {
    switch context.intent {
    case .elsewhere(let operations, _)?: operations.map(\.title).joined(separator: " + ")
    case .broken?, nil: request.operation?.title ?? "request \(shown.line)"
    }
  }

  var cause: String {
    switch context.intent {
    case .broken(let error)?: return "it isn't a GraphQL request: \(error.shownMessage)"
    case .elsewhere(_, let endpoints)?:
      guard let endpoint = endpoints.first else { return "it was not sent to the endpoint" }
      let difference = endpoint.difference(from: request.url).map { ": \(shown.hiding($0))" } ?? ""
      return "it was not sent to the endpoint \(endpoint.url.absoluteString)\(difference)"
    case nil: break
    }
    if request.operation?.name == nil, let identifierCause { return identifierCause }
    if let first = nearest.first {
      return "nearest is \(first.candidate.shortSummary(of: first.differences, isWhole: areAlike))"
    }
    let handlers = "no handlers are registered"
    let tables = tables.map(\.name)
    guard !tables.isEmpty, request.operation != nil else { return handlers }
    return "\(handlers), and nothing similar is in \(tables.joined(separator: ", "))"
  }

  private var identifierCause: String? {
    guard request.operation?.unknownIdentifier != nil else { return nil }
    guard let count = context.documentCount else {
      return "no documents are known; set ServiceOptions(documents:)"
    }
    return "the \(count) known document\(count == 1 ? " doesn't" : "s don't") match"
  }

  // MARK: Lines about the request

  private var requestLines: [String] {
    switch context.intent {
    case .broken(let error)?: return Self.labelled("error", error.detailLines)
    case .elsewhere(let operations, let endpoints)?:
      let others = endpoints.dropFirst().map(\.url.absoluteString)
      return Self.labelled("received", [shown.line])
        + (operations.count == 1 ? operations.flatMap(variableLines) : [])
        + (others.isEmpty ? [] : Self.labelled("endpoints", others))
    case nil: break
    }
    guard let operation = request.operation else { return [] }
    let identifier = operation.name.flatMap { _ in operation.unknownIdentifier }.map {
      "\($0.shortened(to: String.nameLimit).swiftLiteral); \(identifierCause ?? "")"
    }
    // A message on a WebSocket is handled as a POST request to its URL with the scheme `http`.
    let url = shown.url?.absoluteString.dropFirst("http".count) ?? ""
    return Self.labelled(
      "received", [context.isOfSocket ? "a message on the WebSocket ws\(url)" : shown.line])
      + Self.labelled("document", [identifier].compactMap { $0 }) + variableLines(operation)
  }

  private func variableLines(_ operation: OperationRequest) -> [String] {
    let variables = operation.variables
    guard variables.members?.isEmpty == false else { return [] }
    return Self.labelled(
      "variables", [JSONWriter.describe(shown.variables(of: operation), limit: Self.variablesLimit)]
    )
  }

  private static let variablesLimit = 400

  // MARK: Lines about handlers, fixtures and recordings

  private var nearestLines: [String] {
    // If there's only one similar handler, the message's first line has already described it.
    if context.intent == nil, nearest.count == 1, hiddenHandlers <= 0, nearest[0].isShort {
      return []
    }
    var texts: [String] = []
    // The message already explains why the request isn't GraphQL, so handlers for operations aren't listed.
    for miss in nearest where context.intent == nil || !miss.isOfAnotherKind {
      texts.append(miss.summary(isWhole: areAlike))
      texts += miss.details.map { "  \($0)" }
    }
    if texts.isEmpty { return [] }
    if hiddenHandlers > 0 {
      texts.append("and \(hiddenHandlers) more handler\(hiddenHandlers == 1 ? "" : "s")")
    }
    return Self.labelled("nearest", texts)
  }

  /// Whether two similar handlers have the same description, so that line numbers are needed.
  private var areAlike: Bool {
    let titles = nearest.map { miss in
      if case .handler(let handler, _) = miss.candidate {
        return "\(handler.title) (\(handler.location))"
      }
      return miss.candidate.title(isWhole: false)
    }
    return Set(titles).count < titles.count
  }

  private var elsewhereLines: [String] {
    guard let handler = context.elsewhere else { return [] }
    let text = """
      \(handler.statement) (\(handler.location)) is registered with a service that belongs to no test: register it \
      with this test's service, or give the client a session of that service
      """
    return Self.labelled("elsewhere", [text])
  }
}

extension MatchFailure.IdleRecording: CustomStringConvertible {
  enum Reason: String, Sendable {
    case modeIsNever = "off, because the mode is .never"
    case environmentSaysNever = "off, because GRAPHQL_MOCK_RECORD is \"never\""
    case isContinuousIntegration = "off, because CI is set and GRAPHQL_MOCK_RECORD isn't"
    case environmentIsUnclear = "off, because GRAPHQL_MOCK_RECORD isn't a mode"
    case isPlainHTTP = "on, but plain HTTP is never recorded"
  }

  var description: String { "\(reason.rawValue); the folder is \(folder)" }
}

extension MatchFailure.Candidate {
  /// - Parameter isWhole: A Boolean value that indicates whether to show all conditions of a handler.
  fileprivate func title(isWhole: Bool) -> String {
    switch self {
    case .handler(let handler, let note):
      "\(isWhole ? handler.statement : handler.title) (\(handler.location)\(note))"
    case .fixture(let file, isRecorded: false): "the fixture \(file)"
    case .fixture(let file, isRecorded: true): "the recording \(file)"
    }
  }

  func shortSummary(of differences: [MatchFailure.Difference], isWhole: Bool) -> String {
    let first = differences[0]
    return "\(title(isWhole: isWhole)): \(first.details.first ?? first.summary)"
  }
}

extension MatchFailure.NearMiss {
  fileprivate func summary(isWhole: Bool) -> String {
    "\(candidate.title(isWhole: isWhole)): \(differences.map(\.summary).joined(separator: "; "))"
  }

  fileprivate var isShort: Bool { differences.count == 1 && differences[0].details.count <= 1 }

  fileprivate var details: [String] { differences.flatMap(\.details) }

  fileprivate var isOfAnotherKind: Bool {
    differences.contains { if case .notGraphQL = $0 { true } else { false } }
  }
}

extension MatchFailure.Difference {
  fileprivate var summary: String {
    switch self {
    case .name(let note): "the name differs\(note)"
    case .nameCase: "the name differs only in upper and lower case"
    case .isAnonymous: "the client's operation has no name"
    case .isNamed: "it only handles operations without a name"
    case .type(let type):
      "it only handles \(type == .query ? "queries" : type.rawValue + "s")"
    case .document: "the document differs"
    case .documentIsUnknown:
      "it matches a document, but the request has only a hash; set ServiceOptions(documents:)"
    case .variables([.refused]): "its closure returned false for the variables"
    case .variables: "the variables differ"
    case .rootField(let name): "the client does not select the root field \(name.swiftLiteral)"
    case .refused: "its closure returned false for the request"
    case .header(let name, let expected, let found): Self.header(name, expected, found)
    case .endpoint(let url, let difference):
      "it only handles requests to \(url.absoluteString), but \(difference)"
    case .http(let reason), .ofTable(let reason): reason
    case .notGraphQL:
      "it handles GraphQL operations, but this is plain HTTP: the request has no \"query\""
    case .usedUp(let count): "already used up (\(count) request\(count == 1 ? "" : "s"))"
    case .declined: "its closure returned nil"
    case .unusable(let reason): "it can't be used: \(reason)"
    case .answersByNameOnly(let name):
      "a fixture variant without \"request\" answers only if it is named, as in "
        + ".fixture(\(name.swiftLiteral))"
    }
  }

  fileprivate var details: [String] {
    switch self {
    case .document(let differences): differences
    case .variables([.refused]): []
    case .variables(let differences): differences.map(\.description)
    default: []
    }
  }

  private static func header(_ name: String, _ expected: String?, _ found: String?) -> String {
    guard let found else { return "the header field \(name) is missing" }
    let expected = expected ?? ""
    return "the header field \(name) is \(found.swiftLiteral), expected \(expected.swiftLiteral)"
      + TextDifference(found, expected: expected).note
  }
}

extension VariablesCondition.Difference: CustomStringConvertible {
  var description: String {
    switch self {
    case .value(let difference): difference.description
    case .elsewhere(let difference, let place): "\(difference); it is in \(place)"
    case .missing(let path): "\(path): expected a value, got nothing"
    case .unexpected(let path, let found):
      "\(path): expected nothing, got "
        + JSONWriter.describe(found, limit: JSONDifference.valueLimit)
    case .refused: "its closure returned false for the variables"
    case .file(let path, let filename):
      "\(path): this is an uploaded file\(filename.map { ", \($0.swiftLiteral)" } ?? ""), whose variable is "
        + "null: match it by `.where { $0.files … }`"
    }
  }
}

extension RequestHandler {
  /// The operation or URL that the handler answers, such as `query "Viewer"`.
  var title: String {
    switch target {
    case .http(let match):
      let target = (match.host ?? "") + (match.path?.text ?? "")
      return [match.method?.uppercased() ?? "http", target].filter { !$0.isEmpty }
        .joined(separator: " ") + match.queryText
    case .operation(let match):
      let type = match.type?.rawValue ?? "operation"
      switch match.name.rule {
      case .exactly(let name): return "\(type) \(name.swiftLiteral)"
      case .prefix(let prefix): return "\(type) \((prefix + "…").swiftLiteral)"
      case .pattern(let pattern): return "\(type) /\(pattern.text)/"
      case .predicate: return "\(type) chosen by a closure"
      case .anonymous: return "anonymous \(type)"
      case .any:
        return match.exactName.map { "\(type) \($0.swiftLiteral)" } ?? "any \(type)"
      }
    }
  }
}
