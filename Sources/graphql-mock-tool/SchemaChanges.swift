import Foundation
import GraphQLMock

/// The breaking and dangerous changes of a schema, with the messages of graphql-js (`findBreakingChanges`).
struct SchemaChanges {
  struct Change {
    /// The level is `error` for a breaking change, and `note` for a dangerous one.
    var level: Finding.Level
    var message: String
    /// The byte offset of the change in the new schema, or nil if the definition was removed.
    var offset: Int?
    fileprivate var use: Use?
  }

  /// What an operation must use to be affected by a change, although it's still valid.
  fileprivate enum Use: Equatable {
    /// A field such as `User.age`.
    case field(String)
    /// A type of a field that an operation selects.
    case output(String)
    /// An input type or enum that a variable uses, directly or in a field.
    case input(String)
  }

  private(set) var all: [Change] = []
  private let old: TypeSystem
  private let new: TypeSystem

  init(from old: TypeSystem, to new: TypeSystem) {
    (self.old, self.new) = (old, new)
    compareTypes(Self.referenced(old), Self.referenced(new))
    compareDirectives(Self.directives(old), Self.directives(new))
  }

  /// Returns the changes that affect a field such as `User.age`, or a variable such as `$input`.
  func affecting(_ use: String, _ type: WrappedType) -> [Change] {
    guard use.hasPrefix("$") else {
      return all.filter { $0.use == .field(use) } + all.filter { $0.use == .output(type.name) }
    }
    var types = [type.name]
    var seen: Set = [type.name]
    var index = 0
    while index < types.count {
      let type = types[index]
      for field in old.types[type]?.inputFields ?? SchemaMembers()
      where new.types[type]?.inputFields[field.name]?.type.name == field.type.name
        && seen.insert(field.type.name).inserted
      {
        types.append(field.type.name)
      }
      index += 1
    }
    return types.flatMap { type in all.filter { $0.use == .input(type) } }
  }

  private mutating func tell(
    _ level: Finding.Level, _ message: String, at offset: Int? = nil, for use: Use? = nil
  ) {
    all.append(Change(level: level, message: message, offset: offset, use: use))
  }

  private mutating func tell(
    _ level: Finding.Level, _ members: [some SchemaElement], at place: Int? = nil,
    for use: Use? = nil, _ message: (String) -> String
  ) {
    for member in members {
      tell(level, message(member.name), at: place ?? member.offset, for: use)
    }
  }

  private typealias Fields = SchemaMembers<FieldDefinition>

  /// The elements of two lists by their names, in the order of the new list if they were added, or else of the old one.
  private struct Difference<Member: SchemaElement> {
    let added: [Member]
    let removed: [Member]
    let kept: [(old: Member, new: Member)]

    init(_ old: some Collection<Member>, _ new: some Collection<Member>) {
      let names = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
      let known = Set(old.map(\.name))
      added = new.filter { !known.contains($0.name) }
      removed = old.filter { names[$0.name] == nil }
      kept = old.compactMap { member in names[member.name].map { (member, $0) } }
    }
  }

  /// Returns all types except for unused standard scalars such as `ID`. The schema's own types come first.
  private static func referenced(_ system: TypeSystem) -> [NamedType] {
    let fields = system.types.flatMap(\.fields)
    let inputs =
      system.types.flatMap(\.inputFields) + fields.flatMap(\.arguments)
      + directives(system).flatMap(\.arguments)
    let names = Set((fields + inputs).map(\.type.name))
    let types = system.types.filter { !$0.isStandardScalar || names.contains($0.name) }
    return types.filter { !$0.isBuiltIn } + types.filter(\.isBuiltIn)
  }

  /// Returns all directives except for the built-in `@defer` and `@stream`, which graphql-js doesn't have.
  private static func directives(_ system: TypeSystem) -> [DirectiveDefinition] {
    system.directives.filter { !$0.isBuiltIn }
      + system.directives.filter { $0.isBuiltIn && !system.divides($0) }
  }

  private mutating func compareTypes(_ old: [NamedType], _ new: [NamedType]) {
    let types = Difference(old, new)
    for type in types.removed {
      tell(
        .error,
        type.isStandardScalar
          ? "Standard scalar \(type.name) was removed because it is not referenced anymore."
          : "\(type.name) was removed.")
    }
    for (old, new) in types.kept {
      let (name, place) = (old.name, new.offset)
      guard old.kind == new.kind else {
        let kinds = "from \(old.kind.withArticle) to \(new.kind.withArticle)"
        tell(.error, "\(name) changed \(kinds).", at: place, for: .output(name))
        continue
      }
      switch old.kind {
      case .enum:
        let values = Difference(old.enumValues, new.enumValues)
        tell(.note, values.added, for: .output(name)) { "\($0) was added to enum type \(name)." }
        tell(.error, values.removed, at: place, for: .input(name)) {
          "\($0) was removed from enum type \(name)."
        }
      case .union:
        let members = Difference(old.members, new.members)
        tell(.note, members.added, for: .output(name)) { "\($0) was added to union type \(name)." }
        tell(.error, members.removed, at: place) { "\($0) was removed from union type \(name)." }
      case .inputObject: compareInputFields(of: new, old.inputFields)
      case .object, .interface:
        compareFields(of: new, old.fields)
        let interfaces = Difference(old.interfaces, new.interfaces)
        for interface in interfaces.added {
          let message = "\(interface.name) added to interfaces implemented by \(name)."
          tell(.note, message, at: interface.offset, for: .output(interface.name))
        }
        tell(.error, interfaces.removed, at: place) {
          "\(name) no longer implements interface \($0)."
        }
      case .scalar: break
      }
    }
  }

  private mutating func compareInputFields(of type: NamedType, _ old: Fields) {
    let fields = Difference(old, type.inputFields)
    tellAdded(fields.added, "field", on: "input type \(type.name)", for: .input(type.name))
    tell(.error, fields.removed, at: type.offset, for: .input(type.name)) {
      "\(type.name).\($0) was removed."
    }
    for (old, new) in fields.kept where !old.type.isSafeInput(new.type) {
      var known: Set<String> = []
      compared(
        "\(type.name).\(old.name) changed type", old, new,
        for: takes(new.type, every: old.type, &known) ? nil : .input(type.name))
    }
  }

  /// Returns true if input coercion accepts every JSON value of the old type (GraphQL, sections 3.5 to 3.12).
  private func takes(
    _ new: WrappedType, every old: WrappedType, _ known: inout Set<String>
  ) -> Bool {
    if new.isNonNull, !old.isNonNull { return false }
    let (old, new) = (old.nullable, new.nullable)
    if new.isList {
      return takes(new.unwrapped, every: old.isList ? old.unwrapped : .nonNull(old), &known)
    }
    guard !old.isList, let old = self.old.types[old.name], let new = self.new.types[new.name] else {
      return false
    }
    switch (old.kind, new.kind) {
    case (.inputObject, .inputObject):
      // A type may contain itself.
      guard known.insert("\(old.name) \(new.name)").inserted else { return true }
      let fields = Difference(old.inputFields, new.inputFields)
      return fields.removed.isEmpty && !fields.added.contains(where: \.isRequired)
        && (old.isOneOf || !new.isOneOf)
        && fields.kept.allSatisfy { old, new in
          (old.isRequired || !new.isRequired) && takes(new.type, every: old.type, &known)
        }
    case (.enum, .enum): return Difference(old.enumValues, new.enumValues).removed.isEmpty
    case (.enum, .scalar): return ["ID", "String"].contains(new.name)
    case (.scalar, .scalar):
      let wider = ["Int": ["Float", "ID"], "String": ["ID"]]
      return old.name == new.name || wider[old.name]?.contains(new.name) == true
    default: return false
    }
  }

  private mutating func compareFields(of type: NamedType, _ old: Fields) {
    let fields = Difference(old, type.fields)
    tell(.error, fields.removed, at: type.offset) { "\(type.name).\($0) was removed." }
    for (old, new) in fields.kept {
      let field = "\(type.name).\(old.name)"
      compareArguments(of: field, old, new)
      if !old.type.isSafeOutput(new.type) {
        compared("\(field) changed type", old, new, for: .field(field))
      }
    }
  }

  private mutating func compareArguments(
    of field: String, _ old: FieldDefinition, _ new: FieldDefinition
  ) {
    let arguments = Difference(old.arguments, new.arguments)
    tell(.error, arguments.removed, at: new.offset) { "\(field) arg \($0) was removed." }
    for (old, new) in arguments.kept {
      let argument = "\(field) arg \(old.name)"
      let before = self.old.defaultText(of: old)
      let after = self.new.defaultText(of: new)
      if !old.type.isSafeInput(new.type) {
        compared("\(argument) has changed type", old, new)
      } else if let before, before != after {
        let change = after.map { "has changed defaultValue from \(before) to \($0)" }
        tell(.note, "\(argument) \(change ?? "defaultValue was removed").", at: new.offset)
      }
    }
    tellAdded(arguments.added, "arg", on: field)
  }

  private mutating func tellAdded(
    _ inputs: [FieldDefinition], _ kind: String, on owner: String, for use: Use? = nil
  ) {
    for input in inputs {
      let what = "\(kind) \(input.name) on \(owner) was added."
      if input.isRequired {
        tell(.error, "A required \(what)", at: input.offset, for: use)
      } else {
        tell(.note, "An optional \(what)", at: input.offset)
      }
    }
  }

  private mutating func compared(
    _ change: String, _ old: FieldDefinition, _ new: FieldDefinition, for use: Use? = nil
  ) {
    tell(.error, "\(change) from \(old.type.text) to \(new.type.text).", at: new.offset, for: use)
  }

  private mutating func compareDirectives(
    _ old: [DirectiveDefinition], _ new: [DirectiveDefinition]
  ) {
    let directives = Difference(old, new)
    for directive in directives.removed { tell(.error, "\(directive.name) was removed.") }
    for (old, new) in directives.kept {
      let (name, place) = (old.name, new.offset)
      let arguments = Difference(old.arguments, new.arguments)
      tellAdded(arguments.added.filter(\.isRequired), "arg", on: "directive \(name)")
      tell(.error, arguments.removed, at: place) { "\($0) was removed from \(name)." }
      if old.isRepeatable, !new.isRepeatable {
        tell(.error, "Repeatable flag was removed from \(name).", at: place)
      }
      for location in DirectiveLocation.allCases
      where old.locations.contains(location) && !new.locations.contains(location) {
        tell(.error, "\(location.rawValue) was removed from \(name).", at: place)
      }
    }
  }
}

extension NamedType {
  /// Whether the type is `Int`, `Float`, `String`, `Boolean` or `ID`, the only scalars that every service has.
  fileprivate var isStandardScalar: Bool { kind == .scalar && isBuiltIn }
}

extension TypeKind {
  /// The kind of a type in messages of graphql-js, such as `an Object type`.
  fileprivate var withArticle: String {
    let name = self == .inputObject ? "Input" : "\(self)".capitalized
    return "\(self == .scalar || self == .union ? "a" : "an") \(name) type"
  }
}

extension WrappedType {
  /// Like `isChangeSafeForObjectOrInterfaceField` in graphql-js.
  fileprivate func isSafeOutput(_ new: WrappedType) -> Bool {
    if isNonNull { return new.isNonNull && unwrapped.isSafeOutput(new.unwrapped) }
    if new.isNonNull { return isSafeOutput(new.unwrapped) }
    if isList { return new.isList && unwrapped.isSafeOutput(new.unwrapped) }
    return !new.isList && name == new.name
  }

  /// Like `isChangeSafeForInputObjectFieldOrFieldArg` in graphql-js.
  fileprivate func isSafeInput(_ new: WrappedType) -> Bool {
    if isNonNull { return unwrapped.isSafeInput(new.isNonNull ? new.unwrapped : new) }
    if isList { return new.isList && unwrapped.isSafeInput(new.unwrapped) }
    return !new.isNonNull && !new.isList && name == new.name
  }
}
