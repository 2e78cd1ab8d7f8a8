/// The fields of the objects in an answer, with a schema or without.
///
/// Each combination of selection sets and type is collected once. Fields aren't certain if they are in a fragment
/// that may not apply, or if a variable without a value includes them. But a field that only fragments on a type
/// select shows, by its presence, that they apply.
struct SelectedFields: Sendable {
  /// The selection sets of all fields with one response key, which apply to a value together.
  struct Group: Hashable, Sendable {
    fileprivate let index: Int
  }

  struct Field: Sendable {
    let key: String
    /// In the order of the text, never empty.
    let selections: [FieldCollector.Selection]
    /// The group of their selection sets, or `nil` for leaves.
    let group: Group?

    /// The types of any object that has the field.
    let implied: Set<String>

    var first: FieldCollector.Selection { selections[0] }
  }

  struct Fields: Sendable {
    /// Unique among groups and types.
    var id = 0
    /// In the order of the text.
    var all: [Field] = []
    /// Indices by response key.
    var positions: [String: Int] = [:]
    /// Indices of the required fields.
    var certain: [Int] = []
    /// Indices of the fields that are required for objects of a type, and perhaps of others.
    fileprivate var conditional: [String: [Int]] = [:]
    /// The response keys of `__typename`.
    var typeNameKeys: [String] = []
    /// False if the document uses unknown fragments or fields.
    var isComplete = true

    /// Whether an object of the type may have exactly these members.
    func fit(_ members: JSONMembers) -> Bool {
      certain.allSatisfy { members[all[$0].key] != nil }
        && (!isComplete
          || members.allSatisfy { positions[$0.name] != nil || $0.name == "__typename" })
    }

    /// Indices of the fields that an object with these members must have.
    func required(with members: JSONMembers) -> [Int] {
      if conditional.isEmpty { return certain }
      let types = members.reduce(into: Set<String>()) { types, member in
        if let position = positions[member.name] { types.formUnion(all[position].implied) }
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

  /// The maximum number of nested conditions that are distinguished.
  private static let conditionLimit = 8

  /// The operation's own group.
  static let root = Group(index: 0)

  let collector: FieldCollector
  private let rule: FragmentRule
  private var groups: [[FieldCollector.Parent]]
  private var cache: [CacheKey: Fields] = [:]
  /// The remaining number of selections to visit, because groups can use the same fragments again and again.
  private(set) var steps: Int

  /// - Parameters:
  ///   - typeName: The root type, with a schema.
  ///   - variables: For `@skip` and `@include`. A missing one leaves them undecided.
  ///   - steps: The maximum number of selections to visit, besides some for each in the document. Documents written
  /// by people never reach it.
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

  /// Whether the limit was exceeded.
  ///
  /// Then nothing more is known.
  var isExhausted: Bool { steps < 0 }

  /// Returns the fields of an object.
  /// - Parameter typeName: If it's `nil`, the schema's field types are used.
  mutating func fields(of group: Group, typeName: String? = nil) -> Fields {
    let key = CacheKey(group: group, typeName: typeName)
    if let known = cache[key] { return known }
    guard !isExhausted else { return Fields(isComplete: false) }
    var parents = groups[group.index]
    if typeName != nil { for index in parents.indices { parents[index].scope.typeName = typeName } }
    let collection = collector.collect(below: parents, entering: scope)
    steps -= collection.steps
    var fields = Fields(isComplete: collection.isComplete)
    let selections = collection.selections.filter { isKnown($0) }
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

  /// What the presence of a selected field says about its object.
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
        // A value that is there comes from the only field that asks for it.
        let scope = FieldCollector.Scope(
          typeName: valueType(of: parent),
          isOptional: !isOne
            && (parent.scope.isOptional || !implied.isSuperset(of: parent.scope.openConditions)))
        return FieldCollector.Parent(node: parent.node, scope: scope)
      })
    return Group(index: groups.count - 1)
  }

  private func isKnown(_ selection: FieldCollector.Selection) -> Bool {
    rule.types == nil || valueType(of: selection) != nil
  }

  /// By the schema.
  private func valueType(of selection: FieldCollector.Selection) -> String? {
    selection.scope.typeName.flatMap { rule.types?.typeName(ofField: selection.name, of: $0) }
  }

  private func scope(
    inside fragment: FieldCollector.Fragment, _ outer: FieldCollector.Scope
  ) -> FieldCollector.Scope? {
    var scope = outer
    switch rule.answer(on: fragment.condition, for: outer.typeName) {
    case .yes: break
    case .no: return nil
    case .unknown:
      let condition = fragment.condition ?? ""
      if scope.openConditions.count == Self.conditionLimit {
        scope.isOptional = true
      } else if !scope.openConditions.contains(condition) {
        scope.openConditions.append(condition)
      }
      // By a schema it is one of several types that the fragment is on.
      if rule.types != nil { scope.typeName = fragment.condition }
    }
    if collector.document.directive("defer", of: fragment.node) != nil { scope.isOptional = true }
    return scope
  }
}
