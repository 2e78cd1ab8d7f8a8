/// Objects of seeded types, of which a response contains only those that exist. Such a type is "closed". The "slot"
/// of an object is its number among all objects that code has added, from oldest to newest.
extension ResponseGenerator {
  /// Returns true if the type, or one of the object types of an interface or union, has seeds.
  func isClosed(_ type: NamedType?) -> Bool {
    guard !closed.isEmpty, let type else { return false }
    return system.possibleTypes(of: type).contains { closed.contains($0.name) }
  }

  /// Returns the type of the objects in a field's value, such as `User` for `[User!]!` and for `UserConnection`.
  func objectType(in type: WrappedType) -> NamedType? {
    guard let named = system.namedType(of: type) else { return nil }
    return system.node(of: list(ofPage: named)?.type.nullable.unwrapped ?? .named(named.name))
  }

  /// Returns the slots of the objects that a field can have, from oldest to newest.
  mutating func slots(of type: NamedType?, at place: Place, inList: Bool) -> [Int] {
    guard let type, let objects else { return [] }
    let types = system.possibleTypes(of: type).filter { closed.contains($0.name) }
    var slots = types.flatMap { objects.slots(of: $0.name) }.sorted()
    if inList, let owner = place.owner, let ownType = system.types[owner.typeName] {
      let fields = type.fields.filter { field in
        !field.type.nullable.isList
          && system.namedType(of: field.type).map { system.isPossible(ownType, for: $0) } == true
      }
      if fields.count == 1 {
        // An object that states no owner belongs to the oldest owner.
        let isOldest =
          objects.slots(of: owner.typeName).first.map { objects.object(at: $0)?.id == owner.id }
          ?? true
        let references = objects.stated(fields[0].name, at: slots)
        slots = zip(slots, references).compactMap { slot, reference in
          reference.map { $0["id"].idText == owner.id } ?? isOldest ? slot : nil
        }
      }
    }
    guard !place.filters.isEmpty else { return slots }
    let count = slots.count
    for (field, value) in place.filters {
      let values = objects.stated(field, at: slots)
      slots = zip(slots, values).compactMap { slot, stated in
        let object = stated == nil ? objects.object(at: slot) : nil
        var own = stated ?? object.map { objects.values(of: [field], in: $0)[field] } ?? .null
        if own.isObject { own = own["id"] }
        return own == value || own.idText != nil && own.idText == value.idText ? slot : nil
      }
    }
    note("\(slots.count) of \(count) by \(place.filters.map(\.field).joined(separator: " and "))")
    return slots
  }

  mutating func note(_ note: String) { if !notes.contains(note) { notes.append(note) } }

  /// Finds the object of a field without an `id`: the one that a mutation's argument names, or else the oldest.
  /// - Returns: False if there's no object, so that the field is null.
  mutating func find(
    _ declared: NamedType, field: String, isNonNull: Bool, at place: inout Place
  ) throws(GenerationError) -> Bool {
    guard place.key == nil, place.slot == nil, isClosed(declared),
      !place.stated.contains(where: { $0.json["id"].idText != nil })
    else { return true }
    let types = system.possibleTypes(of: declared).filter { closed.contains($0.name) }
    if types.contains(where: { inputID($0, at: place) != nil }) { return true }
    guard let slot = slots(of: declared, at: place, inList: false).first,
      let object = objects?.object(at: slot)
    else {
      // Data and overrides can state an object that doesn't exist.
      if place.stated.contains(where: { $0.json.isObject && $0.origin != .type }) { return true }
      guard !isNonNull else { throw .noObject(typeName: types[0].name, field: field) }
      return false
    }
    place.key = ("id", object.id)
    (place.typeName, place.isOldest, place.mutationInput) = (object.typeName, true, [])
    return true
  }

  /// Removes references to objects that don't exist from a list that an object states.
  mutating func existing(_ stated: Stated, of element: WrappedType, at path: String) -> Stated {
    guard stated.isOfObject, let list = stated.json.array, let type = system.node(of: element),
      isClosed(type), let objects
    else { return stated }
    let names = system.possibleTypes(of: type).map(\.name)
    let kept = list.filter { value in
      guard let id = value["id"].idText else { return true }
      if names.contains(where: { objects.has(ObjectKey(typeName: $0, id: id)) }) { return true }
      noteAbsence(of: ObjectKey(typeName: type.name, id: id), at: path)
      return false
    }
    return Stated(json: .array(kept), origin: stated.origin)
  }

  /// Returns the seeded type in the result of a mutation that has changed no object.
  mutating func unchangedType(in root: NamedType) -> String? {
    guard isMutation, !changesObjects, !closed.isEmpty else { return nil }
    let results = fields.fields(of: SelectedFields.root, typeName: root.name).all
      .compactMap { system.field($0.first.name, of: root)?.type }
    let payloads = results.compactMap { system.namedType(of: $0) }
      .filter { $0.fields["id"] == nil }.flatMap { $0.fields.map(\.type) }
    return (results + payloads).lazy.compactMap(objectType).first(where: isClosed)?.name
  }

  mutating func noteAbsence(of object: ObjectKey, at path: String) {
    note("\(path): there's \(object.absence.dropLast()), to which an object refers")
  }

  /// Returns the slot of the object whose `id` is in a cursor, also after it's deleted.
  func slot(ofCursor cursor: MockJSON, of type: NamedType) -> Int? {
    guard let text = cursor.string, text.hasPrefix(Page.cursorPrefix) else { return nil }
    return objects?.slot(
      ofCursor: String(text.dropFirst(Page.cursorPrefix.count)),
      among: system.possibleTypes(of: type).map(\.name))
  }
}
