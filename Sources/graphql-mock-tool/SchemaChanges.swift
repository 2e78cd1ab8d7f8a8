import GraphQLMock

/// Compares schemas by the rules and in the words of graphql-js (`findBreakingChanges`, `findDangerousChanges`).
struct SchemaChanges {
  private(set) var breaking: [String] = []
  private(set) var dangerous: [String] = []
  private let defaults: (old: DefaultValue, new: DefaultValue)

  init(from old: ServiceSchema, to new: ServiceSchema) throws {
    let (old, new) = (try old.system, try new.system)
    defaults = (DefaultValue(system: old), DefaultValue(system: new))
    compareTypes(Self.referenced(old), Self.referenced(new))
    compareDirectives(Self.directives(old), Self.directives(new))
  }

  private typealias Fields = SchemaMembers<FieldDefinition>

  private struct Difference<Member: SchemaElement> {
    var added: [Member] = []
    var removed: [Member] = []
    var kept: [(old: Member, new: Member)] = []

    init(_ old: some Collection<Member>, _ new: some Collection<Member>) {
      let names = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
      for member in old {
        if let same = names[member.name] {
          kept.append((member, same))
        } else {
          removed.append(member)
        }
      }
      let known = Set(old.map(\.name))
      added = new.filter { !known.contains($0.name) }
    }
  }

  // MARK: Types

  private static let standardScalars: Set<String> = ["Int", "Float", "String", "Boolean", "ID"]

  /// Excludes unused standard scalars; the schema's own types come first.
  private static func referenced(_ system: TypeSystem) -> [NamedType] {
    let fields = system.types.flatMap(\.fields)
    let inputs =
      system.types.flatMap(\.inputFields) + fields.flatMap(\.arguments)
      + directives(system).flatMap(\.arguments)
    let names = Set((fields + inputs).map(\.type.name))
    let types = system.types.filter {
      !standardScalars.contains($0.name) || names.contains($0.name)
    }
    return types.filter { !$0.isBuiltIn } + types.filter(\.isBuiltIn)
  }

  /// Excludes `@defer` and `@stream` of this package; the schema's own directives come first.
  private static func directives(_ system: TypeSystem) -> [DirectiveDefinition] {
    system.directives.filter { !$0.isBuiltIn }
      + system.directives.filter { $0.isBuiltIn && !system.divides($0) }
  }

  private mutating func compareTypes(_ old: [NamedType], _ new: [NamedType]) {
    let types = Difference(old, new)
    for type in types.removed {
      let name = type.name
      breaking.append(
        Self.standardScalars.contains(name)
          ? "Standard scalar \(name) was removed because it is not referenced anymore."
          : "\(name) was removed.")
    }
    for (old, new) in types.kept {
      let name = old.name
      guard old.kind == new.kind else {
        breaking.append(
          "\(name) changed from \(old.kind.withArticle) to \(new.kind.withArticle).")
        continue
      }
      switch old.kind {
      case .enum:
        let values = Difference(old.enumValues, new.enumValues)
        dangerous += values.added.map { "\($0.name) was added to enum type \(name)." }
        breaking += values.removed.map { "\($0.name) was removed from enum type \(name)." }
      case .union:
        let members = Difference(old.members, new.members)
        dangerous += members.added.map { "\($0.name) was added to union type \(name)." }
        breaking += members.removed.map {
          "\($0.name) was removed from union type \(name)."
        }
      case .inputObject: compareInputFields(of: name, old.inputFields, new.inputFields)
      case .object, .interface:
        compareFields(of: name, old.fields, new.fields)
        let interfaces = Difference(old.interfaces, new.interfaces)
        dangerous += interfaces.added.map {
          "\($0.name) added to interfaces implemented by \(name)."
        }
        breaking += interfaces.removed.map {
          "\(name) no longer implements interface \($0.name)."
        }
      case .scalar: break
      }
    }
  }

  private mutating func compareInputFields(of type: String, _ old: Fields, _ new: Fields) {
    let fields = Difference(old, new)
    tellAdded(fields.added, "field", on: "input type \(type)")
    breaking += fields.removed.map { "\(type).\($0.name) was removed." }
    for (old, new) in fields.kept where !old.type.isSafeInput(new.type) {
      breaking.append(Self.changed("\(type).\(old.name)", "changed type", old, new))
    }
  }

  private mutating func compareFields(of type: String, _ old: Fields, _ new: Fields) {
    let fields = Difference(old, new)
    breaking += fields.removed.map { "\(type).\($0.name) was removed." }
    for (old, new) in fields.kept {
      let field = "\(type).\(old.name)"
      compareArguments(of: field, old.arguments, new.arguments)
      if !old.type.isSafeOutput(new.type) {
        breaking.append(Self.changed(field, "changed type", old, new))
      }
    }
  }

  private mutating func compareArguments(of field: String, _ old: Fields, _ new: Fields) {
    let arguments = Difference(old, new)
    breaking += arguments.removed.map { "\(field) arg \($0.name) was removed." }
    for (old, new) in arguments.kept {
      let argument = "\(field) arg \(old.name)"
      let (before, after) = (defaults.old.text(of: old), defaults.new.text(of: new))
      if !old.type.isSafeInput(new.type) {
        breaking.append(Self.changed(argument, "has changed type", old, new))
      } else if let before, let after {
        if before != after {
          dangerous.append("\(argument) has changed defaultValue from \(before) to \(after).")
        }
      } else if before != nil {
        dangerous.append("\(argument) defaultValue was removed.")
      }
    }
    tellAdded(arguments.added, "arg", on: field)
  }

  private mutating func tellAdded(_ inputs: [FieldDefinition], _ kind: String, on owner: String) {
    for input in inputs {
      let what = "\(kind) \(input.name) on \(owner) was added."
      if input.isRequired {
        breaking.append("A required \(what)")
      } else {
        dangerous.append("An optional \(what)")
      }
    }
  }

  private static func changed(
    _ subject: String, _ verb: String, _ old: FieldDefinition, _ new: FieldDefinition
  ) -> String {
    "\(subject) \(verb) from \(old.type.text) to \(new.type.text)."
  }

  // MARK: Directives

  private mutating func compareDirectives(
    _ old: [DirectiveDefinition], _ new: [DirectiveDefinition]
  ) {
    let directives = Difference(old, new)
    breaking += directives.removed.map { "\($0.name) was removed." }
    for (old, new) in directives.kept {
      let name = old.name
      let arguments = Difference(old.arguments, new.arguments)
      tellAdded(arguments.added.filter(\.isRequired), "arg", on: "directive \(name)")
      breaking += arguments.removed.map { "\($0.name) was removed from \(name)." }
      if old.isRepeatable, !new.isRepeatable {
        breaking.append("Repeatable flag was removed from \(name).")
      }
      for location in DirectiveLocation.allCases
      where old.locations.contains(location) && !new.locations.contains(location) {
        breaking.append("\(location.rawValue) was removed from \(name).")
      }
    }
  }
}

extension TypeKind {
  fileprivate var withArticle: String {
    switch self {
    case .scalar: "a Scalar type"
    case .object: "an Object type"
    case .interface: "an Interface type"
    case .union: "a Union type"
    case .enum: "an Enum type"
    case .inputObject: "an Input type"
    }
  }
}

extension WrappedType {
  fileprivate func isSafeOutput(_ new: WrappedType) -> Bool {
    if isNonNull { return new.isNonNull && unwrapped.isSafeOutput(new.unwrapped) }
    if new.isNonNull { return isSafeOutput(new.unwrapped) }
    if isList { return new.isList && unwrapped.isSafeOutput(new.unwrapped) }
    return !new.isList && name == new.name
  }

  fileprivate func isSafeInput(_ new: WrappedType) -> Bool {
    if isNonNull { return unwrapped.isSafeInput(new.isNonNull ? new.unwrapped : new) }
    if isList { return new.isList && unwrapped.isSafeInput(new.unwrapped) }
    return !new.isNonNull && !new.isList && name == new.name
  }
}
