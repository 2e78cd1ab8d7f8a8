/// The reason why a response can't be generated. The message completes "No response can be generated: …".
enum GenerationError: Error, Sendable, Equatable {
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)
  case tooLong(limit: Int)
  case tooComplex
  case introspection(field: String)
  case noPossibleType(interface: String)
  case noObject(typeName: String, field: String)
  case lengthOfObjects(override: String, typeName: String)

  var message: String {
    switch self {
    case .tooDeep(let limit): "the fields of the document are nested more than \(limit) deep."
    case .tooLarge(let limit): "it would have more than \(limit) values."
    case .tooLong(let limit): "its names and texts would have more than \(limit) bytes."
    case .tooComplex: "the fragments of the document are spread in too many ways."
    case .introspection(let field):
      "\"\(field)\" is an introspection field; register a handler that answers it."
    case .noPossibleType(let interface):
      "no type implements the interface \"\(interface)\", and a value of this type can't be null."
    case .noObject(let typeName, let field):
      "there's no \(typeName) for the field \(field.swiftLiteral), which can't be null; add one, such as "
        + "objects: [\(typeName.swiftLiteral): [[\"id\": \"1\"]]]."
    case .lengthOfObjects(let override, let typeName):
      "the override \(override.swiftLiteral) is .list, but the list has the objects of \(typeName) "
        + "that the test states."
    }
  }
}
