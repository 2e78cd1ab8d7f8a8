// Mutations: what they are given is seen in what they return, and stays.

extension AnswerGenerator {
  /// An argument of a mutation, or a member of an input object in one.
  struct GivenValue: Sendable {
    let name: String
    let type: WrappedType
    let value: MockJSON
  }

  /// How deep members of input objects are looked for.
  private static let inputDepth = 4

  /// What an object that a field returns was given: of a field of a mutation its arguments and, behind
  /// them, the members of input objects; of others, what was given to the object that they belong to.
  func given(
    to field: SelectedFields.Field, _ definition: FieldDefinition, in context: ValueContext
  ) -> [GivenValue] {
    guard isMutation, context.depth == 1, objects != nil else { return context.given }
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

  /// The `id` of an object that a mutation returns: `id` among what it was given or, for a `User`,
  /// `userId`.
  func givenID(_ type: NamedType, at context: ValueContext) -> String? {
    let name = type.name.prefix(1).lowercased() + type.name.dropFirst()
    for wanted in ["id", "\(name)Id", "\(name)ID"] {
      let given = context.given.first { $0.name == wanted }
      if let text = given.flatMap({ output($0.value, as: .named("ID"), from: $0.type) })?.string {
        return text
      }
    }
    return nil
  }

  /// What mutations have changed of an object, this one included.
  /// - Parameter context: Hands on what it was given where the object has no `id`, as what is inside of it
  ///   is meant.
  func changes(of type: NamedType, at context: inout ValueContext) -> [String: MockJSON] {
    guard let objects, type.kind == .object else { return [:] }
    var changed: [String: MockJSON] = [:]
    for given in context.given where changed[given.name] == nil {
      guard let field = type.fields[given.name], field.arguments.isEmpty else { continue }
      changed[given.name] = output(given.value, as: field.type, from: given.type)
    }
    guard type.fields["id"] != nil, let key = context.key else { return changed }
    context.given = []
    changed["id"] = nil
    return objects.remember(
      context.identity, id: key.value, typeName: type.name, changing: changed)
  }

  /// A value of an input type as a field has it (section 3.5 "Result Coercion"); nil if it has another
  /// type.
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
