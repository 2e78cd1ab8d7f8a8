// What the schema says of itself (GraphQL, section 4.2 "Schema Introspection"), which is not made up.

extension AnswerGenerator {
  /// What an object of introspection describes.
  enum Introspected: Sendable {
    case schema
    case type(WrappedType)
    case field(FieldDefinition)
    case input(InputID)
    case enumValue(EnumValueDefinition)
    case directive(DirectiveDefinition)
  }

  /// The value of a field of introspection.
  private enum Value: Sendable {
    case leaf(MockJSON)
    case object(Introspected?)
    case list([Introspected]?)

    static func text(_ text: String?) -> Value { .leaf(text.map { .string($0) } ?? .null) }
  }

  /// The type that `__type(name:)` asks for.
  func namedType(of field: FieldCollector.Field) -> WrappedType? {
    guard let name = arguments(of: field).first(where: { $0.name == "name" })?.value.string,
      let type = system.type(named: name)
    else { return nil }
    return WrappedType(system[type].name)
  }

  /// An object of introspection.
  /// - Parameter type: The type of the object, as `__Type`.
  mutating func object(
    _ described: Introspected, of type: TypeID, _ group: FieldCollector.Group, depth: Int
  ) throws(GenerationError) -> Object {
    var object = Object()
    for field in collector.fields(group, of: type, isKnown: true).fields {
      try checkSize(limit: Self.introspectionLimit)
      let member: Int
      if field.id == system.metaFields.typename {
        member = add(.string(system.text(type)))
      } else {
        let name = system.text(system[field.id].name)
        switch value(of: name, described, field) {
        case .leaf(let json): member = add(json)
        case .object(nil), .list(nil): member = add(.null)
        case .object(let inner?): member = try add(inner, field, name, depth)
        case .list(let elements?):
          member = try addList { (generator) throws(GenerationError) in
            var nodes: [Int] = []
            for element in elements {
              nodes.append(try generator.add(element, field, name, depth))
            }
            return nodes
          }
        }
      }
      object.members.append((field.key, member))
    }
    return object
  }

  private mutating func add(
    _ described: Introspected, _ field: FieldCollector.Field, _ name: String, _ depth: Int
  ) throws(GenerationError) -> Int {
    var type = system[field.id].type
    while !type.isNamed { type = type.unwrapped }
    var place = Place()
    place.depth = depth + 1
    place.introspected = described
    return try add(type, field.group, field: name, at: place)
  }

  private mutating func value(
    of name: String, _ described: Introspected, _ field: FieldCollector.Field
  ) -> Value {
    switch described {
    case .schema: schemaValue(name)
    case .type(let type):
      if type.isNamed, let id = system.namedType(of: type) {
        typeValue(name, id, field)
      } else {
        wrapperValue(name, type)
      }
    case .field(let definition):
      switch name {
      case "name": .text(system.text(definition.name))
      case "args": .list(inputs(definition.arguments, field))
      case "type": .object(.type(definition.type))
      case "description": .text(descriptions.text(at: definition.offset))
      default: deprecation(name, definition.deprecation)
      }
    case .input(let id):
      switch name {
      case "name": .text(system.text(system[id].name))
      case "type": .object(.type(system[id].type))
      case "defaultValue": .text(system.printedDefault(of: id))
      case "description": .text(descriptions.text(at: system[id].offset))
      default: deprecation(name, system[id].deprecation)
      }
    case .enumValue(let definition):
      switch name {
      case "name": .text(system.text(definition.name))
      case "description": .text(descriptions.text(at: definition.offset))
      default: deprecation(name, definition.deprecation)
      }
    case .directive(let definition): directiveValue(name, definition, field)
    }
  }

  private mutating func schemaValue(_ name: String) -> Value {
    func root(_ type: TypeID?) -> Value { .object(type.map { described($0) }) }
    switch name {
    case "description": return .text(descriptions.ofSchema)
    case "types": return .list(describedTypes)
    case "queryType": return root(system.queryType)
    case "mutationType": return root(system.mutationType)
    case "subscriptionType": return root(system.subscriptionType)
    case "directives": return .list(describedDirectives)
    default: return .leaf(.null)
    }
  }

  private mutating func typeValue(
    _ name: String, _ type: TypeID, _ field: FieldCollector.Field
  ) -> Value {
    let definition = system[type]
    switch name {
    case "kind": return .text(definition.kind.introspectionName)
    case "name": return .text(system.text(type))
    case "description": return .text(descriptions.text(at: definition.offset))
    case "specifiedByURL": return .text(system.specifiedBy(of: type))
    case "isOneOf":
      return .leaf(definition.kind == .inputObject ? .bool(definition.isOneOf) : .null)
    case "fields":
      guard definition.kind == .object || definition.kind == .interface else { return .list(nil) }
      let all = system.fields(of: type).map { system.fields[$0] }
      return .list(shown(all, field, \.isDeprecated).map { .field($0) })
    case "interfaces":
      guard definition.kind == .object || definition.kind == .interface else { return .list(nil) }
      return .list(
        system.interfaces(of: type).map { .type(WrappedType(system.uses[$0].name)) })
    case "possibleTypes":
      guard definition.kind.isAbstract else { return .list(nil) }
      // The members of a union stand in the order in which they are stated.
      guard definition.kind == .union else {
        return .list(system.possibleTypes(of: type).map { described($0) })
      }
      return .list(
        system.members(ofUnion: type).map { .type(WrappedType(system.uses[$0].name)) })
    case "enumValues":
      guard definition.kind == .enum else { return .list(nil) }
      let all = system.enumValues(of: type).map { system.enumValues[$0] }
      return .list(shown(all, field, \.isDeprecated).map { .enumValue($0) })
    case "inputFields":
      guard definition.kind == .inputObject else { return .list(nil) }
      return .list(inputs(definition.members, field))
    default: return .leaf(.null)
    }
  }

  private func wrapperValue(_ name: String, _ type: WrappedType) -> Value {
    switch name {
    case "kind": .text(type.isList ? "LIST" : "NON_NULL")
    case "ofType": .object(.type(type.unwrapped))
    default: .leaf(.null)
    }
  }

  private mutating func directiveValue(
    _ name: String, _ definition: DirectiveDefinition, _ field: FieldCollector.Field
  ) -> Value {
    switch name {
    case "name": .text(system.text(definition.name))
    case "description": .text(descriptions.text(at: definition.offset))
    case "isRepeatable": .leaf(.bool(definition.isRepeatable))
    case "locations": .leaf(.array(definition.locations.names.map { .string($0) }))
    case "args": .list(inputs(definition.arguments, field))
    default: .leaf(.null)
    }
  }

  private func deprecation(_ name: String, _ deprecation: Int32) -> Value {
    switch name {
    case "isDeprecated": .leaf(.bool(deprecation >= 0))
    case "deprecationReason": .text(system.deprecationReason(deprecation))
    default: .leaf(.null)
    }
  }

  // MARK: Lists

  private func inputs(_ range: Range<Int32>, _ field: FieldCollector.Field) -> [Introspected] {
    shown(range.map { InputID(Int($0)) }, field) { system[$0].isDeprecated }.map { .input($0) }
  }

  /// What a list shows: what is deprecated only if the request says so.
  private func shown<Element>(
    _ all: [Element], _ field: FieldCollector.Field, _ isDeprecated: (Element) -> Bool
  ) -> [Element] {
    guard all.contains(where: isDeprecated) else { return all }
    let includes = arguments(of: field).first { $0.name == "includeDeprecated" }?.value.bool
    return includes == true ? all : all.filter { !isDeprecated($0) }
  }

  private func described(_ type: TypeID) -> Introspected { .type(WrappedType(system[type].name)) }

  /// The schema's types before those of every service; of the built-in scalars, those in use.
  private var describedTypes: [Introspected] {
    var used: Set<NameID> = []
    for field in system.fields { used.insert(field.type.name) }
    for input in system.inputs { used.insert(input.type.name) }
    let shown = system.types.filter { type in
      !type.isBuiltIn || type.kind != .scalar || used.contains(type.name)
    }.filter { system.type(named: $0.name) != nil }
    return (shown.filter { !$0.isBuiltIn } + shown.filter(\.isBuiltIn))
      .map { .type(WrappedType($0.name)) }
  }

  /// The schema's directives before those of every service that it does not define itself.
  private var describedDirectives: [Introspected] {
    let known = system.directives.filter {
      system.directive(named: $0.name)?.offset == $0.offset
        && !($0.isBuiltIn && system.divides($0))
    }
    return (known.filter { !$0.isBuiltIn } + known.filter(\.isBuiltIn)).map { .directive($0) }
  }
}

extension TypeKind {
  /// The kind as introspection spells it (`__TypeKind`).
  fileprivate var introspectionName: String {
    switch self {
    case .scalar: "SCALAR"
    case .object: "OBJECT"
    case .interface: "INTERFACE"
    case .union: "UNION"
    case .enum: "ENUM"
    case .inputObject: "INPUT_OBJECT"
    }
  }
}

extension TypeSystem {
  /// The default value of an argument or input field as the language prints it; nil if there is none.
  fileprivate func printedDefault(of input: InputID) -> String? {
    guard self[input].hasDefault else { return nil }
    let bytes = bytes
    var parser = Parser()
    parser.lexer = Lexer(at: Int(self[input].defaultValue.lowerBound))
    parser.token = parser.lexer.next(bytes.span)
    guard parser.parseValue(bytes.span, isConstant: true) else { return nil }
    return ValuePrinter(nodes: parser.nodes, bytes: bytes).text(of: 0)
  }
}
