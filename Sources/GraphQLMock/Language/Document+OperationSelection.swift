import Foundation

extension Document {
  /// Returns the operation with the given name, or the only operation if no name is given (GraphQL, section 6.1). A GET
  /// request states no name by "" (GraphQL over HTTP, "GET"). The last operation of a name wins, as in graphql-js.
  func selectOperation(named name: String?) -> Result<Document.Operation, OperationSelectionError> {
    var found: Int?
    var isAmbiguous = false
    var typeSystem: Document.Definition?
    for (index, definition) in definitions.enumerated() {
      switch definition.kind {
      case .typeSystem: typeSystem = typeSystem ?? definition
      case .fragment: break
      case .operation:
        if let name, !name.isEmpty {
          if Bytes.areEqual(bytes.span, definition.name, name) { found = index }
        } else {
          isAmbiguous = found != nil
          found = index
        }
      }
    }
    if !isAmbiguous, let found, case .operation(let type) = definitions[found].kind {
      let name = self.name(of: definitions[found])
      return .success(Document.Operation(type: type, name: name, definition: found))
    }
    if let typeSystem { return .failure(.notExecutable(definition: self.name(of: typeSystem))) }
    if isAmbiguous { return .failure(.operationNameMissing) }
    if let name, !name.isEmpty { return .failure(.unknownOperation(name: name)) }
    return .failure(.noOperation)
  }

  indirect enum OperationSelectionError: Error, Hashable, Sendable {
    case unknownOperation(name: String)
    case operationNameMissing, noOperation
    /// The document defines types, which can't be executed. The value is a type's name, or nil for `schema`.
    case notExecutable(definition: String?)
  }
}

extension Document.OperationSelectionError: CustomStringConvertible, LocalizedError {
  /// The error message, with the same wording as in graphql-js and without a position.
  var description: String {
    switch self {
    case .unknownOperation(let name): "Unknown operation named \"\(name)\"."
    case .operationNameMissing: "Must provide operation name if query contains multiple operations."
    case .noOperation: "Must provide an operation."
    case .notExecutable(let definition?): "The \"\(definition)\" definition is not executable."
    case .notExecutable(nil): "The schema definition is not executable."
    }
  }

  var errorDescription: String? { description }
}
