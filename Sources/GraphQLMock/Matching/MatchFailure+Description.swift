// The message about an unhandled request. Its values come from `mask`, without secrets. Runners may show only one line.

import Foundation

extension MatchFailure: CustomStringConvertible {
  var description: String {
    let recording = context.recording.map { [$0.description] } ?? []
    let lines = ["Unhandled \(title); \(cause)"] + requestLines + nearestLines + otherServiceLines
    return (lines + Self.labelled("recording", recording) + adviceLines).joined(separator: "\n")
  }

  /// The width of "or rename:" and a space. A longer label would be cut off.
  private static let labelWidth = 11

  static func labelled(_ label: String, _ texts: [String]) -> [String] {
    texts.enumerated().map { index, text in
      let head = index == 0 ? label + ":" : ""
      return "  " + head.padding(toLength: labelWidth, withPad: " ", startingAt: 0) + text
    }
  }

  private var title: String {
    switch context.graphQLAttempt {
    case .sentToOtherURL(let operations, _)?: operations.map(\.title).joined(separator: " + ")
    case .broken?, nil: request.operation?.title ?? "request \(mask.line)"
    }
  }

  var cause: String {
    switch context.graphQLAttempt {
    case .broken(let error)?: return "it isn't a GraphQL request: \(error.shownMessage)"
    case .sentToOtherURL(_, let endpoints)?:
      guard let endpoint = endpoints.first else { return "it was not sent to the endpoint" }
      let difference =
        endpoint.difference(from: request.url, showing: mask.part).map { ": \($0)" } ?? ""
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

  private var requestLines: [String] {
    switch context.graphQLAttempt {
    case .broken(let error)?: return Self.labelled("error", error.detailLines)
    case .sentToOtherURL(let operations, let endpoints)?:
      let others = endpoints.dropFirst().map(\.url.absoluteString)
      return Self.labelled("received", [mask.line])
        + (operations.count == 1 ? operations.flatMap(variableLines) : [])
        + Self.labelled("endpoints", others)
    case nil: break
    }
    guard let operation = request.operation else { return [] }
    let identifier = operation.name.flatMap { _ in operation.unknownIdentifier }.map {
      "\($0.nameLiteral); \(identifierCause ?? "")"
    }
    // A message on a WebSocket is handled as a POST request to its URL with the scheme `http`.
    let url = mask.url?.absoluteString.dropFirst("http".count) ?? ""
    return Self.labelled(
      "received", [context.isOfSocket ? "a message on the WebSocket ws\(url)" : mask.line])
      + Self.labelled("document", [identifier].compactMap { $0 }) + variableLines(operation)
  }

  private func variableLines(_ operation: OperationRequest) -> [String] {
    let variables = operation.variables
    guard variables.members?.isEmpty == false else { return [] }
    let shown = JSONWriter.describe(mask.variables(of: operation), limit: Self.variablesLimit)
    return Self.labelled("variables", [shown])
  }

  private static let variablesLimit = 400  // In characters.

  private var nearestLines: [String] {
    // If there's only one similar handler, the message's first line has already described it.
    if context.graphQLAttempt == nil, nearest.count == 1, unlistedHandlerCount == 0,
      nearest[0].isShort
    {
      return []
    }
    var texts: [String] = []
    // The message already explains why the request isn't GraphQL, so handlers for operations aren't listed.
    for miss in nearest where context.graphQLAttempt == nil || !miss.isOfAnotherKind {
      texts.append(miss.summary(isWhole: areAlike))
      texts += miss.details.map { "  \($0)" }
    }
    if texts.isEmpty { return [] }
    if unlistedHandlerCount > 0 {
      texts.append(
        "and \(unlistedHandlerCount) more handler\(unlistedHandlerCount == 1 ? "" : "s")")
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

  private var otherServiceLines: [String] {
    guard let handler = context.otherServiceHandler else { return [] }
    let text =
      "\(handler.statement) (\(handler.location)) is registered with a service that belongs "
      + "to no test: register it with this test's service, or give the client a session of that service"
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
  /// - Parameter isWhole: Whether to show all conditions of a handler.
  fileprivate func title(isWhole: Bool) -> String {
    switch self {
    case .handler(let handler, let note):
      "\(isWhole ? handler.statement : handler.title) (\(handler.location)\(note))"
    case .fixture(let file, isRecorded: false): "the fixture \(file)"
    case .fixture(let file, isRecorded: true): "the recording \(file)"
    }
  }

  func shortSummary(of differences: [MatchDifference], isWhole: Bool) -> String {
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
    differences.contains { if case .kind = $0.part { true } else { false } }
  }
}
