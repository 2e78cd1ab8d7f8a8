/// What the made-up answers of one service have in common, so that they agree with each other: which type
/// has an `id`, and what mutations have changed.
///
/// All else of an object follows from its type and its `id`.
final class MadeUpObjects: Sendable {
  /// How many objects are remembered; with more, all are forgotten.
  private static let limit = 100_000

  private struct State {
    /// The types of the objects that were made up, by their `id`, in the order in which they were met.
    var typeNames: [String: [String]] = [:]
    /// The fields that mutations have changed, by what the object is called.
    var changes: [String: [String: MockJSON]] = [:]
  }

  private let state = Locked(State())

  func typeNames(ofID id: String) -> [String] {
    state.withLock { $0.typeNames[AnswerGenerator.short(id)] ?? [] }
  }

  /// Remembers an object, and what a mutation changes of it.
  /// - Returns: all of its fields that were changed.
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
