/// Says how one operation differs from another, in the order in which a reader meets it.
struct DocumentComparison {
  private typealias Selection = DocumentOutline.Selection

  /// The operation that was described.
  private let expected: DocumentOutline
  /// The operation that was asked for.
  private let actual: DocumentOutline
  private let limit: Int
  /// What messages show of a part of the operation that was asked for; it begins and ends as stated.
  private let show: (_ part: String, _ start: String, _ end: String) -> String
  /// A line each: where, and what.
  private(set) var differences: [String] = []
  /// True if the selections at the root have an order on both sides.
  private var isOrdered = false

  /// Compares two operations.
  /// - Parameters:
  ///   - limit: The greatest number of differences to look for.
  ///   - show: Says what is shown of a part of `actual` between a start and an end.
  init(
    expected: DocumentOutline, actual: DocumentOutline, limit: Int,
    showing show: @escaping (_ part: String, _ start: String, _ end: String) -> String = {
      part, _, _ in
      part
    }
  ) {
    self.show = show
    self.expected = expected
    self.actual = actual
    self.limit = limit
    let (wanted, found) = (expected.operation, actual.operation)
    if found.type != wanted.type {
      add("it is a \(found.type.rawValue), expected a \(wanted.type.rawValue)", [])
    }
    if found.name != wanted.name {
      let name = found.name.map { "is named \"\($0)\"" } ?? "has no name"
      add("it \(name), expected \(wanted.name.map { "\"\($0)\"" } ?? "no name")", [])
    }
    for (name, part) in expected.parts.orderedByKey() where !isDone {
      // Where only one side spreads a fragment, the spread differs.
      guard let other = actual.parts[name] else { continue }
      switch (part, other) {
      case (let part?, let other?): compare(part, other, name.isEmpty ? [] : ["..." + name])
      case (_?, nil): add("the fragment \"\(name)\" is not defined", [])
      case (nil, _?): add("the client also defines the fragment \"\(name)\"", [])
      case (nil, nil): break
      }
    }
  }

  private var isDone: Bool { differences.count >= limit }

  /// - Parameter path: The response keys, spreads and inline fragments that lead there.
  private mutating func add(_ text: String, _ path: [String]) {
    guard !isDone else { return }
    let longest = 12
    let place = (path.count > longest ? "…." : "") + path.suffix(longest).joined(separator: ".")
    differences.append(path.isEmpty ? text : "\(place): \(text)")
  }

  private mutating func compare(
    _ left: CanonicalForm.Part, _ right: CanonicalForm.Part, _ path: [String]
  ) {
    isOrdered = left.isOrdered && right.isOrdered
    let (left, right) = (expected.node(of: left), actual.node(of: right))
    compareHeads(left, right, path)
    // Pairs of nodes whose selections are still to be compared, the next last.
    var pending = [(left, right, path)]
    while !isDone, let (left, right, path) = pending.popLast() {
      pending += compareSelections(of: left, right, path).reversed()
    }
  }

  // MARK: Heads

  /// Compares all that two nodes have beside their selections.
  private mutating func compareHeads(_ left: Int, _ right: Int, _ path: [String]) {
    if expected.document.nodes[left].kind == .field {
      let (wanted, found) = (expected.name(of: left), actual.name(of: right))
      if found == wanted {
        // `a: a` and `a` have the same response key.
        compareAliases(of: left, right, path)
      } else {
        let key = expected.document.responseKey(of: left)
        add("\"\(key)\" selects the field \"\(found)\", expected \"\(wanted)\"", path)
      }
    }
    let (wanted, found) = (expected.heads(of: left), actual.heads(of: right))
    let heads = Set(wanted.keys).union(found.keys).ordered {
      // Directives stand last.
      ($0.kind == .directive ? 1 : 0, $0.name) < ($1.kind == .directive ? 1 : 0, $1.name)
    }
    for head in heads where !Bytes.areEqual(wanted[head], found[head]) {
      let other = found[head].map { text in
        switch head.kind {
        case .variableDefinition: show(text, "query($\(head.name): ", "){a}")
        case .argument: show(text, "{a(\(head.name): ", ")}")
        default: show(text, "{a ", "}")
        }
      }
      // Long values would hide the message.
      let texts = [other, wanted[head]].map { text in
        text.map { $0.count > 60 ? $0.prefix(59) + "…" : $0 }
      }
      let (actual, expected) = (texts[0], texts[1] ?? "none")
      let text =
        switch head.kind {
        case .variableDefinition: "the variable $\(head.name) is \(actual ?? "not defined")"
        case .argument: "the argument \"\(head.name)\" is \(actual ?? "missing")"
        case .typeCondition: "the type condition is \(actual ?? "none")"
        default: "the directives are \(actual ?? "none")"
        }
      add("\(text), expected \(expected)", path)
    }
  }

  private mutating func compareAliases(of left: Int, _ right: Int, _ path: [String]) {
    let aliases = [
      actual.document.alias(of: right).map(actual.document.text),
      expected.document.alias(of: left).map(expected.document.text),
    ]
    if aliases[0] == aliases[1] { return }
    let texts = aliases.map { alias in alias.map { "the alias \"\($0)\"" } ?? "no alias" }
    add("\"\(expected.name(of: left))\" has \(texts[0]), expected \(texts[1])", path)
  }

  // MARK: Selections

  /// - Returns: Pairs of selections whose own selections are to be compared.
  private mutating func compareSelections(
    of left: Int, _ right: Int, _ path: [String]
  ) -> [(Int, Int, [String])] {
    let wanted = expected.selections(of: left, isOrdered: isOrdered)
    let found = actual.selections(of: right, isOrdered: isOrdered)
    let unequal = Self.paired(wanted, found, by: \.digest)
    if unequal.missing.isEmpty, unequal.extra.isEmpty { compareOrder(wanted, found, path) }
    // Of the rest, what has the same text is the same selection with other contents.
    let rest = Self.paired(unequal.missing, unequal.extra, by: \.text)
    // What both have, but not equally often, is named once.
    let counts = [wanted, found].map { Dictionary($0.map { ($0.text, 1) }, uniquingKeysWith: +) }
    for text in Set((rest.missing + rest.extra).map(\.text)).ordered() {
      guard let wanted = counts[0][text], let found = counts[1][text] else { continue }
      add("the client selects \"\(text)\" \(times(found)), expected \(times(wanted))", path)
    }
    // The same fields under other response keys?
    let missing = rest.missing.filter { counts[1][$0.text] == nil }
    let (renamed, _, extra) = Self.paired(
      missing, rest.extra.filter { counts[0][$0.text] == nil }, by: \.name)
    let others = Dictionary(uniqueKeysWithValues: renamed.map { ($0.node, $1.node) })
    for selection in missing {
      if let other = others[selection.node] {
        compareAliases(of: selection.node, other, path)
      } else {
        add("the client does not select \"\(selection.text)\"", path)
      }
    }
    for selection in extra { add("the client also selects \"\(selection.text)\"", path) }
    var nested: [(Int, Int, [String])] = []
    for (left, right) in rest.pairs where !isDone {
      nested.append((left.node, right.node, path + [left.text]))
      compareHeads(left.node, right.node, path + [left.text])
    }
    return nested
  }

  /// Pairs what has the same key, the first with the first; the rest is missing or extra.
  private static func paired<Key: Hashable>(
    _ wanted: [Selection], _ found: [Selection], by key: KeyPath<Selection, Key>
  ) -> (pairs: [(Selection, Selection)], missing: [Selection], extra: [Selection]) {
    var candidates = Dictionary(grouping: found.reversed()) { $0[keyPath: key] }
    var pairs: [(Selection, Selection)] = []
    var missing: [Selection] = []
    for selection in wanted {
      if let other = candidates[selection[keyPath: key]]?.popLast() {
        pairs.append((selection, other))
      } else {
        missing.append(selection)
      }
    }
    let used = Set(pairs.map(\.1.node))
    return (pairs, missing, found.filter { !used.contains($0.node) })
  }

  /// Says if the same selections are in another order, as only those of a mutation can be.
  private mutating func compareOrder(
    _ wanted: [Selection], _ found: [Selection], _ path: [String]
  ) {
    guard let moved = zip(found, wanted).first(where: { $0.digest != $1.digest }) else { return }
    let texts = [found, wanted].map { $0.map(\.text).joined(separator: ", ") }
    // Several may go by one name.
    add(
      texts[0] == texts[1]
        ? "the selections of \"\(moved.0.text)\" are in another order"
        : "the order is \(texts[0]), expected \(texts[1])", path)
  }

  private func times(_ count: Int) -> String {
    count < 3 ? ["", "once", "twice"][count] : "\(count) times"
  }
}
