import Foundation

/// The parts of a request that a message may show, without secrets. Each text of the request in a difference passes it.
///
/// Values that differ from a handler's conditions are shown, unless the request would be sent to the real service.
struct RequestMask: Sendable {
  let request: IncomingRequest
  let redactor: RequestRedactor
  let hidesDifferences: Bool

  var line: String { redactor.line(of: request.urlRequest) }

  var url: URL? { request.url.flatMap { URL(string: redactor.url($0)) } }

  func variables(of operation: OperationRequest) -> MockJSON {
    redactor.variables(operation.variables)
  }

  func coercedVariables(of operation: OperationRequest) -> MockJSON {
    redactor.variables(operation.coercedVariables)
  }

  /// - Parameter value: A variable that is already redacted.
  func pattern(of value: MockJSON) -> String {
    SwiftLiteral.pattern(of: value)
      .replacingOccurrences(of: "\"\(SecretReplacement.word)\"", with: ".present")
  }

  func part(_ part: String) -> String { hidesDifferences ? redactor.value(part) : part }

  /// Returns a part of a document, which is redacted together with the text around it.
  func part(_ part: String, _ start: String, _ end: String) -> String {
    guard hidesDifferences else { return part }
    return String(redactor.document(start + part + end).dropFirst(start.count).dropLast(end.count))
  }

  func header(_ name: String, _ value: String) -> String {
    hidesDifferences ? redactor.header(name, value) : value
  }

  func hiding(
    _ differences: [VariablesCondition.Difference], of operation: OperationRequest
  ) -> [VariablesCondition.Difference] {
    guard hidesDifferences else { return differences }
    let variables = coercedVariables(of: operation)
    return differences.map { $0.showing(variables) }
  }
}

extension VariablesCondition.Difference {
  fileprivate func showing(_ variables: MockJSON) -> VariablesCondition.Difference {
    switch self {
    case .value(let difference): .value(difference.showing(variables))
    case .misplaced(let difference, let place):
      .misplaced(difference.showing(variables), place: place)
    case .unexpected(let path, _): .unexpected(path, found: variables.value(at: path))
    case .file(let path, .some): .file(path, filename: nil)
    case .missing, .closureReturnedFalse, .file: self
    }
  }
}

extension JSONDifference {
  fileprivate func showing(_ variables: MockJSON) -> JSONDifference {
    guard case .value(let expected, .some) = content else { return self }
    let actual = variables.value(at: path)
    return JSONDifference(path: path, content: .value(expected: expected, actual: actual))
  }
}

extension MockJSON {
  /// - Parameter path: A path such as `variables.input.id`, whose first name stands for this value.
  func value(at path: JSONPath) -> MockJSON {
    path.components.dropFirst().reduce(self) { value, component in
      switch component {
      case .member(let name): value[name]
      case .element(let index): value[index]
      }
    }
  }
}
