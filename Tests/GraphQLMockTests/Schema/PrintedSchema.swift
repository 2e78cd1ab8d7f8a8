@testable import GraphQLMock

/// A schema as graphql-core prints it: each type and directive by itself, without descriptions.
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
    for index in system.types.indices where !system.types[index].isBuiltIn {
      let type = TypeID(index)
      let name = system.text(type)
      elements[name] = Self.text(type, system)
      if system[type].kind.isAbstract {
        possible[name] = system.possibleTypes(of: type).map { system.text($0) }.sorted()
      }
    }
    for directive in system.directives where !directive.isBuiltIn {
      let name = system.text(directive.name)
      // The schema's own definition of a built-in directive is none of its own to graphql-core.
      guard !["skip", "include", "deprecated", "specifiedBy", "oneOf"].contains(name) else {
        continue
      }
      let locations = (0..<32).map { DirectiveLocations(rawValue: 1 << $0) }
        .filter { directive.locations.contains($0) && !$0.name.isEmpty }.map(\.name)
        .sorted()
      elements["@" + name] =
        "directive @\(name)\(Self.arguments(system.arguments(of: directive), system))"
        + (directive.isRepeatable ? " repeatable" : "") + " on "
        + locations.joined(separator: " | ")
    }
    roots = Dictionary(
      uniqueKeysWithValues: OperationType.allCases.map { operation in
        (operation.rawValue, system.rootType(of: operation).map { system.text($0) })
      })
  }

  private static func text(_ type: TypeID, _ system: TypeSystem) -> String {
    let name = system.text(type)
    let interfaces = system.interfaces(of: type).map { system.text(system.uses[$0].name) }
    let implements =
      interfaces.isEmpty ? "" : " implements " + interfaces.joined(separator: " & ")
    switch system[type].kind {
    case .scalar:
      let url = system.specifiedBy(of: type).map { " @specifiedBy(url: \(MockJSON.string($0)))" }
      return "scalar \(name)" + (url ?? "")
    case .object: return "type \(name)\(implements) {\n\(fields(type, system))}"
    case .interface: return "interface \(name)\(implements) {\n\(fields(type, system))}"
    case .union:
      let members = system.members(ofUnion: type).map { system.text(system.uses[$0].name) }
      return "union \(name) = " + members.joined(separator: " | ")
    case .enum:
      let values = system.enumValues(of: type).map { index in
        let value = system.enumValues[index]
        return "  \(system.text(value.name))\(deprecation(value.deprecation, system))\n"
      }
      return "enum \(name) {\n\(values.joined())}"
    case .inputObject:
      let fields = system.inputFields(of: type).map { "  \(input($0, system))\n" }
      let oneOf = system[type].isOneOf ? " @oneOf" : ""
      return "input \(name)\(oneOf) {\n\(fields.joined())}"
    }
  }

  private static func fields(_ type: TypeID, _ system: TypeSystem) -> String {
    system.fields(of: type).map { index in
      let field = system.fields[index]
      return "  \(system.text(field.name))"
        + arguments(system.arguments(of: FieldID(index)), system)
        + ": \(system.text(field.type))\(deprecation(field.deprecation, system))\n"
    }.joined()
  }

  private static func arguments(_ range: Range<Int>, _ system: TypeSystem) -> String {
    if range.isEmpty { return "" }
    return "(" + range.map { input($0, system) }.joined(separator: ", ") + ")"
  }

  private static func input(_ index: Int, _ system: TypeSystem) -> String {
    let input = system.inputs[index]
    let value = input.hasDefault ? " = " + system.defaultText(of: InputID(index)) : ""
    return "\(system.text(input.name)): \(system.text(input.type))\(value)"
      + deprecation(input.deprecation, system)
  }

  private static func deprecation(_ deprecation: Int32, _ system: TypeSystem) -> String {
    guard let reason = system.deprecationReason(deprecation) else { return "" }
    if reason == "No longer supported" { return " @deprecated" }
    return " @deprecated(reason: \(MockJSON.string(reason)))"
  }
}
