/// Collects the fields that a selection set asks of a type (GraphQL, section 6.3.2 "Field
/// Collection"), each combination of selection sets and type once.
///
/// What can't be known is kept apart: fields of a fragment that may apply or not, or that a variable
/// without a value includes, are not certain.
struct FieldCollector: Sendable {
  /// The selection sets that one value has to satisfy, together: those of all fields of one response
  /// key.
  struct Group: Hashable, Sendable {
    fileprivate let index: Int
  }

  /// What is selected under one response key.
  struct Field: Sendable {
    let key: String
    let id: FieldDefinition
    /// The type of the field; nil if fields of several types share the key, of which one applies.
    var type: WrappedType?
    /// Whether the key must be in an answer.
    var isCertain: Bool
    /// The field's nodes, in the order of the text.
    var nodes: [Int]
    /// The selection sets below; nil for leaves.
    var group: Group?
  }

  struct Fields: Sendable {
    /// In the order of the text.
    var fields: [Field] = []
    /// False if the document has fragments or fields that are not known, so that there may be more.
    var isComplete = true
  }

  /// A selection set, and the type that its fields belong to.
  private struct Parent: Sendable {
    var set: Int
    var type: NamedType
    /// Whether the field that it belongs to certainly asks for it.
    var isCertain = true
  }

  private struct CacheKey: Hashable, Sendable {
    var group: Int
    var type: NamedType
    var isKnown: Bool
  }

  let system: TypeSystem
  let document: Document
  /// The values of variables, defaults included, for `@skip` and `@include`.
  let variables: MockJSON
  private let fragments: FragmentIndex
  private var groups: [[Parent]] = []
  private var cache: [CacheKey: Fields] = [:]

  /// - Parameter variables: The variables as they were sent; defaults fill in for those that are
  ///   absent.
  init(
    _ system: TypeSystem, _ document: Document, _ operation: OperationOutline,
    variables: MockJSON
  ) {
    self.system = system
    self.document = document
    fragments = FragmentIndex(document)
    let defaults = document.variableDefaults(of: operation)
    let missing = defaults.filter { !variables.hasMember($0.name) }
    let sent = (variables.members ?? JSONMembers([])).map { ($0.name, $0.value) }
    self.variables =
      missing.isEmpty
      ? variables : MockJSON(.object(JSONMembers(sent + missing.map { ($0.name, $0.value) })))
  }

  /// The selection set of an operation.
  mutating func root(of operation: OperationOutline, type: NamedType) -> Group {
    let node = document.definitions[operation.definition].node
    return group(selectionSet(of: node).map { [Parent(set: $0, type: type)] } ?? [])
  }

  /// The fields that are selected of a type.
  /// - Parameters:
  ///   - type: An object type; or, where that is not known, the type that is declared.
  ///   - isKnown: Whether the type is the value's own.
  mutating func fields(_ group: Group, of type: NamedType, isKnown: Bool) -> Fields {
    let key = CacheKey(group: group.index, type: type, isKnown: isKnown)
    if let known = cache[key] { return known }
    var collection = Collection()
    for parent in groups[group.index] {
      collect(parent, of: type, isKnown: isKnown, into: &collection)
    }
    var result = collection.result
    for index in result.fields.indices {
      result.fields[index].group = subgroup(
        of: result.fields[index], collection.types[index], certain: collection.certain)
    }
    cache[key] = result
    return result
  }

  private mutating func group(_ parents: [Parent]) -> Group {
    groups.append(parents)
    return Group(index: groups.count - 1)
  }

  private mutating func subgroup(
    of field: Field, _ types: [NamedType?], certain: Set<Int>
  ) -> Group? {
    var parents: [Parent] = []
    for (node, type) in zip(field.nodes, types) {
      guard let set = selectionSet(of: node), let type else { continue }
      // A value that is there comes from the only field that asks for it.
      let isCertain = certain.contains(node) || field.nodes.count == 1
      parents.append(Parent(set: set, type: type, isCertain: isCertain))
    }
    return parents.isEmpty ? nil : group(parents)
  }
}

extension FieldCollector {
  /// What is known while one collection goes on.
  private struct Collection: Sendable {
    var result = Fields()
    /// The named types of each field's nodes.
    var types: [[NamedType?]] = []
    var positions: [String: Int] = [:]
    /// The field nodes that were added: a fragment that is entered again brings its own again.
    var added: Set<Int> = []
    /// Those that are certainly asked for.
    var certain: Set<Int> = []
    /// The fragments that were entered, and whether they certainly apply.
    var entered: [Int: Bool] = [:]
  }

  /// Selections that are still to be read.
  private struct Frame: Sendable {
    var next: Int
    var end: Int
    var type: NamedType
    var isCertain: Bool
  }

  private enum Answer { case yes, no, maybe }

  private func collect(
    _ parent: Parent, of type: NamedType, isKnown: Bool, into collection: inout Collection
  ) {
    let scope = isKnown ? type : parent.type
    var stack = [frame(parent.set, type: scope, isCertain: parent.isCertain)]
    while let last = stack.indices.last {
      guard stack[last].next < stack[last].end else {
        stack.removeLast()
        continue
      }
      let node = stack[last].next
      stack[last].next = Int(document.nodes[node].next)
      let condition = condition(of: node)
      if condition == .no { continue }
      var isCertain = stack[last].isCertain && condition == .yes
      var scope = stack[last].type
      switch document.nodes[node].kind {
      case .field:
        add(node, of: scope, isCertain: isCertain, to: &collection)
      case .inlineFragment:
        guard let set = selectionSet(of: node),
          enter(node, &scope, type, isKnown: isKnown, &isCertain, &collection)
        else { continue }
        stack.append(frame(set, type: scope, isCertain: isCertain))
      case .fragmentSpread:
        guard let definition = fragments.first(named: document.nodes[node].range, in: document)
        else {
          collection.result.isComplete = false
          continue
        }
        // Entered again only if it is certain now: then what it selects is.
        if let wasCertain = collection.entered[definition], wasCertain || !isCertain { continue }
        collection.entered[definition] = isCertain
        let root = document.definitions[definition].node
        guard let set = selectionSet(of: root),
          enter(root, &scope, type, isKnown: isKnown, &isCertain, &collection)
        else { continue }
        stack.append(frame(set, type: scope, isCertain: isCertain))
      default: break
      }
    }
  }

  private func frame(_ set: Int, type: NamedType, isCertain: Bool) -> Frame {
    Frame(
      next: set + 1, end: Int(document.nodes[set].next), type: type, isCertain: isCertain)
  }

  /// Goes into a fragment.
  /// - Returns: Whether it may apply (DoesFragmentTypeApply).
  private func enter(
    _ fragment: Int, _ scope: inout NamedType, _ type: NamedType, isKnown: Bool,
    _ isCertain: inout Bool, _ collection: inout Collection
  ) -> Bool {
    guard let node = child(.typeCondition, of: fragment) else { return true }
    guard let condition = system.types[document.text(document.nodes[node].range)] else {
      collection.result.isComplete = false
      return false
    }
    if isKnown { return system.isPossible(type, for: condition) }
    guard system.overlap(condition, scope) else { return false }
    isCertain = isCertain && system.isSubtype(scope, of: condition)
    // A fragment on a wider type leaves the narrower one, which has the same fields and more.
    if !system.isSubtype(scope, of: condition) { scope = condition }
    return true
  }

  private func add(
    _ node: Int, of type: NamedType, isCertain: Bool, to collection: inout Collection
  ) {
    guard let id = system.field(document.text(document.nodes[node].range), of: type) else {
      collection.result.isComplete = false
      return
    }
    let key = document.text(document.nodes[child(.alias, of: node) ?? node].range)
    if isCertain { collection.certain.insert(node) }
    let declared = id.type
    let named = system.namedType(of: declared)
    if let position = collection.positions[key] {
      let known = collection.result.fields[position].type
      if known != declared { collection.result.fields[position].type = nil }
      collection.result.fields[position].isCertain =
        collection.result.fields[position].isCertain || isCertain
      guard collection.added.insert(node).inserted else { return }
      collection.result.fields[position].nodes.append(node)
      collection.types[position].append(named)
    } else {
      collection.added.insert(node)
      collection.positions[key] = collection.result.fields.count
      collection.result.fields.append(
        Field(key: key, id: id, type: declared, isCertain: isCertain, nodes: [node], group: nil))
      collection.types.append([named])
    }
  }

  /// Whether `@skip`, `@include` and `@defer` let a selection be.
  private func condition(of node: Int) -> Answer {
    var result = Answer.yes
    var child = node + 1
    while child < Int(document.nodes[node].next) {
      if document.nodes[child].kind == .directive {
        let name = document.text(document.nodes[child].range)
        if name == "defer", document.nodes[node].kind != .field { result = .maybe }
        if name == "skip" || name == "include" {
          switch ifArgument(of: child) {
          case .some(let value) where value == (name == "skip"): return .no
          case .some: break
          case .none: result = .maybe
          }
        }
      }
      child = Int(document.nodes[child].next)
    }
    return result
  }

  private func ifArgument(of directive: Int) -> Bool? {
    guard let argument = child(.argument, of: directive), argument + 1 < document.nodes.count
    else { return nil }
    let value = document.nodes[argument + 1]
    let text = document.text(value.range)
    if value.kind == .variable { return variables[text].bool }
    return text == "true" ? true : text == "false" ? false : nil
  }

  func selectionSet(of node: Int) -> Int? { child(.selectionSet, of: node) }

  private func child(_ kind: SyntaxNode.Kind, of node: Int) -> Int? {
    var child = node + 1
    while child < Int(document.nodes[node].next) {
      if document.nodes[child].kind == kind { return child }
      child = Int(document.nodes[child].next)
    }
    return nil
  }
}
