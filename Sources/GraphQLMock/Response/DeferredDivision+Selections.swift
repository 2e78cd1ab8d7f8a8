/// Decides which fields of an object are sent at once, and which fragments are sent later.
extension DeferredDivision {
  func collect(below parents: [Int], of object: MockJSON, at place: Position) -> Fields {
    var fields = Fields()
    var deferred: Set<DeferredFragment> = []
    let typeName = typeName(of: object, below: parents)
    var isByTypeByParent: [Int: Bool] = [:]
    func isOneOfSeveral(_ fragment: FieldCollector.Fragment) -> Bool {
      assumesAlikeFragments
        && isByTypeByParent[fragment.parent].orStoring(isByType(below: fragment.parent))
    }
    let selections = self.selections(below: parents) { fragment in
      // The root type is always known, so it's certain that fragments at the root apply.
      var verdict =
        place.path.isEmpty
        ? .yes
        : rule.verdict(
          on: fragment.condition, for: typeName, isOneOfSeveral: isOneOfSeveral(fragment))
      guard verdict != .no, place.depth < Self.depthLimit, mayDivide,
        let deferral = collector.division("defer", of: fragment.node, by: rule)
      else { return verdict != .no }
      // If the data has all fields of the fragment, it probably applies. Otherwise, its fields are sent at once.
      if verdict == .unknown, has(object, allOf: fragment.root, typeName) { verdict = .yes }
      guard verdict == .yes else { return true }
      let later = DeferredFragment(
        node: fragment.root, definition: fragment.definition, label: label(of: deferral))
      // In an invalid document, a fragment may be inside itself.
      let isNew = fragment.definition.map { !place.definitions.contains($0) } ?? true
      if isNew, deferred.insert(later).inserted { fields.deferred.append(later) }
      return false
    }
    fields.immediate = Dictionary(
      uniqueKeysWithValues: selections.byKey.map { ($0.key, $0.selections.map(\.node)) })
    return fields
  }

  private func has(_ object: MockJSON, allOf root: Int, _ typeName: String?) -> Bool {
    selections(below: [root]) {
      collector.division("defer", of: $0.node, by: rule) == nil
        && rule.verdict(on: $0.condition, for: typeName) == .yes
    }
    // Clients add `__typename` to every selection set, but test data often leaves it out.
    .allSatisfy { $0.name == "__typename" || object.has($0.key) }
  }

  /// Returns the value of `__typename` in an object, even if the document selects this field under an alias.
  private func typeName(of object: MockJSON, below parents: [Int]) -> String? {
    if let name = object["__typename"].string { return name }
    return selections(below: parents) { collector.division("defer", of: $0.node, by: rule) == nil }
      .lazy.filter { $0.name == "__typename" }.compactMap { object[$0.key].string }.first
  }

  /// Returns whether a selection set has `__typename` and a fragment on a type in the data, so probably one for each.
  private func isByType(below parent: Int) -> Bool {
    var isByType = false
    let fields = selections(below: [parent]) { fragment in
      if rule.isByType(fragment.condition) { isByType = true }
      return false
    }
    return isByType && fields.contains { $0.name == "__typename" }
  }

  private func selections(
    below parents: [Int], entering: (FieldCollector.Fragment) -> Bool
  ) -> [FieldCollector.Selection] {
    collector.collect(below: parents.map { FieldCollector.Parent(node: $0) }) {
      entering($0) ? $1 : nil
    }.selections
  }

  func label(of directive: Int) -> String? { argument("label", of: directive).string }

  func argument(_ name: String, of directive: Int) -> MockJSON {
    document.arguments(of: directive, variables: collector.variables)[name]
  }
}
