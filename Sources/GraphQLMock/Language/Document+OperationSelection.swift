extension Document {
  /// GetOperation(document, operationName) (GraphQL, section 6.1).
  ///
  /// Beside an operation, definitions of types are for validation to name.
  /// - Parameter name: The name of the operation; nil and "" ask for the only one.
  func selectOperation(named name: String?) -> Result<OperationOutline, OperationSelectionError> {
    var found: Int?
    var isAmbiguous = false
    var typeSystem: Range<Int>?
    for (index, definition) in definitions.enumerated() {
      switch definition.kind {
      case .typeSystem: typeSystem = typeSystem ?? definition.name
      case .fragment: break
      case .operation:
        if let name, !name.isEmpty {
          if found == nil, Bytes.areEqual(bytes.span, definition.name, name) { found = index }
        } else {
          isAmbiguous = found != nil
          found = index
        }
      }
    }
    if !isAmbiguous, let found, case .operation(let type) = definitions[found].kind {
      let name = definitions[found].name
      return .success(
        OperationOutline(type: type, name: name.isEmpty ? nil : text(name), definition: found))
    }
    if let typeSystem {
      return .failure(.notExecutable(definition: typeSystem.isEmpty ? nil : text(typeSystem)))
    }
    if isAmbiguous { return .failure(.operationNameMissing) }
    if let name, !name.isEmpty { return .failure(.unknownOperation(name: name)) }
    return .failure(.noOperation)
  }
}
