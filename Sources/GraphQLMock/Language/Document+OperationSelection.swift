extension Document {
  /// GetOperation (section 6.1); validation rejects type definitions next to an operation.
  func selectOperation(named name: String?) -> Result<Document.Operation, OperationSelectionError> {
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
        Document.Operation(type: type, name: name.isEmpty ? nil : text(name), definition: found))
    }
    if let typeSystem {
      return .failure(.notExecutable(definition: typeSystem.isEmpty ? nil : text(typeSystem)))
    }
    if isAmbiguous { return .failure(.operationNameMissing) }
    if let name, !name.isEmpty { return .failure(.unknownOperation(name: name)) }
    return .failure(.noOperation)
  }
}
