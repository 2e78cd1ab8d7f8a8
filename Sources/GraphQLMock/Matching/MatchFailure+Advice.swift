// What to write so that a request has its answer: a handler, a file, or a recording.

import Foundation

extension MatchFailure {
  var adviceLines: [String] {
    switch context.intent {
    case .elsewhere(_, let endpoints)?:
      let stated = endpoints.map(\.url.absoluteString).joined(separator: " or ")
      let url = subject.url?.absoluteString ?? ""
      return Self.labelled("fix", ["send it to \(stated), or state \(url) as the endpoint"])
    case .broken?:
      return Self.labelled("add", [httpHandler])
        + Self.labelled("or state", ["endpoints:, if it was meant as a GraphQL request"])
    case nil: break
    }
    guard let operation = subject.operation else { return Self.labelled("add", [httpHandler]) }
    let variables = distinctive(of: operation)
    let data = data(for: operation)
    var lines = Self.labelled("add", [handler(for: operation, data, variables)])
    let table = tables.lazy.compactMap { table in
      table.advice(for: operation, data: data, variables: variables)
    }
    switch table.first {
    case .create(let path, let content)?:
      lines += Self.labelled(
        "or file", [path, JSONWriter.describe(content, limit: Self.contentLimit)])
    case .rename(let path, let name)?:
      lines += Self.labelled("or rename", [path, "to \(name)"])
    case nil: break
    }
    if context.testName != nil || context.recording != nil {
      lines += Self.labelled("record", [RecordCommand.line(for: context.testName)])
    }
    return lines
  }

  /// How many characters of a file's content a message shows.
  private static let contentLimit = 4_000
  /// How many characters of made-up data a message shows; a skeleton is shorter.
  private static let madeUpLimit = 600
  /// How many variables a handler states.
  private static let variableLimit = 5

  // MARK: Handlers

  private var httpHandler: String {
    let path = subject.url?.path(percentEncoded: false) ?? "/"
    let method = subject.method == "GET" ? "" : ", method: \(subject.method.swiftLiteral)"
    return ".http(\(path.swiftLiteral)\(method), .status(200))"
  }

  /// The line of Swift that would handle the request.
  private func handler(
    for operation: OperationRequest, _ data: MockJSON, _ variables: MockJSON?
  ) -> String {
    let factory = operation.type?.rawValue ?? "operation"
    let name =
      operation.name.map { $0.shortened(to: String.nameLimit).swiftLiteral } ?? ".anonymous"
    let condition = variables.map { ", variables: \(SwiftLiteral.pattern(of: $0))" } ?? ""
    let response = ".data(\(SwiftLiteral.text(of: data)))"
    let answer = operation.type == .subscription ? ".events([\(response)])" : response
    return ".\(factory)(\(name)\(condition), \(answer))"
  }

  /// Data in the shape of the selection set; where there is a schema, with values of the right types.
  private func data(for operation: OperationRequest) -> MockJSON {
    if let data = context.data, SwiftLiteral.text(of: data).count <= Self.madeUpLimit {
      return data
    }
    guard let selected = operation.selectedOperation else { return [:] }
    return ResponseSkeleton.data(
      for: selected.operation, of: selected.document, variables: operation.coercedVariables)
  }

  /// The variables by which handlers and fixtures of this operation are told apart; nil if they are
  /// not.
  private func distinctive(of operation: OperationRequest) -> MockJSON? {
    var names: [String] = []
    func add(_ name: String) {
      if names.count < Self.variableLimit, !names.contains(name) { names.append(name) }
    }
    for difference in nearest.filter(\.isOfTheSameOperation).flatMap(\.differences) {
      guard case .variables(let differences) = difference else { continue }
      for path in differences.compactMap(\.path) {
        if case .member(let name)? = path.components.dropFirst().first { add(name) }
      }
      if differences == [.refused] { operation.variables.members?.forEach { add($0.name) } }
    }
    guard !names.isEmpty else { return nil }
    let variables = operation.coercedVariables
    return MockJSON(.object(JSONMembers(names.map { ($0, variables[$0]) })))
  }
}

extension MatchFailure.NearMiss {
  /// Whether only variables, documents and the like tell it from what was asked for.
  fileprivate var isOfTheSameOperation: Bool {
    !differences.contains { difference in
      switch difference {
      case .name, .nameCase, .isAnonymous, .isNamed, .type, .notGraphQL: true
      default: false
      }
    }
  }
}

extension VariableDifference {
  /// Where the difference is; nil if a closure found it.
  fileprivate var path: JSONPath? {
    switch self {
    case .value(let difference): difference.path
    case .missing(let path), .unexpected(let path, _): path
    case .refused: nil
    }
  }
}
