/// The fields that an operation selects for the objects of a response, and whether a field can be missing.
///
/// A field can be missing if a fragment doesn't apply to the object, or if a variable has no value. If only
/// `... on Hero` selects a field, an object with this field is a `Hero`.
struct SelectedFields: Sendable {
  /// The merged selection sets of all fields with the same response key (the alias or name).
  struct Group: Hashable, Sendable {
    fileprivate let index: Int
  }

  struct Field: Sendable {
    let key: String
    /// The selections with this response key. The array is never empty.
    let selections: [FieldCollector.Selection]
    /// The merged selection sets of the field, or nil if the field has no selection set.
    let group: Group?
    /// The type conditions of every object with this field. None for `__typename`, which any object may have.
    let implied: Set<String>

    var first: FieldCollector.Selection { selections[0] }
  }

  struct Fields: Sendable {
    var id = 0  // A number that only these fields have, or 0 beyond the limit of steps.
    var all: [Field] = []
    fileprivate var positions: [String: Int] = [:]  // Indices in `all`, by response key.
    var certain: [Int] = []  // The fields that every object must have, as indices in `all`.
    /// The fields in fragments, as indices in `all`, by the innermost type condition that makes them required.
    fileprivate var conditional: [String: [Int]] = [:]
    var typeNameKeys: [String] = []
    /// A Boolean value that is false if some fields can't be determined, for example because a fragment is undefined.
    var isComplete = true
    /// The first field or fragment with a variable in `@skip` or `@include` that has no value.
    var undecided: Int?

    /// Returns the index in `all` of the field with a response key.
    func position(of key: String) -> Int? {
      // Swift treats the letter K and the Kelvin sign (U+212A) as equal.
      positions[key].flatMap { all[$0].key.utf8.count == key.utf8.count ? $0 : nil }
    }

    /// Returns whether an object can have this type, because it lacks no certain field and has no other ones.
    func fit(_ members: JSONMembers) -> Bool {
      certain.allSatisfy { members[all[$0].key] != nil }
        && (!isComplete
          || members.allSatisfy { position(of: $0.name) != nil || $0.name == "__typename" })
    }

    /// Returns the fields that an object with these members must have, as indices in `all` in ascending order.
    func required(with members: JSONMembers) -> [Int] {
      if conditional.isEmpty { return certain }
      let types = members.reduce(into: Set<String>()) { types, member in
        if let position = position(of: member.name) { types.formUnion(all[position].implied) }
      }
      let more = types.lazy.flatMap { conditional[$0] ?? [] }.filter { position in
        all[position].selections.contains {
          !$0.scope.isOptional && types.isSuperset(of: $0.scope.openConditions)
        }
      }
      return Set(more).union(certain).sorted()
    }
  }

  private struct CacheKey: Hashable {
    let group: Group
    let typeName: String?
  }

  /// The number of open conditions of a field. Beyond it, the field is optional, so that the time stays linear.
  private static let conditionLimit = 8

  static let root = Group(index: 0)

  let collector: FieldCollector
  private let rule: FragmentRule
  /// Whether fields in `@defer` are optional. Change it only before asking for fields, because they're cached.
  var mayLackDeferred = true
  private var groups: [[FieldCollector.Parent]]
  private var cache: [CacheKey: Fields] = [:]
  /// The number of selections that may still be visited, because a short document can use a fragment very often.
  private(set) var steps: Int

  /// - Parameter steps: The maximum number of selections to visit, in addition to 8 for each syntax node.
  init(
    of operation: Document.Operation, in document: Document, on typeName: String?,
    by rule: FragmentRule, variables: MockJSON, steps: Int = 200_000
  ) {
    collector = FieldCollector(document, variables: variables)
    self.rule = rule
    let scope = FieldCollector.Scope(typeName: typeName)
    groups = [[.init(node: document.definitions[operation.definition].node, scope: scope)]]
    self.steps = steps + 8 * document.nodes.count
  }

  var isExhausted: Bool { steps < 0 }

  /// - Parameter typeName: The name of the object's type, or nil to use the declared types of the fields.
  mutating func fields(of group: Group, typeName: String? = nil) -> Fields {
    let key = CacheKey(group: group, typeName: typeName)
    if let known = cache[key] { return known }
    guard !isExhausted else { return Fields(isComplete: false) }
    var parents = groups[group.index]
    if typeName != nil { for index in parents.indices { parents[index].scope.typeName = typeName } }
    let collection = collector.collect(below: parents, entering: scope)
    steps -= collection.steps
    var fields = Fields(isComplete: collection.isComplete, undecided: collection.undecided)
    let selections = collection.selections.filter { rule.types == nil || valueType(of: $0) != nil }
    if selections.count < collection.selections.count { fields.isComplete = false }
    for (key, selections) in selections.byKey {
      if selections.contains(where: \.scope.isCertain) {
        fields.certain.append(fields.all.count)
      } else {
        for scope in selections.lazy.map(\.scope) where !scope.isOptional {
          fields.conditional[scope.openConditions.last ?? "", default: []].append(fields.all.count)
        }
      }
      if selections[0].name == "__typename" { fields.typeNameKeys.append(key) }
      fields.positions[key] = fields.all.count
      let implied = Self.implied(by: selections)
      fields.all.append(
        Field(
          key: key, selections: selections, group: makeGroup(below: selections, implied),
          implied: selections[0].name == "__typename" ? [] : implied))
    }
    fields.id = cache.count + 1
    cache[key] = fields
    return fields
  }

  private static func implied(by selections: [FieldCollector.Selection]) -> Set<String> {
    selections.dropFirst().reduce(into: Set(selections[0].scope.openConditions)) {
      if !$0.isEmpty { $0.formIntersection($1.scope.openConditions) }
    }
  }

  private mutating func makeGroup(
    below selections: [FieldCollector.Selection], _ implied: Set<String>
  ) -> Group? {
    let parents = selections.filter { collector.document.selectionSet(of: $0.node) != nil }
    guard !parents.isEmpty else { return nil }
    let isOne = selections.allSatisfy { $0.node == selections[0].node }
    groups.append(
      parents.map { parent in
        // If only one selection has this response key, a value in the response shows that it was selected.
        let scope = FieldCollector.Scope(
          typeName: valueType(of: parent),
          isOptional: !isOne
            && (parent.scope.isOptional || !implied.isSuperset(of: parent.scope.openConditions)))
        return FieldCollector.Parent(node: parent.node, scope: scope)
      })
    return Group(index: groups.count - 1)
  }

  private func valueType(of selection: FieldCollector.Selection) -> String? {
    selection.scope.typeName.flatMap { rule.types?.typeName(ofField: selection.name, of: $0) }
  }

  private func scope(
    inside fragment: FieldCollector.Fragment, _ outer: FieldCollector.Scope
  ) -> FieldCollector.Scope? {
    var scope = outer
    switch rule.verdict(on: fragment.condition, for: outer.typeName) {
    case .yes: break
    case .no: return nil
    case .unknown:
      let condition = fragment.condition ?? ""
      if scope.openConditions.count == Self.conditionLimit {
        scope.isOptional = true
      } else if !scope.openConditions.contains(condition) {
        scope.openConditions.append(condition)
      }
      // With a schema, the fields of a fragment are those of its type condition.
      if rule.types != nil { scope.typeName = fragment.condition }
    }
    if mayLackDeferred, collector.division("defer", of: fragment.node, by: rule) != nil {
      scope.isOptional = true
    }
    return scope
  }
}
