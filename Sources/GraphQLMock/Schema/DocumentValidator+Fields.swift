// Sections 5.3 "Fields" and 5.4 "Arguments".
extension DocumentValidator {
  mutating func enterField(_ node: Int) {
    let parent = facts[node].parentType
    let definition = facts[node].definition
    if definition >= 0 {
      checkLeaf(node, FieldID(Int(definition)))
    } else if parent >= 0 {
      reportUnknownField(node, TypeID(Int(parent)))
    }
    checkRepeatedDirectives(of: node)
    checkRepeatedArguments(of: node)
    if knowsAllTypes, node >= introspectionEnd { checkIntrospection(node) }
  }

  /// Leaf Field Selections (the reference implementation's Scalar Leafs).
  private mutating func checkLeaf(_ node: Int, _ field: FieldID) {
    let type = types[field].type
    guard let named = types.namedType(of: type) else { return }
    let set = selectionSet(of: node)
    if types[named].kind.isLeaf {
      guard let set else { return }
      report(
        .leafWithSelection(field: name(of: node), type: types.text(type)),
        .at(Int(nodes[set].start)))
    } else if set == nil {
      report(
        .missingSelection(field: name(of: node), type: types.text(type)), place(ofField: node))
    }
  }

  /// The selection set of a field, which is its last child.
  func selectionSet(of node: Int) -> Int? {
    var child = node + 1
    let end = Int(nodes[node].next)
    while child < end {
      if nodes[child].kind == .selectionSet { return child }
      child = Int(nodes[child].next)
    }
    return nil
  }

  // MARK: Field Selections (Fields On Correct Type)

  private mutating func reportUnknownField(_ node: Int, _ parent: TypeID) {
    let name = name(of: node)
    let suggestedTypes = typesWithField(nodes[node].range, of: parent)
    var fields: [String] = []
    let types = types
    if suggestedTypes.isEmpty, types[parent].kind != .union {
      fields = ValidationSuggestions.similar(
        to: name, among: types.fields(of: parent).lazy.map { types.text(types.fields[$0].name) })
    }
    report(
      .unknownField(name: name, type: types.text(parent), types: suggestedTypes, fields: fields),
      place(ofField: node))
  }

  /// The types that an inline fragment could name to select the field (getSuggestedTypeNames).
  private func typesWithField(_ field: Range<Int>, of parent: TypeID) -> [String] {
    guard types[parent].kind.isAbstract, !isName(field, "__schema"), !isName(field, "__type"),
      let name = types.name(field, in: bytes.span)
    else { return [] }
    var counts: [TypeID: Int] = [:]
    var order: [TypeID] = []
    for possible in possibleTypes(of: parent) where types.field(name, of: possible) != nil {
      order.append(possible)
      counts[possible] = 1
      for use in types.interfaces(of: possible) {
        guard let interface = types.type(named: types.uses[use].name),
          types.field(name, of: interface) != nil
        else { continue }
        if counts[interface] == nil { order.append(interface) }
        counts[interface, default: 0] += 1
      }
    }
    // Common types first, and types before their subtypes.
    ValidationSuggestions.sortByInsertion(&order) { left, right in
      let leftCount = counts[left] ?? 0
      let rightCount = counts[right] ?? 0
      if leftCount != rightCount { return leftCount > rightCount }
      if types[left].kind == .interface, types.isSubtype(right, of: left) { return true }
      if types[right].kind == .interface, types.isSubtype(left, of: right) { return false }
      return ValidationSuggestions.naturallyPrecedes(types.text(left), types.text(right))
    }
    return order.map { types.text($0) }
  }

  /// The possible types, those of a union in the order of its members.
  private func possibleTypes(of type: TypeID) -> [TypeID] {
    guard types[type].kind == .union else { return types.possibleTypes(of: type) }
    return types.members(ofUnion: type).compactMap { types.type(named: types.uses[$0].name) }
  }

  // MARK: Arguments

  /// Argument Names, of fields.
  mutating func enterArgument(_ node: Int) {
    let field = Int(facts[node].parent)
    guard nodes[field].kind == .field, facts[node].definition < 0, facts[field].definition >= 0,
      facts[field].parentType >= 0
    else { return }
    let parent = types.text(TypeID(Int(facts[field].parentType)))
    let definition = FieldID(Int(facts[field].definition))
    report(
      .unknownArgument(
        name: name(of: node), field: "\(parent).\(name(of: field))",
        similar: similar(to: node, amongInputs: types.arguments(of: definition))),
      .at(Int(nodes[node].start)))
  }

  func similar(to node: Int, amongInputs inputs: Range<Int>) -> [String] {
    ValidationSuggestions.similar(
      to: name(of: node), among: inputs.lazy.map { types.text(types.inputs[$0].name) })
  }

  /// Argument Uniqueness.
  mutating func checkRepeatedArguments(of node: Int) {
    guard hasSeveral(.argument, node) else { return }
    for group in groupsOfOneName(children(.argument, of: node)) {
      report(
        .duplicateArgument(name: name(of: group[0])), group.map { .at(Int(nodes[$0].start)) })
    }
  }

  /// Required Arguments, asked when the field is left.
  mutating func checkRequiredArguments(ofField node: Int) {
    guard facts[node].definition >= 0 else { return }
    for argument in types.arguments(of: FieldID(Int(facts[node].definition)))
    where types.inputs[argument].isRequired && !hasArgument(argument, node) {
      report(
        .missingArgument(
          field: name(of: node), argument: types.text(types.inputs[argument].name),
          type: types.text(types.inputs[argument].type)),
        place(ofField: node))
    }
  }

  /// Whether an argument of that definition is given.
  func hasArgument(_ definition: Int, _ node: Int) -> Bool {
    var child = node + 1
    let end = Int(nodes[node].next)
    while child < end {
      if nodes[child].kind == .argument, Int(facts[child].definition) == definition {
        return true
      }
      child = Int(nodes[child].next)
    }
    return false
  }

  // MARK: Introspection (the reference implementation's Max Introspection Depth)

  private static let introspectionLimit = 3

  private mutating func checkIntrospection(_ node: Int) {
    guard isName(nodes[node].range, "__schema") || isName(nodes[node].range, "__type"),
      isTooDeep(node)
    else { return }
    report(.introspectionDepth, place(ofField: node))
    introspectionEnd = Int(nodes[node].next)
  }

  /// Whether lists of types are nested too deep below a field, through fragments.
  private mutating func isTooDeep(_ node: Int) -> Bool {
    /// Nodes that are still to be read, and how many lists are around them. With a fragment, that it
    /// is being read until they are.
    struct Part {
      var range: Range<Int>
      var depth: Int
      var fragment: Int?
    }
    var reading: Set<Int> = []
    var parts = [Part(range: node..<Int(nodes[node].next), depth: 0, fragment: nil)]
    while var part = parts.popLast() {
      guard spend() else { return false }
      guard let index = part.range.first else {
        if let fragment = part.fragment { reading.remove(fragment) }
        continue
      }
      let syntax = nodes[index]
      part.range = Int(syntax.next)..<part.range.upperBound
      parts.append(part)
      var inner = Part(range: index + 1..<Int(syntax.next), depth: part.depth, fragment: nil)
      switch syntax.kind {
      case .field:
        if isListOfTypes(syntax.range) {
          inner.depth += 1
          if inner.depth >= Self.introspectionLimit { return true }
        }
      case .fragmentSpread:
        guard let fragment = fragment(named: syntax.range), reading.insert(fragment).inserted
        else { continue }
        let root = definitions[fragment].node
        inner.range = root + 1..<Int(nodes[root].next)
        inner.fragment = fragment
      case .selectionSet, .inlineFragment: break
      default: continue
      }
      parts.append(inner)
    }
    return false
  }

  private func isListOfTypes(_ name: Range<Int>) -> Bool {
    isName(name, "fields") || isName(name, "interfaces") || isName(name, "possibleTypes")
      || isName(name, "inputFields")
  }
}
