/// The objects that a mock service has generated or that its test has stated, with the changes made to them.
final class MadeUpObjects: Sendable {
  /// The number of IDs after which generated objects are forgotten.
  private let limit: Int

  struct State {
    /// The types of the objects with each `id`, from oldest to newest.
    var typeNames: [String: [String]] = [:]
    /// The changed fields of each object. The keys of this and the following tables are identities, such as `User:7`.
    var changes: [String: [String: MockJSON]] = [:]
    /// For each object, the object that refers to it in a response.
    var parents: [String: ObjectKey] = [:]
    var deleted: Set<String> = []
    /// The objects that code has added. The index of an object is its slot in lists, which a deleted object keeps.
    var added: [ObjectKey] = []
    var slots: [String: Int] = [:]
    /// The slots of the objects of each type that code has added and not deleted, from oldest to newest.
    var existing: [String: [Int]] = [:]
    /// The types that have seeds, of which there are no other objects.
    var closed: Set<String> = []
    /// The cursors of each list such as `Query.users`, with the numbers of their elements, or nil for those of the test.
    var cursors: [String: [MockJSON: Int?]] = [:]
    /// The number of different IDs of objects of open types since `forgetGenerated`.
    var rememberedCount = 0

    func has(_ object: ObjectKey) -> Bool {
      !deleted.contains(object.identity)
        && (slots[object.identity] != nil || !closed.contains(object.typeName))
    }

    /// Adds or replaces an object. An object that was deleted gets a new slot, at the end of lists.
    mutating func put(_ object: ObjectKey, _ fields: [String: MockJSON]) {
      changes[object.identity] = fields.filter { $0.key != "id" }
      if deleted.remove(object.identity) == nil, slots[object.identity] != nil { return }
      slots[object.identity] = added.count
      existing[object.typeName, default: []].append(added.count)
      added.append(object)
      note(object)
    }

    /// Returns nil for the slot of a response that began before `reset`.
    func object(at slot: Int) -> ObjectKey? {
      added.indices.contains(slot) ? added[slot] : nil
    }

    mutating func delete(_ object: ObjectKey) {
      deleted.insert(object.identity)
      let slot = slots[object.identity]
      existing[object.typeName]?.removeAll { $0 == slot }
      if !closed.contains(object.typeName) { note(object) }
    }

    /// Returns true for a deleted object, too.
    func isKnown(_ object: ObjectKey) -> Bool {
      slots[object.identity] != nil || deleted.contains(object.identity)
        || typeNames[ResponseGenerator.keyText(object.id)]?.contains(object.typeName) == true
    }

    mutating func note(_ object: ObjectKey) {
      let id = ResponseGenerator.keyText(object.id)
      guard typeNames[id]?.contains(object.typeName) != true else { return }
      typeNames[id, default: []].append(object.typeName)
    }

    /// Forgets the objects that code hasn't added, to save memory.
    mutating func forgetGenerated() {
      rememberedCount = 0
      (typeNames, parents, cursors) = ([:], [:], [:])
      changes = changes.filter { slots[$0.key] != nil }
      for object in added { note(object) }
    }
  }

  typealias Settings = (types: TypeSystem, overrides: GeneratedOverrides, redaction: Redaction)

  typealias SentCursor = (list: String, value: MockJSON, slot: Int?)

  let state = Locked(State())
  /// The schema of the service and the overrides of requests that no handler answers.
  let settings: @Sendable () -> Settings?
  let note: @Sendable (_ problem: String, CodeLocation?) -> Void
  /// Held while a test's closure changes an object, so that changes are made in turn. Responses don't need it.
  let writers = Locked(())

  init(
    limit: Int = 100_000, settings: @escaping @Sendable () -> Settings? = { nil },
    note: @escaping @Sendable (String, CodeLocation?) -> Void = { _, _ in }
  ) {
    (self.limit, self.settings, self.note) = (limit, settings, note)
  }

  /// Returns the types of the objects with an ID. If all are deleted, it returns theirs, so that a field is null.
  func typeNames(ofID id: String) -> [String] {
    state.withLock { state in
      let all = state.typeNames[ResponseGenerator.keyText(id)] ?? []
      let present = all.filter { state.has(ObjectKey(typeName: $0, id: id)) }
      if !present.isEmpty { return present }
      return all.filter { state.deleted.contains(ObjectKey(typeName: $0, id: id).identity) }
    }
  }

  func remember(
    _ identity: String, _ object: ObjectKey, parent: ObjectKey?, changing fields: [String: MockJSON]
  ) -> (changes: [String: MockJSON], parent: ObjectKey?) {
    state.withLock { state in
      if state.rememberedCount >= limit { state.forgetGenerated() }
      if !state.closed.contains(object.typeName) {
        let count = state.typeNames.count
        state.note(object)
        if state.typeNames.count > count { state.rememberedCount += 1 }
      }
      if let parent { state.parents[identity] = parent }
      if !fields.isEmpty { state.changes[identity, default: [:]].merge(fields) { _, new in new } }
      return (state.changes[identity] ?? [:], state.parents[identity])
    }
  }

  /// The types whose objects the test states, so that there are no others.
  var closed: Set<String> { state.withLock { $0.closed } }
  var deleted: Set<String> { state.withLock { $0.deleted } }
  func has(_ object: ObjectKey) -> Bool { state.withLock { $0.has(object) } }
  func slots(of typeName: String) -> [Int] { state.withLock { $0.existing[typeName] ?? [] } }
  func object(at slot: Int) -> ObjectKey? { state.withLock { $0.object(at: slot) } }

  /// Returns the `id` of an object for its cursor, with the type's name if objects of several seeded types have it.
  func cursorName(at slot: Int) -> String? {
    state.withLock { state in
      guard let object = state.object(at: slot) else { return nil }
      let types = state.typeNames[ResponseGenerator.keyText(object.id)] ?? []
      return types.filter(state.closed.contains).count > 1 ? object.identity : object.id
    }
  }

  /// Returns the slot of an object that has or had the name that `cursorName` returns.
  func slot(ofCursor name: String, among typeNames: [String]) -> Int? {
    let keys = typeNames.flatMap { type in
      [ObjectKey(typeName: type, id: name).identity] + (name.hasPrefix("\(type):") ? [name] : [])
    }
    return state.withLock { state in keys.compactMap { state.slots[$0] }.first }
  }

  /// Returns the stated values of a field, or nil for objects that state none.
  func stated(_ field: String, at slots: [Int]) -> [MockJSON?] {
    state.withLock { state in
      slots.map { slot in
        guard let object = state.object(at: slot) else { return nil }
        return field == "id" ? .string(object.id) : state.changes[object.identity]?[field]
      }
    }
  }

  /// Whether a field may have an error, because an object doesn't exist or a cursor was never sent.
  var mayCauseErrors: Bool { state.withLock { !$0.closed.isEmpty || !$0.cursors.isEmpty } }
  func cursors(of list: String) -> [MockJSON: Int?] { state.withLock { $0.cursors[list] ?? [:] } }

  func remember(_ cursors: [SentCursor]) {
    guard !cursors.isEmpty else { return }
    state.withLock { state in
      for cursor in cursors { state.cursors[cursor.list, default: [:]][cursor.value] = cursor.slot }
    }
  }
}

extension ObjectKey {
  /// The object's key in tables, such as `User:7`.
  var identity: String {
    let (id, prefix) = (ResponseGenerator.keyText(id), "\(typeName):")
    // A generated `id` such as `User:7.friends.0` has the prefix already, which would repeat at each level.
    return id.hasPrefix(prefix) && id.contains(".") ? id : prefix + id
  }
}
