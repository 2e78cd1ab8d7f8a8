/// Compares two fields with the same response key, like `FieldsInSetCanMerge` (GraphQL, section 5.3.2).
extension DocumentValidator {
  /// - Parameter areExclusive: Whether the fields can't apply to the same object, so that only their types must agree.
  mutating func fieldConflict(
    _ first: Int, _ second: Int, areExclusive: Bool
  ) -> ValidationError.Conflict? {
    if !areExclusive {
      if !isSameText(nodes[first].range, nodes[second].range) {
        return .fields(name(of: first), name(of: second))
      }
      if !haveSameArguments(first, second) { return .arguments }
    }
    guard let left = type(ofField: first), let right = type(ofField: second),
      doTypesConflict(left, right)
    else { return nil }
    return .types(left.text, right.text)
  }

  /// Returns the name of the object type that a field belongs to, or nil if the type isn't known.
  mutating func objectType(around field: Int) -> String? {
    guard knowsAllTypes else { return typeCondition(around: field).map { name(of: $0) } }
    return facts[field].parentType.flatMap { $0.kind == .object ? $0.name : nil }
  }

  private mutating func typeCondition(around field: Int) -> Int? {
    var node = Int(facts[field].parent)
    while node >= 0, spend() {
      switch nodes[node].kind {
      case .inlineFragment, .fragmentDefinition:
        if nodes[node + 1].kind == .typeCondition { return node + 1 }
      case .selectionSet: break
      default: return nil
      }
      node = Int(facts[node].parent)
    }
    return nil
  }

  /// Returns a field's type, or nil for introspection fields, whose types graphql-js doesn't compare.
  func type(ofField node: Int) -> WrappedType? {
    facts[node].field.flatMap { types.isMeta($0) ? nil : $0.type }
  }

  /// Returns true if two types conflict, like `doTypesConflict` in graphql-js.
  func doTypesConflict(_ left: WrappedType, _ right: WrappedType) -> Bool {
    switch (left, right) {
    case (.list(let left), .list(let right)), (.nonNull(let left), .nonNull(let right)):
      doTypesConflict(left, right)
    case (.named(let left), .named(let right)):
      left != right && [left, right].contains { types.types[$0]?.kind.isLeaf == true }
    case (.named, _), (.list, _), (.nonNull, _): true
    }
  }

  /// Returns true if two fields have the same arguments, like `sameArguments` in graphql-js.
  mutating func haveSameArguments(_ first: Int, _ second: Int) -> Bool {
    let left = document.children(of: first, .argument)
    let right = document.children(of: second, .argument)
    guard left.count == right.count, !left.isEmpty else { return left.count == right.count }
    let size = Int(nodes[left[left.count - 1]].next) - left[0]
    // Comparing the names in pairs is fast. Once the budget is spent, no more conflicts are reported.
    guard spend(left.count * left.count / 8 + size) else { return true }
    return left.allSatisfy { argument in
      // If an argument is repeated, its last value is used.
      let other = right.last { isSameName($0, argument) }
      return other.map { isSameValue(argument + 1, $0 + 1) } ?? false
    }
  }

  /// Returns true if two values are equal, regardless of the order of object fields.
  private mutating func isSameValue(_ left: Int, _ right: Int) -> Bool {
    nodes[left].kind == nodes[right].kind && printed(left) == printed(right)
  }

  private mutating func printed(_ value: Int) -> ByteKey {
    if let known = printedValues[value] { return known }
    let text = ByteKey(document.printed(value, .sorted).utf8)
    printedValues[value] = text
    return text
  }

  mutating func selections(of set: Int) -> (fields: [Int], fragments: [Int]) {
    if let known = mergingSelections[set] { return known }
    var result: (fields: [Int], fragments: [Int]) = ([], [])
    var seen: Set<Int> = []
    var index = set + 1
    let end = Int(nodes[set].next)
    while index < end, spend() {
      let node = nodes[index]
      let isEntered = node.kind == .inlineFragment || node.kind == .selectionSet
      if node.kind == .field {
        result.fields.append(index)
      } else if node.kind == .fragmentSpread, let fragment = fragment(named: node.range),
        seen.insert(fragment).inserted
      {
        result.fragments.append(fragment)
      }
      index = isEntered ? index + 1 : Int(node.next)
    }
    mergingSelections[set] = result
    return result
  }
}
