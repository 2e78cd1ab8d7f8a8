/// State that the answers of one service share: the types of each `id`, and changes by mutations.
final class MadeUpObjects: Sendable {
  /// With more objects, all are discarded.
  private static let limit = 100_000

  private struct State {
    /// By `id`, in the order in which they were made up.
    var typeNames: [String: [String]] = [:]
    var changes: [String: [String: MockJSON]] = [:]
  }

  private let state = Locked(State())

  func typeNames(ofID id: String) -> [String] {
    state.withLock { $0.typeNames[AnswerGenerator.short(id)] ?? [] }
  }

  func remember(
    _ identity: String, id: String, typeName: String, changing fields: [String: MockJSON]
  ) -> [String: MockJSON] {
    let id = AnswerGenerator.short(id)
    return state.withLock { state in
      if state.typeNames.count >= Self.limit { state = State() }
      if state.typeNames[id]?.contains(typeName) != true {
        state.typeNames[id, default: []].append(typeName)
      }
      if fields.isEmpty { return state.changes[identity] ?? [:] }
      let all = (state.changes[identity] ?? [:]).merging(fields) { _, new in new }
      state.changes[identity] = all
      return all
    }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
