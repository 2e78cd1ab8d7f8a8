// IsValidImplementation(type, implementedType) (GraphQL, section 3.6 "Objects", "Type Validation").
extension SchemaCheck {
  mutating func checkInterfaces(of type: TypeID) {
    let stated = system.interfaces(of: type)
    let names = Set(stated.map { system.uses[$0].name })
    var seen: Set<NameID> = []
    for index in stated {
      let use = system.uses[index]
      guard let interface = system.type(named: use.name), system[interface].kind == .interface
      else {
        report(.implementsOther(system.text(type), system.text(use.name)), use.offset)
        continue
      }
      if interface == type { report(.implementsItself(system.text(type)), use.offset) }
      guard seen.insert(use.name).inserted else {
        report(.repeatedInterface(system.text(type), system.text(use.name)), use.offset)
        continue
      }
      for ancestor in system.interfaces(of: interface) {
        let ancestor = system.uses[ancestor].name
        guard !names.contains(ancestor) else { continue }
        if ancestor == system[type].name {
          report(.circularInterface(system.text(type), system.text(interface)), use.offset)
        } else {
          report(
            .missingAncestor(
              system.text(type), ancestor: system.text(ancestor),
              interface: system.text(interface)), use.offset)
        }
      }
      checkFields(of: type, against: interface)
    }
  }

  private mutating func checkFields(of type: TypeID, against interface: TypeID) {
    for index in system.fields(of: interface) {
      let expected = system.fields[index]
      guard let found = system.field(expected.name, of: type), found != system.metaFields.typename
      else {
        report(
          .fieldNotProvided(path: path(interface, expected.name), system.text(type)),
          system[type].offset)
        continue
      }
      let field = system[found]
      if !system.isSubtype(field.type, of: expected.type) {
        report(
          .fieldOfOtherType(
            path: path(interface, expected.name), expected: system.text(expected.type),
            found: path(type, field.name), type: system.text(field.type)), field.typeOffset)
      }
      if !expected.arguments.isEmpty || !field.arguments.isEmpty {
        checkArguments(of: found, of: type, against: FieldID(index), of: interface)
      }
    }
  }

  private mutating func checkArguments(
    of field: FieldID, of type: TypeID, against expected: FieldID, of interface: TypeID
  ) {
    let expectedPath = path(interface, system[expected].name)
    let foundPath = path(type, system[field].name)
    for index in system.arguments(of: expected) {
      let argument = system.inputs[index]
      let name = system.text(argument.name)
      guard let found = system.argument(argument.name, of: field) else {
        report(
          .argumentNotProvided(path: "\(expectedPath)(\(name):)", found: foundPath),
          system[field].offset)
        continue
      }
      if system[found].type != argument.type {
        report(
          .argumentOfOtherType(
            path: "\(expectedPath)(\(name):)", expected: system.text(argument.type),
            found: "\(foundPath)(\(name):)", type: system.text(system[found].type)),
          system[found].typeOffset)
      }
    }
    for index in system.arguments(of: field) {
      let argument = system.inputs[index]
      guard argument.isRequired, system.argument(argument.name, of: expected) == nil else {
        continue
      }
      report(
        .argumentNotInInterface(
          path: foundPath, argument: system.text(argument.name), interface: expectedPath),
        argument.offset)
    }
  }
}
