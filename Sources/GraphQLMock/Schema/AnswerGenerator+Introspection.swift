// What the schema says of itself (GraphQL, section 4.2 "Schema Introspection"), which is not made up.

extension AnswerGenerator {
  /// What an object of introspection describes.
  enum Introspected: Sendable {
    case schema
    case type(WrappedType)
    /// A field, or an input value.
    case field(FieldDefinition)
    case enumValue(MemberFacts)
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
  func namedType(of field: SelectedFields.Field) -> WrappedType? {
    guard let name = arguments(of: field).first(where: { $0.name == "name" })?.value.string,
      system.types[name] != nil
    else { return nil }
    return .named(name)
  }

  /// An object of introspection.
  /// - Parameter type: The type of the object, as `__Type`.
  mutating func object(
    _ described: Introspected, of type: NamedType, _ group: SelectedFields.Group, depth: Int
  ) throws(GenerationError) -> Object {
    var object = Object()
    for field in fields.fields(of: group, typeName: type.name).all {
      try checkSize(limit: Self.introspectionLimit)
      let member: Int
      let name = field.first.name
      if name == "__typename" {
        member = add(.string(type.name))
      } else {
        let fieldType = system.field(name, of: type)?.type.name ?? type.name
        switch value(of: name, described, field) {
        case .leaf(let json): member = add(json)
        case .object(nil), .list(nil): member = add(.null)
        case .object(let inner?): member = try add(inner, fieldType, field, depth)
        case .list(let elements?):
          member = add(.null)
          var list: [Int] = []
          for element in elements { list.append(try add(element, fieldType, field, depth)) }
          nodes[member] = .list(list)
        }
      }
      object.members.append((field.key, member))
    }
    return object
  }

  private mutating func add(
    _ described: Introspected, _ type: String, _ field: SelectedFields.Field, _ depth: Int
  ) throws(GenerationError) -> Int {
    var place = Place()
    place.depth = depth + 1
    place.introspected = described
    return try add(.named(type), field.group, field: field.first.name, at: place)
  }

  private func value(
    of name: String, _ described: Introspected, _ field: SelectedFields.Field
  ) -> Value {
    switch described {
    case .schema: schemaValue(name)
    case .type(let type):
      if type.isNamed, let named = system.namedType(of: type) {
        typeValue(name, named, field)
      } else {
        wrapperValue(name, type)
      }
    case .field(let definition):
      switch name {
      case "args": .list(inputs(definition.arguments, field))
      case "type": .object(.type(definition.type))
      case "defaultValue":
        .text(definition.defaultValue.map { system.document.printed($0, .canonical) })
      default: memberValue(name, definition.facts)
      }
    case .enumValue(let definition): memberValue(name, definition)
    case .directive(let definition): directiveValue(name, definition, field)
    }
  }

  private func schemaValue(_ name: String) -> Value {
    func root(_ operation: OperationType) -> Value {
      .object(system.rootTypes[operation].map { .type(.named($0.name)) })
    }
    switch name {
    case "description": return .text(system.description(at: system.description))
    case "types": return .list(describedTypes)
    case "queryType": return root(.query)
    case "mutationType": return root(.mutation)
    case "subscriptionType": return root(.subscription)
    case "directives":
      // The schema's own before those of every service.
      let all =
        system.directives.filter { !$0.isBuiltIn }
        + system.directives.filter { $0.isBuiltIn && !system.divides($0) }
      return .list(all.map { .directive($0) })
    default: return .leaf(.null)
    }
  }

  private func typeValue(
    _ name: String, _ type: NamedType, _ field: SelectedFields.Field
  ) -> Value {
    let hasFields = type.kind == .object || type.kind == .interface
    switch name {
    case "kind": return .text(type.kind.rawValue)
    case "specifiedByURL": return .text(system.specifiedBy(of: type))
    case "isOneOf": return .leaf(type.kind == .inputObject ? .bool(type.isOneOf) : .null)
    case "fields" where hasFields:
      return .list(shown(type.fields, field).map { .field($0) })
    case "interfaces" where hasFields:
      return .list(type.interfaces.map { .type(.named($0.name)) })
    case "possibleTypes" where type.kind.isAbstract:
      return .list(system.possibleTypes(of: type).map { .type(.named($0.name)) })
    case "enumValues" where type.kind == .enum:
      return .list(shown(type.enumValues, field).map { .enumValue($0) })
    case "inputFields" where type.kind == .inputObject:
      return .list(inputs(type.inputFields, field))
    default: return memberValue(name, type.facts)
    }
  }

  private func wrapperValue(_ name: String, _ type: WrappedType) -> Value {
    switch name {
    case "kind": .text(type.isList ? "LIST" : "NON_NULL")
    case "ofType": .object(.type(type.unwrapped))
    default: .leaf(.null)
    }
  }

  private func directiveValue(
    _ name: String, _ definition: DirectiveDefinition, _ field: SelectedFields.Field
  ) -> Value {
    switch name {
    case "isRepeatable": .leaf(.bool(definition.isRepeatable))
    case "locations":
      .leaf(
        .array(
          DirectiveLocation.allCases.filter(definition.locations.contains)
            .map { .string($0.rawValue) }))
    case "args": .list(inputs(definition.arguments, field))
    default: memberValue(name, definition.facts)
    }
  }

  /// What all have in common that a schema names.
  private func memberValue(_ name: String, _ member: MemberFacts) -> Value {
    switch name {
    case "name": .text(member.name)
    case "description": .text(system.description(at: member.description))
    case "isDeprecated": .leaf(.bool(member.deprecation != nil))
    case "deprecationReason": .text(system.deprecationReason(member))
    default: .leaf(.null)
    }
  }

  // MARK: Lists

  private func inputs(
    _ all: SchemaMembers<FieldDefinition>, _ field: SelectedFields.Field
  ) -> [Introspected] {
    shown(all, field).map { .field($0) }
  }

  /// What a list shows: what is deprecated only if the request says so.
  private func shown<Member>(
    _ all: SchemaMembers<Member>, _ field: SelectedFields.Field
  ) -> [Member] {
    let current = all.filter { $0.facts.deprecation == nil }
    guard current.count < all.count else { return current }
    let includes = arguments(of: field).first { $0.name == "includeDeprecated" }?.value.bool
    return includes == true ? Array(all) : current
  }

  /// The schema's types before those of every service; of the built-in scalars, those in use.
  private var describedTypes: [Introspected] {
    let inputs =
      system.directives.flatMap(\.arguments) + system.types.flatMap(\.inputFields)
      + system.types.flatMap(\.fields).flatMap(\.arguments)
    let used = Set(system.types.flatMap(\.fields).map(\.type.name) + inputs.map(\.type.name))
    let shown = system.types.filter {
      !$0.isBuiltIn || $0.kind != .scalar || used.contains($0.name)
    }
    return (shown.filter { !$0.isBuiltIn } + shown.filter(\.isBuiltIn))
      .map { .type(.named($0.name)) }
  }
}
