/// Describes the differences between the operation of an unhandled request and an expected operation.
struct DocumentComparison {
  private typealias Selection = ComparedOperation.Selection
  private typealias Step = (left: Int, right: Int, path: [String])  // `left` is in `expected`.

  private static let valueLimit = 60
  private let expected: ComparedOperation
  private let actual: ComparedOperation
  private let limit: Int
  /// Returns a part of the client's document, without secrets, which only heads can contain. Between `start` and `end`, it's a whole document.
  private let show: (_ part: String, _ start: String, _ end: String) -> String
  private(set) var differences: [String] = []
  /// The trees of the operations, or of a fragment with the same name, that are being compared.
  private var compared: (left: CanonicalTree, right: CanonicalTree)

  init?(
    expected: SelectedOperation, actual: SelectedOperation, limit: Int,
    showing show: @escaping (_ part: String, _ start: String, _ end: String) -> String
  ) {
    self.show = show
    self.limit = limit
    (self.expected, self.actual) = (ComparedOperation(expected), ComparedOperation(actual))
    guard case (let left??, let right??) = (self.expected.trees[""], self.actual.trees[""]) else {
      return nil
    }
    compared = (left, right)
    let (wanted, found) = (expected.operation, actual.operation)
    if found.type != wanted.type {
      add("it is a \(found.type.rawValue), expected a \(wanted.type.rawValue)", [])
    }
    if found.name != wanted.name {
      let name = found.name.map { "is named \"\($0)\"" } ?? "has no name"
      add("it \(name), expected \(wanted.name.map { "\"\($0)\"" } ?? "no name")", [])
    }
    for (name, tree) in self.expected.trees.orderedByKey() where !isDone {
      // If only one operation uses a fragment, the fragment spread (`...F`) is already reported as a difference.
      guard let other = self.actual.trees[name] else { continue }
      switch (tree, other) {
      case (let left?, let right?):
        compared = (left, right)
        compare(name.isEmpty ? [] : ["..." + name])
      case (_?, nil): add("the fragment \"\(name)\" is not defined", [])
      case (nil, _?): add("the client also defines the fragment \"\(name)\"", [])
      case (nil, nil): break
      }
    }
  }

  private var isDone: Bool { differences.count >= limit }

  private mutating func add(_ text: String, _ path: [String]) {
    guard !isDone else { return }
    let longest = 12
    let place = (path.count > longest ? "…." : "") + path.suffix(longest).joined(separator: ".")
    differences.append(path.isEmpty ? text : "\(place): \(text)")
  }

  private mutating func compare(_ path: [String]) {
    let start: Step = (compared.left.root, compared.right.root, path)
    compareHeads(start)
    var pending = [start]
    while !isDone, let step = pending.popLast() { pending += compareSelections(step).reversed() }
  }

  private mutating func compareHeads(_ step: Step) {
    let (left, right, path) = step
    if expected.document.nodes[left].kind == .field {
      let (wanted, found) = (expected.name(of: left), actual.name(of: right))
      if found == wanted {
        // `a` and `a: a` have the same response key, but only the second one has an alias.
        compareAliases(step)
      } else {
        let key = expected.document.responseKey(of: left)
        add("\"\(key)\" selects the field \"\(found)\", expected \"\(wanted)\"", path)
      }
    }
    let (wanted, found) = (expected.heads(of: left), actual.heads(of: right))
    let heads = Set(wanted.keys).union(found.keys).ordered {
      ($0.isLast ? 1 : 0, $0.name) < ($1.isLast ? 1 : 0, $1.name)
    }
    for head in heads where !Bytes.areEqual(wanted[head], found[head]) {
      let shown = found[head].map { show($0, head.start, head.end) }
      let difference = TextDifference(
        shown ?? head.absence, expected: wanted[head] ?? "none", limit: Self.valueLimit,
        isQuoted: shown?.hasPrefix("\"") == true)
      // Long values are shortened, because they would hide the rest of the message.
      let texts = [difference.actual, difference.expected].map {
        $0.count > Self.valueLimit ? $0.prefix(Self.valueLimit - 1) + "…" : $0
      }
      add("\(head.subject) \(texts[0]), expected \(texts[1])\(difference.note)", path)
    }
  }

  private mutating func compareAliases(_ step: Step) {
    let aliases = [
      actual.document.alias(of: step.right).map(actual.document.text),
      expected.document.alias(of: step.left).map(expected.document.text),
    ]
    if aliases[0] == aliases[1] { return }
    let texts = aliases.map { alias in alias.map { "the alias \"\($0)\"" } ?? "no alias" }
    add("\"\(expected.name(of: step.left))\" has \(texts[0]), expected \(texts[1])", step.path)
  }

  /// Compares two selection sets, and returns the pairs to compare next. Selections are paired by digest if they're
  /// equal, then by response key (`text`), with a difference further inside, and then by name, with another alias.
  private mutating func compareSelections(_ step: Step) -> [Step] {
    let path = step.path
    let isOrdered = compared.left.isOrdered && compared.right.isOrdered
    let wanted = expected.selections(of: step.left, in: compared.left, isOrdered: isOrdered)
    let found = actual.selections(of: step.right, in: compared.right, isOrdered: isOrdered)
    let unequal = Self.paired(wanted, found, by: \.digest)
    if unequal.missing.isEmpty, unequal.extra.isEmpty { compareOrder(wanted, found, path) }
    let rest = Self.paired(unequal.missing, unequal.extra, by: \.text)
    let counts = [wanted, found].map { Dictionary($0.map { ($0.text, 1) }, uniquingKeysWith: +) }
    for text in Set((rest.missing + rest.extra).map(\.text)).ordered() {
      guard let wanted = counts[0][text], let found = counts[1][text] else { continue }
      add("the client selects \"\(text)\" \(times(found)), expected \(times(wanted))", path)
    }
    let missing = rest.missing.filter { counts[1][$0.text] == nil }
    let (renamed, _, extra) = Self.paired(
      missing, rest.extra.filter { counts[0][$0.text] == nil }, by: \.name)
    let others = Dictionary(uniqueKeysWithValues: renamed.map { ($0.node, $1.node) })
    for selection in missing {
      if let other = others[selection.node] {
        compareAliases((selection.node, other, path))
      } else {
        add("the client does not select \"\(selection.text)\"", path)
      }
    }
    for selection in extra { add("the client also selects \"\(selection.text)\"", path) }
    let nested = rest.pairs.map { ($0.node, $1.node, path + [$0.text]) }
    for step in nested where !isDone { compareHeads(step) }
    return nested
  }

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

  private mutating func compareOrder(
    _ wanted: [Selection], _ found: [Selection], _ path: [String]
  ) {
    guard let moved = zip(found, wanted).first(where: { $0.digest != $1.digest }) else { return }
    let texts = [found, wanted].map { $0.map(\.text).joined(separator: ", ") }
    // If the lists differ only in arguments, they look the same in a message, so only one selection is named.
    add(
      texts[0] == texts[1]
        ? "the selections of \"\(moved.0.text)\" are in another order"
        : "the order is \(texts[0]), expected \(texts[1])", path)
  }

  private func times(_ count: Int) -> String {
    count < 3 ? ["", "once", "twice"][count] : "\(count) times"
  }
}

private struct ComparedOperation {
  let document: Document
  /// The tree of each fragment by name, or nil for an undefined one. The key "" is the operation, which comes first.
  private(set) var trees: [String: CanonicalTree?] = [:]

  init(_ selected: SelectedOperation) {
    document = selected.document
    for part in CanonicalForm.parts(of: selected.operation, in: document) {
      let isOperation = part.definition == selected.operation.definition
      let name = isOperation ? "" : document.text(document.definitions[part.definition].name)
      // The order of fields matters in fragments at the root of a mutation, so their existing tree is kept.
      if trees[name]??.isOrdered == true { continue }
      let tree = CanonicalTree(part, in: document)
      trees[name] = tree
      let spreads = (tree.root..<Int(document.nodes[tree.root].next)).filter {
        document.nodes[$0].kind == .fragmentSpread
      }
      trees.merge(spreads.map { (self.name(of: $0), nil) }) { known, _ in known }
    }
  }

  func name(of node: Int) -> String { document.text(document.nodes[node].range) }

  struct Selection {
    let node: Int
    /// The selection as shown in messages: the alias or name of a field, or a fragment (`...F`, `... on T`).
    let text: String
    /// The name of a field. For a fragment, it equals `text`.
    let name: String
    let digest: StableDigest
  }

  func selections(of node: Int, in tree: CanonicalTree, isOrdered: Bool) -> [Selection] {
    guard let set = document.selectionSet(of: node) else { return [] }
    let all = tree.children(of: set).map { node in
      let kind = document.nodes[node].kind
      let text =
        switch kind {
        case .fragmentSpread: "..." + name(of: node)
        case .inlineFragment: "..." + (document.typeCondition(of: node).map { " on " + $0 } ?? "")
        default: document.responseKey(of: node)
        }
      return Selection(
        node: node, text: text, name: kind == .field ? name(of: node) : text,
        digest: tree.digest(of: node))
    }
    if isOrdered, document.nodes[set].isAtRoot { return all }
    func rank(_ selection: Selection) -> UInt8 { document.nodes[selection.node].kind.rawValue }
    return all.ordered { (rank($0), $0.text, $0.digest) < (rank($1), $1.text, $1.digest) }
  }

  /// An argument, a variable, the directives or the type condition of a syntax node. Whatever `CanonicalTree` hashes must
  /// be a selection or a head, or a miss may name no difference.
  struct Head: Hashable {
    let name: String
    let subject: String
    var absence = "missing"
    var start = "{a "
    var end = "}"
    var isLast = false
  }

  func heads(of node: Int) -> [Head: String] {
    var heads: [Head: [String]] = [:]
    for child in document.children(of: node) {
      let name = name(of: child)
      let values = { document.children(of: child).map { document.printed($0, .canonical) } }
      switch document.nodes[child].kind {
      case .argument:
        let head = Head(
          name: name, subject: "the argument \"\(name)\" is", start: "{a(\(name): ", end: ")}")
        heads[head, default: []] += values()
      case .variableDefinition:
        let head = Head(
          name: name, subject: "the variable $\(name) is", absence: "not defined",
          start: "query($\(name): ", end: "){a}")
        heads[head, default: []] += values()
      case .directive:
        let head = Head(name: "", subject: "the directives are", isLast: true)
        heads[head, default: []] += [document.printed(child, .canonical)]
      case .typeCondition: heads[Head(name: "", subject: "the type condition is")] = ["\"\(name)\""]
      default: break
      }
    }
    return heads.mapValues { $0.joined(separator: " ") }
  }
}
