// Two fields of one response key (section 5.3.2, FieldsInSetCanMerge and SameResponseShape).
extension DocumentValidator {
  mutating func conflict(
    _ first: Int, _ second: Int, exclusive: Bool
  ) -> ValidationError.Conflict? {
    if !exclusive {
      if !isSameText(nodes[first].range, nodes[second].range) {
        return .fields(name(of: first), name(of: second))
      }
      if !haveSameArguments(first, second) { return .arguments }
    }
    guard let left = type(ofField: first), let right = type(ofField: second),
      conflict(left, right)
    else { return nil }
    return .types(left.text, right.text)
  }

  // MARK: Types

  /// Nil if it may be any type; without a schema, types of different names may be different object types.
  mutating func objectType(around field: Int) -> String? {
    guard knowsAllTypes else { return condition(around: field).map { name(of: $0) } }
    return facts[field].parentType.flatMap { $0.kind == .object ? $0.name : nil }
  }

  private mutating func condition(around field: Int) -> Int? {
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

  /// The reference implementation doesn't know the type of meta-fields here.
  func type(ofField node: Int) -> WrappedType? {
    facts[node].field.flatMap { types.isMeta($0) ? nil : $0.type }
  }

  /// The reference implementation's doTypesConflict.
  func conflict(_ left: WrappedType, _ right: WrappedType) -> Bool {
    if left == right { return false }
    var (left, right) = (left, right)
    while !left.isNamed || !right.isNamed {
      guard left.isList == right.isList, left.isNonNull == right.isNonNull else { return true }
      (left, right) = (left.unwrapped, right.unwrapped)
    }
    guard left != right else { return false }
    return types.kind(of: left)?.isLeaf == true || types.kind(of: right)?.isLeaf == true
  }

  // MARK: Arguments

  /// The reference implementation's sameArguments.
  mutating func haveSameArguments(_ first: Int, _ second: Int) -> Bool {
    let left = document.children(of: first, .argument)
    let right = document.children(of: second, .argument)
    guard left.count == right.count else { return false }
    guard !left.isEmpty else { return true }
    let size = Int(nodes[left[left.count - 1]].next) - left[0]
    guard spend(left.count * left.count / 8 + size) else { return true }
    for argument in left {
      // Of two arguments with one name, the last counts.
      guard let other = right.last(where: { isSameName($0, argument) }),
        isSameValue(argument + 1, other + 1)
      else { return false }
    }
    return true
  }

  /// True if values print alike with sorted object fields; most are written alike, too.
  private mutating func isSameValue(_ left: Int, _ right: Int) -> Bool {
    let count = Int(nodes[left].next) - left
    let isSameTree =
      Int(nodes[right].next) - right == count
      && (0..<count).allSatisfy { offset in
        let (one, other) = (nodes[left + offset], nodes[right + offset])
        return one.kind == other.kind && Int(one.next) - left == Int(other.next) - right
          && isSameText(one.range, other.range)
      }
    return isSameTree
      || nodes[left].kind == nodes[right].kind && printed(left) == printed(right)
  }

  private mutating func printed(_ value: Int) -> ByteKey {
    if let known = merging.printed[value] { return known }
    let text = ByteKey(document.printed(value, .sorted).utf8)
    merging.printed[value] = text
    return text
  }

  // MARK: Fields of selection sets

  mutating func selections(of set: Int) -> MergingSelections {
    if let known = merging.selections[set] { return known }
    var result = MergingSelections()
    var seen: Set<Int> = []
    var index = set + 1
    let end = Int(nodes[set].next)
    while index < end, spend() {
      switch nodes[index].kind {
      case .field:
        result.fields.append(index)
        index = Int(nodes[index].next)
      case .fragmentSpread:
        if let fragment = fragment(named: nodes[index].range), seen.insert(fragment).inserted {
          result.fragments.append(fragment)
        }
        index = Int(nodes[index].next)
      case .inlineFragment, .selectionSet: index += 1
      default: index = Int(nodes[index].next)
      }
    }
    merging.selections[set] = result
    return result
  }
}
