/// The objects that a mock service has generated, including the changes that mutations and handlers made to them.
final class MadeUpObjects: Sendable {
  private static let limit = 100_000

  private struct State {
    /// The types of the objects with each `id`, from oldest to newest.
    var typeNames: [String: [String]] = [:]
    // The changed fields of each object. The key consists of the object's type and `id`, such as `User:7`.
    var changes: [String: [String: MockJSON]] = [:]
    // For each object, the object that refers to it in a response.
    var parents: [String: Reference] = [:]
    var deleted: Set<String> = []
    /// For each type name, the `id` of every object that a mutation created.
    var created: [String: [String]] = [:]
    // The cursors of each list such as `Query.users`, with the numbers of their elements, or nil for those of the test.
    var cursors: [String: [MockJSON: Int?]] = [:]
  }

  typealias SentCursor = (list: String, value: MockJSON, slot: Int?)

  typealias Reference = (typeName: String, id: String)

  private let state = Locked(State())

  func typeNames(ofID id: String) -> [String] {
    state.withLock { $0.typeNames[ResponseGenerator.short(id)] ?? [] }
  }

  func remember(
    _ identity: String, _ object: Reference, parent: Reference?, changing fields: [String: MockJSON]
  ) -> (changes: [String: MockJSON], parent: Reference?) {
    let id = ResponseGenerator.short(object.id)
    return state.withLock { state in
      if state.typeNames.count >= Self.limit { state = State() }
      if state.typeNames[id]?.contains(object.typeName) != true {
        state.typeNames[id, default: []].append(object.typeName)
      }
      if let parent { state.parents[identity] = parent }
      if !fields.isEmpty { state.changes[identity, default: [:]].merge(fields) { _, new in new } }
      return (state.changes[identity] ?? [:], state.parents[identity])
    }
  }

  /// Adds an object that a mutation created, unless an earlier response already contained it.
  func create(_ id: String, typeName: String) {
    state.withLock { state in
      if state.typeNames[ResponseGenerator.short(id)]?.contains(typeName) == true { return }
      state.created[typeName, default: []].append(id)
    }
  }

  func created(_ typeName: String) -> [String] { state.withLock { $0.created[typeName] ?? [] } }
  func delete(_ identity: String) { state.withLock { _ = $0.deleted.insert(identity) } }
  var deleted: Set<String> { state.withLock { $0.deleted } }

  var hasCursors: Bool { state.withLock { !$0.cursors.isEmpty } }
  func cursors(of list: String) -> [MockJSON: Int?] { state.withLock { $0.cursors[list] ?? [:] } }

  func remember(_ cursors: [SentCursor]) {
    state.withLock { state in
      for cursor in cursors { state.cursors[cursor.list, default: [:]][cursor.value] = cursor.slot }
    }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
