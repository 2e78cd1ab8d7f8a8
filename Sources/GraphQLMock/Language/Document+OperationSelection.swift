extension Document {
  /// GetOperation(document, operationName) (GraphQL, section 6.1).
  /// - Parameter name: The name of the operation; nil and "" ask for the only one.
  func selectOperation(named name: String?) -> Result<OperationOutline, OperationSelectionError> {
    var found: Int?
    var isAmbiguous = false
    for (index, definition) in definitions.enumerated() {
      switch definition.kind {
      case .typeSystem:
        let name = definition.name
        return .failure(.notExecutable(definition: name.isEmpty ? nil : text(name)))
      case .fragment: break
      case .operation:
        if let name, !name.isEmpty {
          if found == nil, bytes[definition.name].elementsEqual(name.utf8) { found = index }
        } else {
          isAmbiguous = found != nil
          found = index
        }
      }
    }
    if isAmbiguous { return .failure(.operationNameMissing) }
    if let found, case .operation(let type) = definitions[found].kind {
      let name = definitions[found].name
      guard !name.isEmpty else {
        return .success(
          OperationOutline(type: type, name: nil, nameDigest: nil, definition: found))
      }
      return .success(
        OperationOutline(
          type: type, name: text(name),
          nameDigest: Digest128(of: bytes.span, name.lowerBound, name.upperBound),
          definition: found))
    }
    if let name, !name.isEmpty { return .failure(.unknownOperation(name: name)) }
    return .failure(.noOperation)
  }
}
