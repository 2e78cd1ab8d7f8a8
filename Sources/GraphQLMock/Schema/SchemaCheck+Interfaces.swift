// IsValidImplementation(type, implementedType) (GraphQL, section 3.6 "Objects", "Type Validation").
extension SchemaCheck {
  mutating func checkInterfaces(of type: NamedType) {
    var seen: Set<String> = []
    for use in type.interfaces {
      guard let interface = system.types[use.name], interface.kind == .interface else {
        report(.implementsOther(type.name, use.name), use.offset)
        continue
      }
      if interface == type { report(.circularInterface(type.name, nil), use.offset) }
      guard seen.insert(use.name).inserted else {
        report(.repeatedInterface(type.name, use.name), use.offset)
        continue
      }
      for ancestor in interface.interfaces where type.interfaces[ancestor.name] == nil {
        if ancestor.name == type.name {
          report(.circularInterface(type.name, interface.name), use.offset)
        } else {
          report(
            .missingAncestor(type.name, ancestor: ancestor.name, interface: interface.name),
            use.offset)
        }
      }
      for expected in interface.fields { check(type, against: expected, of: interface) }
    }
  }

  private mutating func check(
    _ type: NamedType, against expected: FieldDefinition, of interface: NamedType
  ) {
    let expectedPath = "\(interface.name).\(expected.name)"
    guard let field = type.fields[expected.name] else {
      return report(.notProvided(path: expectedPath, isArgument: false, by: type.name), type.offset)
    }
    let path = "\(type.name).\(field.name)"
    if !system.isSubtype(field.type, of: expected.type) {
      report(
        .ofOtherType(
          path: expectedPath, isArgument: false, expected: expected.type.text, found: path,
          type: field.type.text),
        field.typeOffset)
    }
    for argument in expected.arguments {
      let argumentPath = "\(expectedPath)(\(argument.name):)"
      guard let found = field.arguments[argument.name] else {
        report(.notProvided(path: argumentPath, isArgument: true, by: path), field.offset)
        continue
      }
      if found.type != argument.type {
        report(
          .ofOtherType(
            path: argumentPath, isArgument: true, expected: argument.type.text,
            found: "\(path)(\(found.name):)",
            type: found.type.text), found.typeOffset)
      }
    }
    for argument in field.arguments
    where argument.isRequired && expected.arguments[argument.name] == nil {
      report(
        .argumentNotInInterface(path: path, argument: argument.name, interface: expectedPath),
        argument.offset)
    }
  }
}
