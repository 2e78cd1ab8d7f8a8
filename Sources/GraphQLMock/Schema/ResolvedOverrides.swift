struct ResolvedOverrides: Sendable {
  private(set) var types: [NamedType: MockJSON] = [:]
  private(set) var fields: [FieldDefinition: GeneratedValue] = [:]
  /// The object types that the test chooses for interfaces and unions, as in `SearchResult.__typename`.
  private(set) var typeNames: [NamedType: String] = [:]
  private(set) var paths: [String: GeneratedValue] = [:]
  private(set) var hasErrors = false
  private(set) var hasCursors = false
  /// What is wrong with overrides that have no effect, such as a key with a misspelled field.
  private(set) var problems: [String] = []

  init(_ overrides: GeneratedOverrides, in system: TypeSystem) {
    var ofInterfaces: [(NamedType, String, GeneratedValue)] = []
    for (key, value) in overrides.values.orderedByKey() {
      if case .error = value.content { hasErrors = true }
      if key.lowercased().hasSuffix("cursor") { hasCursors = true }
      let parts = key.split(separator: ".", omittingEmptySubsequences: false)
      guard let type = system.types[String(parts[0])], parts.count <= 2 else {
        paths[key] = value
        continue
      }
      guard parts.count == 2 else {
        if case .json(let json) = value.content {
          types[type] = json
        } else {
          problems.append(
            "the override \(key.swiftLiteral) must be JSON, because its key isn't a field")
        }
        continue
      }
      let name = String(parts[1])
      guard let field = system.field(name, of: type) else {
        problems.append("the override \(key.swiftLiteral) matches nothing in the schema")
        continue
      }
      if name == "__typename" {
        if case .json(let json) = value.content { typeNames[type] = json.string }
      } else if type.kind == .interface {
        ofInterfaces.append((type, name, value))
      } else {
        fields[field] = value
      }
    }
    for (interface, name, value) in ofInterfaces {
      for type in system.possibleTypes(of: interface) {
        guard let field = system.field(name, of: type), fields[field] == nil else { continue }
        fields[field] = value
      }
    }
  }
}
