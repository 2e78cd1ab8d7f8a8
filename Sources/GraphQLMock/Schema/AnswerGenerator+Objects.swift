extension AnswerGenerator {
  /// - Precondition: The value that is stated for the place is an object.
  mutating func object(
    _ declared: NamedType, _ group: SelectedFields.Group, at place: Place
  ) throws(GenerationError) -> Node {
    var place = place
    let type = ownType(declared, group, at: &place)
    if place.stated.isEmpty, let json = overrides.types[type], !json.isObject {
      return .value(json)
    }
    if !overrides.types.isEmpty {
      let interfaces = type.interfaces.compactMap { system.types[$0.name] }
      for type in [type] + interfaces + [declared] {
        guard let json = overrides.types[type] else { continue }
        place.state(json, .type)
      }
    }
    place.stated.removeAll { !$0.json.isObject }
    name(&place, type)
    let changed = changes(of: type, at: &place)
    if !changed.isEmpty { place.state(.object(changed), .change) }
    var object = Object()
    // Members that a test states but the document doesn't select stay, so that validation reports them.
    if let data = place.stated.first, !data.isOverride {
      object.stated = data.json.members?.map { ($0.name, $0.value) } ?? []
    }
    let selected = fields.fields(of: group, typeName: type.name)
    for (position, field) in selected.all.enumerated()
    where place.unknownType == nil || selected.certain.contains(position) {
      try grow(by: field.key)
      guard let member = try member(field, of: type, in: place) else { continue }
      object.members.append((field.key, member))
    }
    return .object(object)
  }

  /// The stated type or the first possible one; an unknown type has only the fields selected on all types.
  private mutating func ownType(
    _ declared: NamedType, _ group: SelectedFields.Group, at place: inout Place
  ) -> NamedType {
    place.unknownType = nil
    guard declared.kind.isAbstract else { return declared }
    var names = place.stated.compactMap { $0.json["__typename"].string }
    if let name = overrides.types[declared]?["__typename"].string { names.append(name) }
    for key in fields.fields(of: group).typeNameKeys {
      names += place.stated.compactMap { $0.isOverride ? nil : $0.json[key].string }
    }
    if let name = overrides.typeNames[declared] { names.append(name) }
    if names.isEmpty, let id = place.key?.value { names = objects?.typeNames(ofID: id) ?? [] }
    for name in names {
      guard let type = system.types[name] else {
        place.unknownType = name
        return declared
      }
      if system.isPossible(type, for: declared) { return type }
    }
    return system.possibleTypes(of: declared).first ?? declared
  }

  private func name(_ place: inout Place, _ type: NamedType) {
    let byPath = pathOverride(at: place, member: ".id")
    let id = (byPath ?? type.fields["id"].flatMap { overrides.fields[$0] })?.content
    var stated = place.stated.map { $0.json["id"] }
    if case .json(let json)? = id { stated.append(json) }
    if let text = stated.lazy.compactMap({ $0.string ?? $0.int.map(String.init) }).first {
      place.key = ("id", text, Self.short(text))
    } else if place.key == nil, type.fields["id"]?.type.nullable == .named("ID") {
      var text = place.identity
      if case .identifier(let form)? = id { text = form.text(for: text) }
      text = givenID(type, at: place) ?? text
      place.key = ("id", text, Self.short(text))
    }
    guard let key = place.key else { return }
    let prefix = "\(type.name):"
    place.identity = key.short.hasPrefix(prefix) ? key.short : prefix + key.short
  }

  private mutating func member(
    _ field: SelectedFields.Field, of type: NamedType, in object: Place
  ) throws(GenerationError) -> Int? {
    let name = field.first.name
    if name == "__typename" {
      let stated = object.stated.first { !$0.isOverride }
      return add(stated?.json.members?[field.key] ?? .string(object.unknownType ?? type.name))
    }
    guard let definition = system.field(name, of: type) else { return add(.null) }
    let isLeaf = field.group == nil
    var place = object
    place.depth += 1
    if !overrides.paths.isEmpty || overrides.hasErrors {
      place.path += (place.path.isEmpty ? "" : ".") + field.key
      place.openPath += (place.openPath.isEmpty ? "" : ".") + field.key
    }
    place.stated = object.stated.compactMap { stated in
      stated.member(field.key, ofField: name).map { Stated(json: $0, origin: stated.origin) }
    }
    var count: Int?
    let candidates: [(GeneratedValue?, Stated.Origin)] = [
      (pathOverride(at: place), .path), (overrides.fields[definition], .field),
    ]
    for case (let override?, let origin) in candidates {
      switch override.content {
      case .json(let json): place.state(json, origin)
      case .list(let length): count = count ?? length
      case .identifier where name == "id" && (origin == .field || field.key == "id"): break
      case .identifier(let form):
        place.state(.string(form.text(for: "\(place.identity).\(name)")), origin)
      case .error(let message): return fail(definition.type, message, at: place)
      case .absent: return nil
      }
    }
    if place.stated.isEmpty, system.isMeta(definition) { throw .introspection(field: name) }
    // A leaf keeps the identity of its object.
    if !isLeaf { step(into: field, definition, &place) }
    return try add(definition.type, field.group, field: name, count: count, at: place)
  }

  private mutating func step(
    into field: SelectedFields.Field, _ definition: FieldDefinition, _ place: inout Place
  ) {
    let node = field.first.node
    let arguments = knownArguments[node] ?? arguments(of: field, coercedBy: definition)
    knownArguments[node] = arguments
    place.key = key(among: arguments, of: definition)
    place.given = given(to: field, definition, in: place)
    let text = arguments.filter { !$0.isDefault }.map { "\($0.name):\($0.text)" }
      .joined(separator: ",")
    place.identity += (place.identity.isEmpty ? "" : ".") + definition.name
    if !text.isEmpty { place.identity += "(\(text))" }
  }

  struct Argument: Sendable {
    let name: String
    let value: MockJSON
    /// The value as JSON and, if possible, as a key; long values are digests.
    let text: String
    let key: String?
    var isDefault = false

    init(name: String, value: MockJSON) {
      self.name = name
      self.value = value
      text = AnswerGenerator.short("\(value)")
      key = (value.string ?? value.int.map(String.init)).map(AnswerGenerator.short)
    }
  }

  static func short(_ text: String) -> String {
    text.utf8.count > 32 ? StableDigest(of: [text]).description : text
  }

  private func arguments(of field: SelectedFields.Field) -> [Argument] {
    let arguments = fields.collector.arguments(of: field.first)
    return arguments.members?.filter { !$0.value.isNull }
      .map { Argument(name: $0.name, value: $0.value) } ?? []
  }

  /// Coerced (section 6.4.1), so that equal arguments have one spelling.
  private func arguments(
    of field: SelectedFields.Field, coercedBy definition: FieldDefinition
  ) -> [Argument] {
    arguments(of: field).map { given in
      guard let input = definition.arguments[given.name] else { return given }
      var argument = Argument(name: given.name, value: system.coerced(given.value, to: input.type))
      argument.isDefault = system.defaultValue(of: input) == argument.value
      return argument
    }
  }

  /// The argument that identifies an object: `id`, or else the only required one if its type is `ID`.
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
