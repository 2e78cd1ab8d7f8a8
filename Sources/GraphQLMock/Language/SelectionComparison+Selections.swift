extension SelectionComparison {
  mutating func compareSelectionSets(
    _ left: CanonicalDocument.Part, _ right: CanonicalDocument.Part, path: [String]
  ) {
    guard let leftSet = expected.document.selectionSet(of: left.root),
      let rightSet = actual.document.selectionSet(of: right.root)
    else { return }
    pending = [(leftSet, rightSet, path)]
    while !isDone, let (leftSet, rightSet, path) = pending.popLast() {
      if left.digest(of: leftSet) == right.digest(of: rightSet) { continue }
      compareSets(leftSet, left, rightSet, right, path)
    }
  }

  /// A selection with what it is paired by.
  private struct Entry {
    let node: Int
    let key: SelectionKey
    let digest: Digest128
  }

  private mutating func compareSets(
    _ leftSet: Int, _ left: CanonicalDocument.Part, _ rightSet: Int,
    _ right: CanonicalDocument.Part, _ path: [String]
  ) {
    let wanted = expected.selections(of: leftSet, in: left).map {
      Entry(node: $0, key: SelectionKey($0, in: expected), digest: left.digest(of: $0))
    }
    let found = actual.selections(of: rightSet, in: right).map {
      Entry(node: $0, key: SelectionKey($0, in: actual), digest: right.digest(of: $0))
    }
    var (missing, extra) = Self.unmatched(wanted, found, by: \.digest)
    if missing.isEmpty, extra.isEmpty {
      // A query has no order that a mutation could differ in.
      if left.isOrdered, right.isOrdered { addOrder(found, wanted, path) }
      return
    }
    // Of the rest, what has the same key is the same selection with other contents.
    var pairs: [(Entry, Entry)] = []
    var candidates = Dictionary(grouping: extra.reversed(), by: \.key)
    for entry in missing {
      if let other = candidates[entry.key]?.popLast() { pairs.append((entry, other)) }
    }
    (missing, extra) = Self.unmatched(missing, extra, by: \.key)
    reportRepetitions(&missing, &extra, wanted, found, path)
    reportUnpaired(missing, extra, path)
    var nested: [(expected: Int, actual: Int, path: [String])] = []
    for (entry, other) in pairs where !isDone {
      let path = path + [entry.key.text]
      compareSelections(entry.node, other.node, path)
      switch (
        expected.document.selectionSet(of: entry.node), actual.document.selectionSet(of: other.node)
      ) {
      case (let leftSet?, let rightSet?): nested.append((leftSet, rightSet, path))
      case (let leftSet?, nil):
        for selection in expected.selections(of: leftSet, in: left) {
          add(.missingSelection(SelectionKey(selection, in: expected).text), path)
        }
      case (nil, let rightSet?):
        for selection in actual.selections(of: rightSet, in: right) {
          add(.extraSelection(SelectionKey(selection, in: actual).text), path)
        }
      case (nil, nil): break
      }
    }
    pending.append(contentsOf: nested.reversed())
  }

  /// Reports the same selections in another order.
  private mutating func addOrder(_ found: [Entry], _ wanted: [Entry], _ path: [String]) {
    let texts = (found.map(\.key.text), wanted.map(\.key.text))
    if texts.0 != texts.1 { return add(.order(texts.0, expected: texts.1), path) }
    // Several go by one name: the first that stands elsewhere tells.
    let moved = zip(found, wanted).first { $0.digest != $1.digest }
    add(.orderOfSame(moved?.0.key.text ?? ""), path)
  }

  /// Reports, once, what both lists have, but not equally often.
  private mutating func reportRepetitions(
    _ missing: inout [Entry], _ extra: inout [Entry], _ wanted: [Entry], _ found: [Entry],
    _ path: [String]
  ) {
    guard !missing.isEmpty || !extra.isEmpty else { return }
    let counts = (Self.counts(found), Self.counts(wanted))
    var reported: Set<SelectionKey> = []
    let isRepeated = { (entry: Entry) in
      counts.0[entry.key, default: 0] > 0 && counts.1[entry.key, default: 0] > 0
    }
    for entry in missing + extra where !isDone && isRepeated(entry) {
      guard reported.insert(entry.key).inserted else { continue }
      add(
        .repeatedSelection(
          entry.key.text, count: counts.0[entry.key, default: 0],
          expected: counts.1[entry.key, default: 0]), path)
    }
    missing.removeAll(where: isRepeated)
    extra.removeAll(where: isRepeated)
  }

  private static func counts(_ entries: [Entry]) -> [SelectionKey: Int] {
    Dictionary(entries.map { ($0.key, 1) }, uniquingKeysWith: +)
  }

  private mutating func reportUnpaired(_ missing: [Entry], _ extra: [Entry], _ path: [String]) {
    var extra = extra
    for entry in missing {
      // The same field under another response key?
      if entry.key.kind == .field,
        let index = extra.firstIndex(where: {
          $0.key.kind == .field && actual.name(of: $0.node) == expected.name(of: entry.node)
        })
      {
        let other = extra.remove(at: index)
        let name = expected.name(of: entry.node)
        let aliases = (actual.alias(of: other.node), expected.alias(of: entry.node))
        add(.alias(field: name, aliases.0, expected: aliases.1), path)
      } else {
        add(.missingSelection(entry.key.text), path)
      }
      if isDone { return }
    }
    for entry in extra where !isDone { add(.extraSelection(entry.key.text), path) }
  }

  /// What one list has more often than the other, both ways.
  private static func unmatched<Key: Hashable>(
    _ left: [Entry], _ right: [Entry], by key: KeyPath<Entry, Key>
  ) -> ([Entry], [Entry]) {
    func rest(_ entries: [Entry], without others: [Entry]) -> [Entry] {
      var counts = Dictionary(others.map { ($0[keyPath: key], 1) }, uniquingKeysWith: +)
      return entries.filter { entry in
        let value = entry[keyPath: key]
        guard let count = counts[value], count > 0 else { return true }
        counts[value] = count - 1
        return false
      }
    }
    return (rest(left, without: right), rest(right, without: left))
  }

  private mutating func compareSelections(_ leftNode: Int, _ rightNode: Int, _ path: [String]) {
    if expected.document.nodes[leftNode].kind == .field {
      let names = (actual.name(of: rightNode), expected.name(of: leftNode))
      let key = SelectionKey(leftNode, in: expected).name
      if names.0 != names.1 {
        add(.field(responseKey: key, names.0, expected: names.1), path)
      } else if actual.alias(of: rightNode) != expected.alias(of: leftNode) {
        // `a: a` and `a` have the same response key.
        let aliases = (actual.alias(of: rightNode), expected.alias(of: leftNode))
        add(.alias(field: names.1, aliases.0, expected: aliases.1), path)
      }
      let wanted = Self.texts(expected, .argument, of: leftNode)
      let found = Self.texts(actual, .argument, of: rightNode)
      for name in Set(wanted.keys).union(found.keys).ordered()
      where !Bytes.areEqual(wanted[name], found[name]) {
        let values = [found[name], wanted[name]].map { text in
          text.map { Self.cut(String($0.dropFirst(name.count + 2))) }
        }
        add(.argument(name, value: values[0], expected: values[1]), path)
      }
    }
    compareDirectives(leftNode, rightNode, path)
  }
}
