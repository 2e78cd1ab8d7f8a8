// Objects: which type they have, what they are called, and what is stated of their fields.
extension AnswerGenerator {
  /// An object of a declared type; if something is stated of it, that is an object.
  mutating func object(
    _ declared: NamedType, _ group: SelectedFields.Group, at context: ValueContext
  ) throws(GenerationError) -> Node {
    var context = context
    let type = ownType(declared, group, at: &context)
    if context.stated.isEmpty, let json = overrides.types[type], !json.isObject {
      return .value(json)
    }
    if !overrides.types.isEmpty {
      let interfaces = type.interfaces.compactMap { system.types[$0.name] }
      for type in [type] + interfaces + [declared] {
        guard let json = overrides.types[type] else { continue }
        context.state(json, .type)
      }
    }
    context.stated.removeAll { !$0.json.isObject }
    name(&context, type)
    let changed = changes(of: type, at: &context)
    if !changed.isEmpty { context.state(.object(changed), .change) }
    var object = Object()
    // What a test states although it is not selected stays, so that the answer is found wrong.
    if let data = context.stated.first, !data.isOverride {
      object.stated = data.json.members?.map { ($0.name, $0.value) } ?? []
    }
    let selected = fields.fields(of: group, typeName: type.name)
    for (position, field) in selected.all.enumerated()
    where context.unknownType == nil || selected.certain.contains(position) {
      try grow(by: field.key)
      guard let member = try member(field, of: type, in: context) else { continue }
      object.members.append((field.key, member))
    }
    return .object(object)
  }

  /// The object type of a value: the one that is stated, or the first possible one.
  ///
  /// Of one that the schema does not know, only what is asked of all types is there.
  private mutating func ownType(
    _ declared: NamedType, _ group: SelectedFields.Group, at context: inout ValueContext
  ) -> NamedType {
    context.unknownType = nil
    guard declared.kind.isAbstract else { return declared }
    var names = context.stated.compactMap { $0.json["__typename"].string }
    if let name = overrides.types[declared]?["__typename"].string { names.append(name) }
    for key in fields.fields(of: group).typeNameKeys {
      names += context.stated.compactMap { $0.isOverride ? nil : $0.json[key].string }
    }
    if let name = overrides.typeNames[declared] { names.append(name) }
    if names.isEmpty, let id = context.key?.value { names = objects?.typeNames(ofID: id) ?? [] }
    for name in names {
      guard let type = system.types[name] else {
        context.unknownType = name
        return declared
      }
      if system.isPossible(type, for: declared) { return type }
    }
    return system.possibleTypes(of: declared).first ?? declared
  }

  /// Says what an object is called: by its key, by its `id`, or by what leads to it.
  private func name(_ context: inout ValueContext, _ type: NamedType) {
    let byPath = pathOverride(at: context, member: ".id")
    let id = (byPath ?? type.fields["id"].flatMap { overrides.fields[$0] })?.content
    var stated = context.stated.map { $0.json["id"] }
    if case .json(let json)? = id { stated.append(json) }
    if let text = stated.lazy.compactMap({ $0.string ?? $0.int.map(String.init) }).first {
      context.key = ("id", text, Self.short(text))
    } else if context.key == nil, type.fields["id"]?.type.nullable == .named("ID") {
      var text = context.identity
      if case .identifier(let form)? = id { text = form.text(for: text) }
      text = givenID(type, at: context) ?? text
      context.key = ("id", text, Self.short(text))
    }
    guard let key = context.key else { return }
    let prefix = "\(type.name):"
    context.identity = key.short.hasPrefix(prefix) ? key.short : prefix + key.short
  }

  /// Makes up a member; nil if it is left out.
  private mutating func member(
    _ field: SelectedFields.Field, of type: NamedType, in object: ValueContext
  ) throws(GenerationError) -> Int? {
    let name = field.first.name
    if name == "__typename" {
      let stated = object.stated.first { !$0.isOverride }
      return add(
        stated?.json.members?[field.key] ?? .string(object.unknownType ?? type.name))
    }
    guard let definition = system.field(name, of: type) else { return add(.null) }
    let isLeaf = field.group == nil
    var context = object
    context.depth += 1
    if !overrides.paths.isEmpty || overrides.hasErrors {
      context.path += (context.path.isEmpty ? "" : ".") + field.key
      context.openPath += (context.openPath.isEmpty ? "" : ".") + field.key
    }
    context.stated = object.stated.compactMap { stated in
      stated.member(field.key, ofField: name).map { Stated(json: $0, origin: stated.origin) }
    }
    var count: Int?
    let candidates: [(GeneratedValue?, Stated.Origin)] = [
      (pathOverride(at: context), .path), (overrides.fields[definition], .field),
    ]
    for case (let override?, let origin) in candidates {
      switch override.content {
      case .json(let json): context.state(json, origin)
      case .list(let length): count = count ?? length
      case .identifier where name == "id" && (origin == .field || field.key == "id"): break
      case .identifier(let form):
        context.state(.string(form.text(for: "\(context.identity).\(name)")), origin)
      case .error(let message): return fail(definition.type, message, at: context)
      case .absent: return nil
      }
    }
    if context.stated.isEmpty, system.isMeta(definition) { throw .introspection(field: name) }
    // Leaves are called after the object that they belong to.
    if !isLeaf { step(into: field, definition, &context) }
    return try add(definition.type, field.group, field: name, count: count, at: context)
  }

  /// Goes from an object to one that a field of it leads to.
  private mutating func step(
    into field: SelectedFields.Field, _ definition: FieldDefinition, _ context: inout ValueContext
  ) {
    let node = field.first.node
    let arguments = knownArguments[node] ?? arguments(of: field, coercedBy: definition)
    knownArguments[node] = arguments
    context.key = key(among: arguments, of: definition)
    context.given = given(to: field, definition, in: context)
    let text = arguments.filter { !$0.isDefault }.map { "\($0.name):\($0.text)" }
      .joined(separator: ",")
    context.identity += (context.identity.isEmpty ? "" : ".") + definition.name
    if !text.isEmpty { context.identity += "(\(text))" }
  }

  /// An argument that has a value.
  struct Argument: Sendable {
    let name: String
    let value: MockJSON
    /// The value as JSON, and as a key if it can be one: digests where they are long.
    let text: String
    let key: String?
    /// Whether it would have the same value if it were left out.
    var isDefault = false

    init(name: String, value: MockJSON) {
      self.name = name
      self.value = value
      text = AnswerGenerator.short("\(value)")
      key = (value.string ?? value.int.map(String.init)).map(AnswerGenerator.short)
    }
  }

  /// What an `id` has of a text that leads to an object.
  static func short(_ text: String) -> String {
    text.utf8.count > 32 ? StableDigest(of: [text]).description : text
  }

  /// The arguments that have a value, sorted by name.
  private func arguments(of field: SelectedFields.Field) -> [Argument] {
    let arguments = fields.collector.arguments(of: field.first)
    return arguments.members?.filter { !$0.value.isNull }
      .map { Argument(name: $0.name, value: $0.value) } ?? []
  }

  /// The same as the service gets them (section 6.4.1 "Coercing Field Arguments"), however the request
  /// spells them.
  private func arguments(
    of field: SelectedFields.Field, coercedBy definition: FieldDefinition
  ) -> [Argument] {
    arguments(of: field).map { given in
      guard let input = definition.arguments[given.name] else { return given }
      var argument = Argument(
        name: given.name, value: system.coerced(given.value, to: input.type))
      argument.isDefault = system.defaultValue(of: input) == argument.value
      return argument
    }
  }

  /// The argument that says which object is meant: `id`, or else the only one that must be given, if
  /// it is of the type `ID`.
  private func key(
    among arguments: [Argument], of field: FieldDefinition
  ) -> (name: String, value: String, short: String)? {
    let required = field.arguments.filter(\.isRequired)
    var name = "id"
    if required.count == 1, let only = required.first, only.type.nullable == .named("ID"),
      !arguments.contains(where: { $0.name == "id" })
    {
      name = only.name
    }
    guard let argument = arguments.first(where: { $0.name == name }), let short = argument.key,
      let text = argument.value.string ?? argument.value.int.map(String.init)
    else { return nil }
    return (name, text, short)
  }
}
