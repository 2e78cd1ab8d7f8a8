import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MatchFailure {
  var adviceLines: [String] {
    switch context.graphQLAttempt {
    case .sentToOtherURL(_, let endpoints)?:
      let stated = endpoints.map(\.url.absoluteString).joined(separator: " or ")
      let url = mask.url?.absoluteString ?? ""
      return Self.labelled("fix", ["send it to \(stated), or add \(url) to the endpoints"])
    case .broken(let error)?:
      let parse = "the document must parse; `{ x }` is enough"
      if case .document = error.reason, likeness != .unlikely {
        let other = ["\(httpHandler), if it isn't a GraphQL request"]
        return Self.labelled("fix", [parse])
          + (likeness == .certain ? [] : Self.labelled("or add", other))
      }
      let fix: (label: String, text: String) =
        switch error.reason {
        case .document: ("or fix", parse)
        case .method: ("or fix", "send it by POST")
        case .mistypedJSON: ("or fix", "send it as application/json")
        // With `endpoints:`, the client receives an error that explains the others.
        default: ("or set", "endpoints:")
        }
      return Self.labelled("add", [httpHandler])
        + Self.labelled(fix.label, ["\(fix.text), if it was meant as a GraphQL request"])
    case nil: break
    }
    guard let operation = request.operation else { return Self.labelled("add", [httpHandler]) }
    let variables = distinctive(of: operation)
    let data = data(for: operation)
    let guess = data.isGuessed ? "  // values are guessed from names" : ""
    var lines = Self.labelled("add", [handler(for: operation, data.json, variables) + guess])
    if context.hasObjects {
      lines += Self.labelled("or state", ["unhandled: .generated, which answers with the objects"])
    }
    let table = tables.lazy.compactMap { table in
      table.advice(
        for: operation, data: data.json,
        variables: variables.flatMap(Self.sent) ?? self.mask.variables(of: operation))
    }
    switch table.first {
    case .create(let path, let content)?:
      lines += Self.labelled(
        "or file", [path, JSONWriter.describe(content, limit: Self.contentLimit)])
    case .rename(let path, let name)?: lines += Self.labelled("or rename", [path, "to \(name)"])
    case nil: break
    }
    if context.testName != nil || context.recording != nil {
      lines += Self.labelled("record", [RecordCommand.line(for: context.testName)])
    }
    return lines
  }

  private enum Likeness { case certain, likely, unlikely }

  /// How likely a request with an unreadable document was meant as GraphQL.
  private var likeness: Likeness {
    let json = (try? MockJSON(parsing: request.urlRequest.httpBody ?? Data())) ?? .null
    if ["variables", "operationName"].contains(where: json.has) { return .certain }
    let starts = ["{", "query", "mutation", "subscription", "fragment"]
    let beginsAsDocument = starts.contains { json["query"].string?.hasPrefix($0) == true }
    return beginsAsDocument || request.url?.path.hasSuffix("graphql") == true ? .likely : .unlikely
  }

  // Characters of a proposed file, characters of data in a line, and variables of a proposed handler.
  private static let (contentLimit, madeUpLimit, variableLimit) = (4_000, 600, 5)

  private var httpHandler: String {
    let path = mask.url?.path(percentEncoded: false) ?? "/"
    let method = request.method == "GET" ? "" : ", method: \(request.method.swiftLiteral)"
    return ".http(\(path.swiftLiteral)\(method), .status(200))"
  }

  private func handler(
    for operation: OperationRequest, _ data: MockJSON, _ variables: [Variable]?
  ) -> String {
    let factory = operation.type?.rawValue ?? "operation"
    let name = operation.name?.nameLiteral ?? ".anonymous"
    let patterns = variables?.map { variable in
      "\(variable.name.swiftLiteral): " + (variable.value.map { mask.pattern(of: $0) } ?? ".absent")
    }
    let condition = patterns.map { ", variables: [\($0.joined(separator: ", "))]" } ?? ""
    let response = ".data(\(SwiftLiteral.text(of: data)))"
    let responses = operation.type == .subscription ? ".events([\(response)])" : response
    return ".\(factory)(\(name)\(condition), \(responses))"
  }

  private func data(for operation: OperationRequest) -> (json: MockJSON, isGuessed: Bool) {
    if let data = context.data, SwiftLiteral.text(of: data).count <= Self.madeUpLimit {
      return (data, false)
    }
    guard let selected = operation.selectedOperation else { return ([:], false) }
    return ResponseSkeleton.data(
      for: selected.operation, of: selected.document, variables: operation.coercedVariables)
  }

  /// A variable of the handler that the error message suggests. The value is nil if the client didn't send it.
  private typealias Variable = (name: String, value: MockJSON?)

  private static func sent(_ variables: [Variable]) -> MockJSON? {
    let sent = variables.compactMap { variable in variable.value.map { (variable.name, $0) } }
    return sent.isEmpty ? .none : MockJSON(.object(JSONMembers(sent)))
  }

  /// Returns the variables by which the request differs from handlers for the same operation, or nil if there are none.
  private func distinctive(of operation: OperationRequest) -> [Variable]? {
    var names: [String] = []
    func add(_ name: String) {
      if names.count < Self.variableLimit, !names.contains(name) { names.append(name) }
    }
    for difference in nearest.filter(\.isOfTheSameOperation).flatMap(\.differences) {
      guard case .variables(let differences) = difference.part else { continue }
      for path in differences.compactMap(\.path) {
        if case .member(let name)? = path.components.dropFirst().first { add(name) }
      }
      if differences == [.closureReturnedFalse] {
        operation.variables.members?.forEach { add($0.name) }
      }
    }
    let variables = mask.coercedVariables(of: operation)
    let found: [Variable] = names.compactMap { name in
      if variables.has(name) { return (name, variables[name]) }
      // The suggested handler contains only variables that the document declares.
      return operation.defines(variable: name) ? (name, .none) : nil
    }
    return found.isEmpty ? nil : found.sorted { $0.name < $1.name }
  }
}

extension MatchFailure.NearMiss {
  fileprivate var isOfTheSameOperation: Bool {
    differences.allSatisfy {
      switch $0.part {
      case .kind, .operation: false
      case .variables, .other: true
      }
    }
  }
}

extension VariablesCondition.Difference {
  /// The path of the variable that differs, or nil if a closure compares all variables at once.
  fileprivate var path: JSONPath? {
    switch self {
    case .value(let difference), .misplaced(let difference, _): difference.path
    case .missing(let path), .unexpected(let path, _): path
    // A suggested handler can't have a variable that is a file.
    case .closureReturnedFalse, .file: nil
    }
  }
}
