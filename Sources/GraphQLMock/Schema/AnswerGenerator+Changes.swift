/// An argument of a mutation, or a member of an input object in one.
struct GivenValue: Sendable {
  let name: String
  let type: WrappedType
  let value: MockJSON
}

extension AnswerGenerator {
  private static let inputDepth = 4

  /// For a field of a mutation, its arguments, then their input fields; other fields inherit those of the object.
  func given(
    to field: SelectedFields.Field, _ definition: FieldDefinition, in place: Place
  ) -> [GivenValue] {
    guard isMutation, place.depth == 1, objects != nil else { return place.given }
    var found: [GivenValue] = []
    var inputs = [(definition.arguments, fields.collector.arguments(of: field.first))]
    for _ in 0..<Self.inputDepth {
      var inner: [(SchemaMembers<FieldDefinition>, MockJSON)] = []
      for (definitions, values) in inputs {
        for definition in definitions {
          guard let value = values.members?[definition.name] else { continue }
          found.append(GivenValue(name: definition.name, type: definition.type, value: value))
          if value.isObject, let type = system.namedType(of: definition.type) {
            inner.append((type.inputFields, value))
          }
        }
      }
      inputs = inner
    }
    return found
  }

  /// The mutation's argument `id` or, for a `User`, `userId`.
  func givenID(_ type: NamedType, at place: Place) -> String? {
    let name = type.name.prefix(1).lowercased() + type.name.dropFirst()
    for wanted in ["id", "\(name)Id", "\(name)ID"] {
      let given = place.given.first { $0.name == wanted }
      if let text = given.flatMap({ output($0.value, as: .named("ID"), from: $0.type) })?.string {
        return text
      }
    }
    return nil
  }

  /// Includes earlier mutations; an object without `id` passes its arguments on to the objects inside.
  func changes(of type: NamedType, at place: inout Place) -> [String: MockJSON] {
    guard let objects, type.kind == .object else { return [:] }
    var changed: [String: MockJSON] = [:]
    for given in place.given where changed[given.name] == nil {
      guard let field = type.fields[given.name], field.arguments.isEmpty else { continue }
      changed[given.name] = output(given.value, as: field.type, from: given.type)
    }
    guard type.fields["id"] != nil, let key = place.key else { return changed }
    place.given = []
    changed["id"] = nil
    return objects.remember(place.identity, id: key.value, typeName: type.name, changing: changed)
  }

  /// Coerces an input value to a field's type (section 3.5 "Result Coercion"), or returns nil if the types differ.
  private func output(
    _ value: MockJSON, as type: WrappedType, from input: WrappedType
  ) -> MockJSON? {
    if value.isNull { return type.isNonNull ? nil : value }
    let (type, input) = (type.nullable, input.nullable)
    guard type.isList == input.isList else { return nil }
    if type.isList {
      guard let elements = value.array else { return nil }
      let outputs = elements.compactMap { output($0, as: type.unwrapped, from: input.unwrapped) }
      return outputs.count == elements.count ? .array(outputs) : nil
    }
    guard type == input, system.kind(of: type)?.isLeaf == true else { return nil }
    return type == .named("ID") ? value.int.map { .string("\($0)") } ?? value : value
  }
}
