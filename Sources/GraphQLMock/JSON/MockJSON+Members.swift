// Questions that matching asks of objects.

extension MockJSON {
  var isObject: Bool { members != nil }

  /// Whether there is a member of that name, null or not.
  func hasMember(_ name: String) -> Bool { members?[name] != nil }

  /// The value without members that are null, at any depth of objects: absent and null are alike.
  func droppingNullMembers() -> MockJSON {
    // Spelled out: `nil` would be a JSON null here.
    mappingMembers { $1.isNull ? Optional<MockJSON>.none : .some($1) }
  }

  /// The value with other members, at any depth.
  ///
  /// Open containers are a list, not recursion: the frames of a debug build are large.
  /// - Parameter transform: Takes a name and a value, and gives the value to have there, whose own
  ///   members come next; nil drops the member.
  func mappingMembers(
    _ transform: (_ name: String, _ value: MockJSON) -> MockJSON?
  ) -> MockJSON {
    var open = [MappedContainer(source: self)]
    while true {
      let top = open.count - 1
      if let next = open[top].next(transform) {
        if next.depth > 0 {
          open.append(MappedContainer(source: next))
        } else {
          open[top].append(next)
        }
      } else {
        let whole = open.removeLast().whole
        guard top > 0 else { return whole }
        open[top - 1].append(whole)
      }
    }
  }
}

/// A container that is being mapped.
private struct MappedContainer: Sendable {
  let source: MockJSON
  private var position = 0
  private var name = ""
  private var elements: [MockJSON] = []
  private var members = JSONMembers.Builder()

  init(source: MockJSON) { self.source = source }

  var whole: MockJSON {
    switch source.storage {
    case .array: MockJSON(.array(elements))
    case .object: MockJSON(.object(members.finish()))
    default: source
    }
  }

  mutating func next(_ transform: (String, MockJSON) -> MockJSON?) -> MockJSON? {
    switch source.storage {
    case .array(let all) where position < all.count:
      position += 1
      return all[position - 1]
    case .object(let all):
      while position < all.count {
        let member = all[position]
        position += 1
        guard let value = transform(member.name, member.value) else { continue }
        name = member.name
        return value
      }
      return nil
    default: return nil
    }
  }

  mutating func append(_ value: MockJSON) {
    if source.isObject { members.append(name, value) } else { elements.append(value) }
  }
}
