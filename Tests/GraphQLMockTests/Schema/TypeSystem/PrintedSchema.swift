@testable import GraphQLMock

/// A schema as graphql-core prints it: each type and directive separately, without descriptions,
/// deprecation reasons and `@specifiedBy`.
struct PrintedSchema: Codable, Equatable, Sendable {
  var elements: [String: String]
  var roots: [String: String?]
  /// The names of the object types for each abstract type, sorted.
  var possible: [String: [String]]
}

extension PrintedSchema {
  init(_ system: TypeSystem) {
    elements = [:]
    possible = [:]
    for type in system.types where !type.isBuiltIn {
      elements[type.name] = Self.text(type, system)
      if type.kind.isAbstract {
        possible[type.name] = system.possibleTypes(of: type).map(\.name).sorted()
      }
    }
    for directive in system.directives where !directive.isBuiltIn {
      let name = directive.name
      // graphql-core ignores a schema's own definition of a built-in directive.
      guard !["skip", "include", "deprecated", "specifiedBy", "oneOf"].contains(name) else {
        continue
      }
      let locations = directive.locations.map(\.rawValue).sorted()
      elements["@" + name] =
        "directive @\(name)\(Self.arguments(directive.arguments, system))"
        + (directive.isRepeatable ? " repeatable" : "") + " on "
        + locations.joined(separator: " | ")
    }
    roots = Dictionary(
      uniqueKeysWithValues: OperationType.allCases.map { operation in
        (operation.rawValue, system.rootTypes[operation]?.name)
      })
  }

  private static func text(_ type: NamedType, _ system: TypeSystem) -> String {
    let interfaces = type.interfaces.map(\.name)
    let implements =
      interfaces.isEmpty ? "" : " implements " + interfaces.joined(separator: " & ")
    switch type.kind {
    case .scalar:
      return "scalar \(type.name)"
    case .object: return "type \(type.name)\(implements) {\n\(fields(type, system))}"
    case .interface: return "interface \(type.name)\(implements) {\n\(fields(type, system))}"
    case .union:
      return "union \(type.name) = " + type.members.map(\.name).joined(separator: " | ")
    case .enum:
      let values = type.enumValues.map { "  \($0.name)\(deprecation($0))\n" }
      return "enum \(type.name) {\n\(values.joined())}"
    case .inputObject:
      let fields = type.inputFields.map { "  \(input($0, system))\n" }
      return "input \(type.name)\(type.isOneOf ? " @oneOf" : "") {\n\(fields.joined())}"
    }
  }

  private static func fields(_ type: NamedType, _ system: TypeSystem) -> String {
    type.fields.map { field in
      """
        \(field.name)\(arguments(field.arguments, system))\
      : \(field.type.text)\(deprecation(field.facts))\n
      """
    }.joined()
  }

  private static func arguments(
    _ all: SchemaMembers<FieldDefinition>, _ system: TypeSystem
  ) -> String {
    if all.isEmpty { return "" }
    return "(" + all.map { input($0, system) }.joined(separator: ", ") + ")"
  }

  private static func input(_ input: FieldDefinition, _ system: TypeSystem) -> String {
    let value = input.defaultValue.map {
      " = " + system.document.printed($0)
    }
    return "\(input.name): \(input.type.text)\(value ?? "")\(deprecation(input.facts))"
  }

  private static func deprecation(_ member: MemberFacts) -> String {
    member.deprecation == nil ? "" : " @deprecated"
  }
}
