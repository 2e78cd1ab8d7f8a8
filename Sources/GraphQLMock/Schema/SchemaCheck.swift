/// Holds a type system against the rules that every service keeps (GraphQL, section 3, the parts "Type
/// Validation").
///
/// The names that types, unions and fields use are known to be types; the reader saw to that.
struct SchemaCheck: Sendable {
  let system: TypeSystem
  private var found: [SchemaValidationError] = []

  init(_ system: TypeSystem) { self.system = system }

  /// Everything that is wrong, in the order of the text.
  mutating func errors() -> [SchemaValidationError] {
    checkRoots()
    for directive in system.directives where !directive.isBuiltIn {
      checkName(directive)
      checkArguments(directive.arguments, of: "@\(directive.name)")
    }
    for type in system.types where !type.isBuiltIn { check(type) }
    checkInputCycles()
    return found.ordered { $0.offset < $1.offset }
  }

  private mutating func checkRoots() {
    if system.rootTypes[.query] == nil { report(.queryMissing, -1) }
    for operation in OperationType.allCases {
      guard let type = system.rootTypes[operation], type.kind != .object else { continue }
      report(.rootNotObject(operation, type.name), type.offset)
    }
  }

  private mutating func check(_ type: NamedType) {
    checkName(type)
    switch type.kind {
    case .scalar: break
    case .object, .interface:
      checkFields(of: type)
      checkInterfaces(of: type)
    case .union: checkMembers(of: type)
    case .enum:
      if type.enumValues.isEmpty { report(.noEnumValues(type.name), type.offset) }
      for value in type.enumValues { checkName(value) }
    case .inputObject: checkInputFields(of: type)
    }
  }

  private mutating func checkFields(of type: NamedType) {
    if type.fields.isEmpty { report(.noFields(type.name), type.offset) }
    for field in type.fields {
      checkName(field)
      let path = "\(type.name).\(field.name)"
      if system.kind(of: field.type)?.isOutput != true {
        report(.typeOfOtherUse(path: path, type: field.type.text, isInput: false), field.typeOffset)
      }
      checkArguments(field.arguments, of: path)
    }
  }

  /// - Parameter owner: The owner of the arguments as messages spell it.
  private mutating func checkArguments(
    _ arguments: SchemaMembers<FieldDefinition>, of owner: String
  ) {
    for argument in arguments {
      checkName(argument)
      let path = "\(owner)(\(argument.name):)"
      if !system.isInput(argument.type) {
        report(
          .typeOfOtherUse(path: path, type: argument.type.text, isInput: true), argument.typeOffset)
      }
      if let deprecation = argument.facts.deprecation, argument.isRequired {
        report(.requiredDeprecated(path: path, isArgument: true), start(of: deprecation))
      }
    }
  }

  private mutating func checkInputFields(of type: NamedType) {
    if type.inputFields.isEmpty { report(.noInputFields(type.name), type.offset) }
    for field in type.inputFields {
      checkName(field)
      let path = "\(type.name).\(field.name)"
      if !system.isInput(field.type) {
        report(.typeOfOtherUse(path: path, type: field.type.text, isInput: true), field.typeOffset)
      }
      if let deprecation = field.facts.deprecation, field.isRequired {
        report(.requiredDeprecated(path: path, isArgument: false), start(of: deprecation))
      }
      guard type.isOneOf else { continue }
      if field.type.isNonNull { report(.oneOfFieldNotNullable(path: path), field.typeOffset) }
      if field.defaultValue != nil { report(.oneOfFieldWithDefault(path: path), field.offset) }
    }
  }

  private mutating func checkMembers(of union: NamedType) {
    if union.members.isEmpty { report(.noMembers(union.name), union.offset) }
    var seen: Set<String> = []
    for use in union.members {
      if system.types[use.name]?.kind != .object {
        report(.memberNotObject(union: union.name, use.name), use.offset)
      } else if !seen.insert(use.name).inserted {
        report(.repeatedMember(union: union.name, use.name), use.offset)
      }
    }
  }

  /// Finds input objects that hold themselves through fields that have to be given, so that no value
  /// of them ends (section 3.10 "Input Objects", "Circular References").
  ///
  /// The walk is that of the reference implementation, with a stack of its own.
  private mutating func checkInputCycles() {
    // Where a type stands among those that are being followed, or nil once it was.
    var visited: [NamedType: Int?] = [:]
    for root in system.types where root.kind == .inputObject && visited[root] == nil {
      visited[root] = .some(0)
      // The types that are being followed with the fields still to come, and the fields between them.
      var stack = [(type: root, fields: root.inputFields[...])]
      var path: [FieldDefinition] = []
      while let last = stack.indices.last {
        guard let field = stack[last].fields.popFirst() else {
          visited[stack.removeLast().type] = .some(nil)
          // The field that led here; the root has none.
          _ = path.popLast()
          continue
        }
        guard case .nonNull(.named(let name)) = field.type, let type = system.types[name],
          type.kind == .inputObject
        else { continue }
        switch visited[type] {
        case .some(let start?):
          let cycle = Array(path[start...]) + [field]
          report(.inputCycle(type.name, path: cycle.map(\.name)), cycle[0].offset)
        case .some(nil): break
        case nil:
          visited[type] = .some(stack.count)
          path.append(field)
          stack.append((type, type.inputFields[...]))
        }
      }
    }
  }

  /// A name must not be one of introspection's.
  private mutating func checkName(_ element: some SchemaElement) {
    guard element.name.hasPrefix("__") else { return }
    report(.reservedName(element.name), element.offset)
  }

  private func start(of node: Int) -> Int { Int(system.document.nodes[node].start) }

  mutating func report(_ reason: SchemaValidationError.Reason, _ offset: Int) {
    found.append(SchemaValidationError(reason: reason, offset: offset))
  }
}
