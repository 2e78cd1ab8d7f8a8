/// The data of a response, to which later parts are added. This is a class, because its users change the places that
/// ``place(at:)`` returns. It's recursive (see `NestingLimit`), without closures, which would need more of the stack.
final class ResponseTree {
  private enum Content {
    case leaf(MockJSON)
    /// The keys are JSON strings, because Swift strings with different Unicode scalars can be equal.
    case object([MockJSON: ResponseTree])
    case list([ResponseTree])
  }

  private var content: Content

  init(_ value: MockJSON) {
    if let members = value.members {
      var mine: [MockJSON: ResponseTree] = [:]
      for member in members { mine[.string(member.name)] = ResponseTree(member.value) }
      content = .object(mine)
    } else if let elements = value.array {
      var mine: [ResponseTree] = []
      for element in elements { mine.append(ResponseTree(element)) }
      content = .list(mine)
    } else {
      content = .leaf(value)
    }
  }

  var json: MockJSON {
    switch content {
    case .leaf(let value): return value
    case .object(let members):
      var pairs: [(String, MockJSON)] = []
      for (name, tree) in members { pairs.append((name.string ?? "", tree.json)) }
      return .object(of: pairs)
    case .list(let trees):
      var elements: [MockJSON] = []
      for tree in trees { elements.append(tree.json) }
      return .array(elements)
    }
  }

  var isObject: Bool { if case .object = content { true } else { false } }

  /// The length of a list, or nil for another value.
  var elementCount: Int? { if case .list(let elements) = content { elements.count } else { nil } }

  subscript(step: MockJSON) -> ResponseTree? {
    switch content {
    case .leaf: nil
    case .object(let members): members[step]
    case .list(let elements):
      step.int.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }
  }

  /// Returns the value at a path, to which its caller adds parts, or nil if there is none or if it's null.
  func place(at path: some Sequence<MockJSON>) -> ResponseTree? {
    var place = self
    for step in path {
      guard let next = place[step] else { return nil }
      place = next
    }
    if case .leaf(.null) = place.content { return nil }
    return place
  }

  /// Returns whether the tree has all members of a value, and equal lists and leaves. It may have more members.
  func covers(_ value: MockJSON) -> Bool {
    switch content {
    case .leaf(let leaf): leaf == value
    case .object(let mine):
      value.members?.allSatisfy { mine[.string($0.name)]?.covers($0.value) == true } ?? false
    case .list(let mine):
      value.array.map { $0.count == mine.count && zip(mine, $0).allSatisfy { $0.covers($1) } }
        ?? false
    }
  }

  /// Adds elements to a list, and does nothing to another value.
  func append(_ items: [MockJSON]) {
    guard case .list(var elements) = content else { return }
    content = .leaf(.null)  // releases the list, so that it isn't copied
    elements += items.map(ResponseTree.init)
    content = .list(elements)
  }

  /// Adds the members of a value. Lists of the same length are merged by element, because two fragments may select
  /// different fields of the same elements. Other values are replaced.
  func merge(_ value: MockJSON) {
    var pending = [(self, value)]
    while let (tree, value) = pending.popLast() {
      if case .list(let mine) = tree.content, let theirs = value.array, theirs.count == mine.count {
        pending += zip(mine, theirs)
      } else if case .object(var mine) = tree.content, let members = value.members {
        tree.content = .leaf(.null)  // releases the members, so that they aren't copied
        for member in members {
          let name = MockJSON.string(member.name)
          if let known = mine[name] {
            pending.append((known, member.value))
          } else {
            mine[name] = ResponseTree(member.value)
          }
        }
        tree.content = .object(mine)
      } else {
        tree.content = ResponseTree(value).content
      }
    }
  }
}
