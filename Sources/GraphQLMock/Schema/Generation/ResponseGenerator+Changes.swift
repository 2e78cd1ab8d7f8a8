extension ResponseGenerator {
  /// An argument of a mutation, or a field of an input object in one.
  typealias GivenValue = (name: String, type: WrappedType, value: MockJSON)

  private static let inputDepth = 4

  /// Returns the arguments of a mutation and the fields of their input objects, the outer ones first, which win. Those
  /// that are nested more deeply than `inputDepth` are probably about other objects than the response.
  func mutationInput(
    to field: SelectedFields.Field, _ definition: FieldDefinition, in place: Place
  ) -> [GivenValue] {
    guard isMutation, place.depth == 1, objects != nil else { return place.mutationInput }
    var found: [GivenValue] = []
    var level = input(definition.arguments, fields.collector.arguments(of: field.first))
    for _ in 0..<Self.inputDepth {
      found += level
      level = level.flatMap { input(system.namedType(of: $0.type)?.inputFields, $0.value) }
    }
    return found
  }

  private func input(
    _ definitions: SchemaMembers<FieldDefinition>?, _ values: MockJSON
  ) -> [GivenValue] {
    (definitions ?? SchemaMembers()).compactMap { definition in
      values.members?[definition.name].map { (definition.name, definition.type, $0) }
    }
  }

  /// Returns the ID that the input of a mutation gives to an object of this type, such as `id` or `userId`.
  func inputID(_ type: NamedType, at place: Place) -> String? {
    let own = GeneratedScalars.foldedName(type.name) + "id"
    return place.mutationInput.first { $0.name == "id" && $0.value.idText != nil }?.value.idText
      ?? place.mutationInput.first { GeneratedScalars.foldedName($0.name) == own }?.value.idText
  }

  /// Returns the fields of an object that requests have changed, with their new values. Stores those that this response
  /// changes, and makes an object with an `id` the owner of its fields.
  mutating func changes(
    of type: NamedType, _ selected: SelectedFields.Fields, at place: inout Place
  ) -> [String: MockJSON] {
    guard let objects, type.kind == .object else { return [:] }
    var changed: [String: MockJSON] = [:]
    for given in place.mutationInput where changed[given.name] == nil {
      guard let field = type.fields[given.name], field.arguments.isEmpty else { continue }
      changed[given.name] = output(given.value, as: field.type, from: given.type)
    }
    guard type.fields["id"] != nil, let key = place.key else { return changed }
    let isSeeded = closed.contains(type.name)
    place.mutationInput = []
    if let data = place.stated.first, data.isData, !isSeeded || isMutation && remembersData {
      for field in selected.all
      where field.group == nil && type.fields[field.first.name]?.arguments.isEmpty == true {
        changed[field.first.name] = data.member(field.key, ofField: field.first.name)
      }
    }
    changed["id"] = nil
    if isSeeded, !changed.isEmpty { changesObjects = true }
    let owner = ObjectKey(typeName: type.name, id: key.value)
    // A mutation without an `id` doesn't mean the oldest object.
    if isSeeded, place.isOldest || !objects.has(owner) { changed = [:] }
    let known = objects.remember(place.identity, owner, parent: place.parent, changing: changed)
    (place.owner, place.parent) = (owner, known.parent)
    return known.changes
  }

  /// Converts an argument to a field's value, or returns nil if their types differ (GraphQL, section 3.5).
  private func output(
    _ value: MockJSON, as type: WrappedType, from input: WrappedType
  ) -> MockJSON? {
    // A `nil` would be the JSON value null.
    if value.isNull { return type.isNonNull ? Optional.none : value }
    let (type, input) = (type.nullable, input.nullable)
    guard type.isList == input.isList else { return nil }
    if type.isList {
      // A single value stands for a list of one (GraphQL, section 3.11).
      let elements = value.array ?? [value]
      let outputs = elements.compactMap { output($0, as: type.unwrapped, from: input.unwrapped) }
      return outputs.count == elements.count ? .array(outputs) : nil
    }
    guard type == input, system.kind(of: type)?.isLeaf == true else { return nil }
    return type == .named("ID") ? value.int.map { .string("\($0)") } ?? value : value
  }
}
