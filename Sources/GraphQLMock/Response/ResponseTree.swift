/// The data of a response while parts are added to it, each in time that grows with the part and its
/// path, and not with the data.
///
/// Values nest no deeper than a limit allows, so the recursions end.
final class ResponseTree {
  private enum Content {
    case leaf(MockJSON)
    /// By name, each a string: strings of Swift are equal that JSON tells apart.
    case object([MockJSON: ResponseTree])
    case list([ResponseTree])
  }

  /// Fields that were added, and the steps from a place to the object that they were added to.
  struct Addition: Sendable, Hashable {
    var subPath: [MockJSON]
    var fields: MockJSON
  }

  private var content: Content
  /// The number of the payload that it came with.
  let payload: Int

  init(_ value: MockJSON, payload: Int = 0) {
    self.payload = payload
    if let members = value.members {
      content = .object(
        Dictionary(
          uniqueKeysWithValues: members.map {
            (.string($0.name), ResponseTree($0.value, payload: payload))
          }))
    } else if let elements = value.array {
      content = .list(elements.map { ResponseTree($0, payload: payload) })
    } else {
      content = .leaf(value)
    }
  }

  var json: MockJSON {
    switch content {
    case .leaf(let value): value
    case .object(let members):
      MockJSON(.object(JSONMembers(members.map { ($0.string ?? "", $1.json) })))
    case .list(let elements): .array(elements.map(\.json))
    }
  }

  var isObject: Bool { if case .object = content { true } else { false } }

  /// The number of elements; nil if it is no list.
  var count: Int? { if case .list(let elements) = content { elements.count } else { nil } }

  /// What lies one step further.
  subscript(step: MockJSON) -> ResponseTree? {
    switch content {
    case .leaf: nil
    case .object(let members): members[step]
    case .list(let elements):
      step.int.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }
  }

  /// What a path leads to; nil if that is nothing, or null.
  func place(at path: some Sequence<MockJSON>) -> ResponseTree? {
    var place = self
    for step in path {
      guard let next = place[step] else { return nil }
      place = next
    }
    if case .leaf(.null) = place.content { return nil }
    return place
  }

  /// Whether all of a value is there.
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

  func append(_ items: [MockJSON], payload: Int) {
    guard case .list(var elements) = content else { return }
    content = .leaf(.null)  // so that the elements are not copied
    elements += items.map { ResponseTree($0, payload: payload) }
    content = .list(elements)
  }

  /// Adds the fields of a value, those of objects that are there already included.
  /// - Returns: What was not there yet, object by object.
  @discardableResult
  func merge(_ value: MockJSON, payload: Int) -> [Addition] {
    var additions: [Addition] = []
    merge(value, payload: payload, at: [], &additions)
    return additions
  }

  private func merge(
    _ value: MockJSON, payload: Int, at path: [MockJSON], _ additions: inout [Addition]
  ) {
    switch content {
    case .leaf: break
    case .object(var mine):
      content = .leaf(.null)  // so that the members are not copied
      var new: [(String, MockJSON)] = []
      let place = additions.count
      for member in value.members.map(Array.init) ?? [] {
        let name = MockJSON.string(member.name)
        if let known = mine[name], known.canMerge(member.value) {
          known.merge(member.value, payload: payload, at: path + [name], &additions)
        } else if mine[name]?.covers(member.value) != true {
          mine[name] = ResponseTree(member.value, payload: payload)
          new.append((member.name, member.value))
        }
      }
      content = .object(mine)
      guard !new.isEmpty else { return }
      additions.insert(
        Addition(subPath: path, fields: MockJSON(.object(JSONMembers(new)))), at: place)
    case .list(var mine):
      for (index, element) in (value.array ?? []).enumerated() {
        if mine[index].canMerge(element) {
          mine[index].merge(element, payload: payload, at: path + [.number(index)], &additions)
        } else if !mine[index].covers(element) {
          mine[index] = ResponseTree(element, payload: payload)
        }
      }
      content = .list(mine)
    }
  }

  private func canMerge(_ value: MockJSON) -> Bool {
    switch content {
    case .leaf: false
    case .object: value.isObject
    case .list(let elements): value.array?.count == elements.count
    }
  }
}
