/// State that the answers of one service share: the types of each `id`, and what mutations and handlers changed.
final class MadeUpObjects: Sendable {
  /// With more objects, all are discarded.
  private static let limit = 100_000

  private struct State {
    /// By `id`, in the order in which they were made up.
    var typeNames: [String: [String]] = [:]
    // By identity:
    var changes: [String: [String: MockJSON]] = [:]
    /// The object whose field led to it.
    var parents: [String: Reference] = [:]
    var deleted: Set<String> = []
    /// The `id` of each object that a mutation created, by type.
    var created: [String: [String]] = [:]
  }

  typealias Reference = (typeName: String, id: String)

  private let state = Locked(State())

  func typeNames(ofID id: String) -> [String] {
    state.withLock { $0.typeNames[AnswerGenerator.short(id)] ?? [] }
  }

  func remember(
    _ identity: String, _ object: Reference, parent: Reference?, changing fields: [String: MockJSON]
  ) -> (changes: [String: MockJSON], parent: Reference?) {
    let id = AnswerGenerator.short(object.id)
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

  /// An object that was seen before isn't created.
  func create(_ id: String, typeName: String) {
    state.withLock { state in
      if state.typeNames[AnswerGenerator.short(id)]?.contains(typeName) == true { return }
      state.created[typeName, default: []].append(id)
    }
  }

  func created(_ typeName: String) -> [String] { state.withLock { $0.created[typeName] ?? [] } }
  func delete(_ identity: String) { state.withLock { _ = $0.deleted.insert(identity) } }
  var deleted: Set<String> { state.withLock { $0.deleted } }

  func removeAll() { state.withLock { $0 = State() } }
}
