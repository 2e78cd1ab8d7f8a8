/// Finds what makes a type system invalid (GraphQL, section 3, the parts "Type Validation").
///
/// The names that types, unions and fields use are known to be types; the builder saw to that.
struct SchemaCheck: Sendable {
  let system: TypeSystem
  private var found: [SchemaFault] = []

  init(_ system: TypeSystem) { self.system = system }

  /// Everything that is wrong, in the order of the text.
  mutating func faults() -> [SchemaFault] {
    checkRoots()
    for directive in system.directives where !directive.isBuiltIn {
      checkName(directive.offset)
      checkArguments(system.arguments(of: directive)) { system in
        "@\(system.text(directive.name))"
      }
    }
    for index in system.types.indices where !system.types[index].isBuiltIn {
      check(TypeID(index))
    }
    found += InputCycles.faults(in: system)
    return found.ordered { $0.offset < $1.offset }
  }

  private mutating func checkRoots() {
    if system.queryType == nil { report(.queryMissing, -1) }
    for operation in OperationType.allCases {
      guard let type = system.rootType(of: operation), system[type].kind != .object else {
        continue
      }
      report(.rootNotObject(operation, system.text(type)), system[type].offset)
    }
  }

  private mutating func check(_ type: TypeID) {
    let definition = system[type]
    checkName(definition.offset)
    switch definition.kind {
    case .scalar: break
    case .object, .interface:
      checkFields(of: type)
      if !definition.interfaces.isEmpty { checkInterfaces(of: type) }
    case .union: checkMembers(of: type)
    case .enum:
      if definition.members.isEmpty { report(.noEnumValues(system.text(type)), definition.offset) }
      for index in system.enumValues(of: type) { checkName(system.enumValues[index].offset) }
    case .inputObject: checkInputFields(of: type)
    }
  }

  private mutating func checkFields(of type: TypeID) {
    let fields = system.fields(of: type)
    if fields.isEmpty { report(.noFields(system.text(type)), system[type].offset) }
    for index in fields {
      let field = system.fields[index]
      checkName(field.offset)
      if system.kind(of: field.type)?.isOutput != true {
        report(
          .notOutputType(path: path(type, field.name), type: system.text(field.type)),
          field.typeOffset)
      }
      checkArguments(system.arguments(of: FieldID(index))) { system in
        "\(system.text(type)).\(system.text(field.name))"
      }
    }
  }

  /// - Parameter owner: The owner of the arguments as messages spell it.
  private mutating func checkArguments(_ arguments: Range<Int>, of owner: (TypeSystem) -> String) {
    for index in arguments {
      let argument = system.inputs[index]
      checkName(argument.offset)
      if system.kind(of: argument.type)?.isInput != true {
        let path = "\(owner(system))(\(system.text(argument.name)):)"
        report(
          .notInputType(path: path, type: system.text(argument.type)), argument.typeOffset)
      }
      if argument.isDeprecated, argument.isRequired {
        let path = "\(owner(system))(\(system.text(argument.name)):)"
        report(.requiredArgumentDeprecated(path: path), argument.deprecation)
      }
    }
  }

  private mutating func checkInputFields(of type: TypeID) {
    let definition = system[type]
    if definition.members.isEmpty {
      report(.noInputFields(system.text(type)), definition.offset)
    }
    for index in system.inputFields(of: type) {
      let field = system.inputs[index]
      checkName(field.offset)
      if system.kind(of: field.type)?.isInput != true {
        report(
          .notInputType(path: path(type, field.name), type: system.text(field.type)),
          field.typeOffset)
      }
      if field.isDeprecated, field.isRequired {
        report(.requiredInputFieldDeprecated(path: path(type, field.name)), field.deprecation)
      }
      guard definition.isOneOf else { continue }
      if field.type.isNonNull {
        report(.oneOfFieldNotNullable(path: path(type, field.name)), field.typeOffset)
      }
      if field.hasDefault {
        report(.oneOfFieldWithDefault(path: path(type, field.name)), field.offset)
      }
    }
  }

  private mutating func checkMembers(of union: TypeID) {
    let members = system.members(ofUnion: union)
    if members.isEmpty { report(.noMembers(system.text(union)), system[union].offset) }
    var seen: Set<NameID> = []
    for index in members {
      let use = system.uses[index]
      let isObject = system.type(named: use.name).map { system[$0].kind == .object } ?? false
      if !isObject {
        report(
          .memberNotObject(union: system.text(union), system.text(use.name)), use.offset)
      } else if !seen.insert(use.name).inserted {
        report(.repeatedMember(union: system.text(union), system.text(use.name)), use.offset)
      }
    }
  }

  /// The name that stands at this offset must not be one of introspection's.
  @inline(__always)
  private mutating func checkName(_ offset: Int32) {
    let offset = Int(offset)
    // The second byte may be the end of the text, which is no underscore.
    guard system.bytes[offset] == UInt8(ascii: "_"), offset + 1 < system.bytes.count,
      system.bytes[offset + 1] == UInt8(ascii: "_")
    else { return }
    let end = system.bytes[offset...].firstIndex { !$0.continuesName }
    let name = system.bytes[offset..<(end ?? system.bytes.count)]
    report(.reservedName(String(decoding: name, as: UTF8.self)), Int32(truncatingIfNeeded: offset))
  }

  func path(_ type: TypeID, _ name: NameID) -> String {
    "\(system.text(type)).\(system.text(name))"
  }

  mutating func report(_ reason: SchemaFault.Reason, _ offset: Int32) {
    found.append(SchemaFault(reason: reason, offset: Int(offset)))
  }
}
