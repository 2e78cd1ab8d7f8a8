/// The object types that an interface or a union allows, beginning with those whose fields a document selects.
struct TypeChoice: Sendable {
  private(set) var types: [NamedType]
  private let system: TypeSystem
  /// The type conditions of the selections with a response key, and of those of a field.
  private var keys: [String: Set<[String]>] = [:]
  private var names: [String: Set<[String]>] = [:]

  /// - Parameter fields: The fields that the document selects for values of the interface or the union.
  init(
    of declared: NamedType, _ fields: SelectedFields.Fields, in system: TypeSystem,
    _ overrides: ResolvedOverrides
  ) {
    (self.system, types) = (system, system.possibleTypes(of: declared))
    for selection in fields.all.lazy.flatMap(\.selections) {
      keys[selection.key, default: []].insert(selection.scope.openConditions)
      names[selection.name, default: []].insert(selection.scope.openConditions)
    }
    guard types.count > 1 else { return }
    let selected = Set(names.lazy.filter { $0.key != "__typename" }.flatMap(\.value))
    let narrow = Set(selected.joined()).filter { condition in
      !types.allSatisfy { hold([condition], for: $0) }
    }
    let specific = selected.filter { !narrow.isDisjoint(with: $0) }
    let ranked = Dictionary(grouping: types) { type in
      let isStated =
        overrides.types[type]?.isObject == true
        || names.contains { name, conditions in
          type.fields[name].flatMap { overrides.fields[$0] } != nil
            && conditions.contains { hold($0, for: type) }
        }
      // A fragment of the document for the type counts more than an override of the test.
      return (specific.contains { hold($0, for: type) } ? 2 : 0) + (isStated ? 1 : 0)
    }
    types = [3, 2, 1, 0].flatMap { ranked[$0] ?? [] }
  }

  private func hold(_ conditions: [String], for type: NamedType) -> Bool {
    conditions.allSatisfy { system.types[$0].map { system.isSubtype(type, of: $0) } == true }
  }

  /// Returns the first type for which the document selects all members of an object.
  /// - Parameter byNames: Whether the members of the object can have the names of fields instead of aliases.
  func type(of members: JSONMembers, byNames: Bool) -> NamedType? {
    func selects(_ name: String, _ type: NamedType) -> Bool {
      (keys[name] ?? []).union(byNames ? names[name] ?? [] : []).contains { hold($0, for: type) }
        || name == "__typename"
    }
    return types.first { type in members.allSatisfy { selects($0.name, type) } }
      ?? types.first { type in
        members.allSatisfy { type.fields[$0.name] != nil || selects($0.name, type) }
      }
  }
}
