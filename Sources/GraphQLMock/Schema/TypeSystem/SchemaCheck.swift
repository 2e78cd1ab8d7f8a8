/// Validates the rules for schemas (GraphQL specification, section 3) that this library relies on.
/// - Precondition: Every type name in the schema is defined.
struct SchemaCheck: Sendable {
  let system: TypeSystem
  private var found: [SchemaValidationError] = []
  private var defaults: [(path: String, input: FieldDefinition)] = []

  init(_ system: TypeSystem) { self.system = system }

  mutating func errors() -> [SchemaValidationError] {
    checkRoots()
    for directive in system.directives where !directive.isBuiltIn {
      checkInputs(directive.arguments) { "@\(directive.name)(\($0):)" }
    }
    for type in system.types where !type.isBuiltIn { check(type) }
    found += DefaultCycles.errors(in: system)
    return found.ordered { $0.offset < $1.offset }
  }

  /// Returns the errors in default values that `errors()`, which must be called before, has collected.
  /// - Parameter isIntrospection: Whether to allow enum values in quotes, as in GitHub's introspection response.
  func unfitDefaults(isIntrospection: Bool) -> [SchemaValidationError] {
    var validator = DocumentValidator(
      system.document, types: system, knowsAllTypes: true, defaults: defaults.map(\.input))
    return defaults.flatMap { path, input in
      validator.errors(inDefaultOf: input).compactMap { finding in
        if isIntrospection, case .notEnum(let type, let text, _, _) = finding.reason,
          system.types[type]?.enumValues[text.trimmingPrefix("\"").dropLast().description] != nil
        {
          return nil
        }
        return SchemaValidationError(
          reason: .unfitDefault(path: path, finding.reason), offset: finding.places.last ?? -1)
      }
    }.ordered { $0.offset < $1.offset }
  }

  private mutating func checkRoots() {
    if system.rootTypes[.query] == nil { report(.queryMissing, -1) }
    for operation in OperationType.allCases {
      guard let type = system.rootTypes[operation], type.kind != .object else { continue }
      report(.rootNotObject(operation, type.name), type.offset)
    }
  }

  private mutating func check(_ type: NamedType) {
    switch type.kind {
    case .object, .interface:
      checkFields(of: type)
      checkInterfaces(of: type)
    case .union:
      if type.members.isEmpty { report(.noMembers(type.name), type.offset) }
      for use in type.members where system.types[use.name]?.kind != .object {
        report(.memberNotObject(union: type.name, use.name), use.offset)
      }
    case .enum: if type.enumValues.isEmpty { report(.noEnumValues(type.name), type.offset) }
    case .inputObject: checkInputs(type.inputFields) { "\(type.name).\($0)" }
    case .scalar: break
    }
  }

  private mutating func checkFields(of type: NamedType) {
    for field in type.fields {
      let path = "\(type.name).\(field.name)"
      if system.kind(of: field.type)?.isOutput != true {
        report(.typeOfOtherUse(path: path, type: field.type.text, isInput: false), field.typeOffset)
      }
      checkInputs(field.arguments) { "\(path)(\($0):)" }
    }
  }

  private mutating func checkInputs(
    _ inputs: SchemaMembers<FieldDefinition>, _ path: (String) -> String
  ) {
    for input in inputs {
      if input.defaultValue != nil { defaults.append((path(input.name), input)) }
      guard !system.isInput(input.type) else { continue }
      report(
        .typeOfOtherUse(path: path(input.name), type: input.type.text, isInput: true),
        input.typeOffset)
    }
  }

  private mutating func checkInterfaces(of type: NamedType) {
    for use in type.interfaces {
      guard let interface = system.types[use.name], interface.kind == .interface else {
        report(.implementsOther(type.name, use.name), use.offset)
        continue
      }
      for field in interface.fields where type.fields[field.name] == nil {
        report(.notProvided(path: "\(interface.name).\(field.name)", by: type.name), type.offset)
      }
    }
  }

  private mutating func report(_ reason: SchemaValidationError.Reason, _ offset: Int) {
    found.append(SchemaValidationError(reason: reason, offset: offset))
  }
}
