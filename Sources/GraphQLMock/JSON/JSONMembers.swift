/// The members of a JSON object, sorted by the UTF-8 bytes of their names and without duplicate names.
struct JSONMembers: Sendable, RandomAccessCollection {
  struct Member: Sendable {
    var name: String
    var value: MockJSON
  }

  private var members: [Member]
  /// The positions in `members` in the order of writing, or nil for their own. A change of `members` also changes it.
  private var order: [Int]?

  var startIndex: Int { members.startIndex }
  var endIndex: Int { members.endIndex }
  subscript(position: Int) -> Member { members[position] }
  /// The default versions of `count` and `makeIterator()` are slow in debug builds.
  var count: Int { members.count }
  func makeIterator() -> [Member].Iterator { members.makeIterator() }

  init(_ elements: some Sequence<(String, MockJSON)>) {
    self.init(members: elements.map { Member(name: $0.0, value: $0.1) })
  }

  /// Merges two lists without duplicate names. `elements` win, and give the order of writing if they have all names.
  init(inOrder elements: [(String, MockJSON)], and others: [(String, MockJSON)] = []) {
    self.init(others + elements)
    if members.count == elements.count { order = elements.map { position(of: $0.0) } }
  }

  /// Returns the member to write at a position. The subscript has the order of names instead.
  func inOrder(_ position: Int) -> Member { members[order?[position] ?? position] }

  /// Creates members that are sorted by name. If several members have the same name, only the last one is kept.
  init(members: [Member]) {
    self.members = members
    func isSorted(_ index: Int) -> Bool {
      Bytes.isInOrder(members[index - 1].name, members[index].name)
    }
    if members.indices.dropFirst().allSatisfy(isSorted) { return }
    // `ordered(by:)` is a stable sort, so members with the same name keep their order.
    self.members = []
    for member in members.ordered(by: { Bytes.isInOrder($0.name, $1.name) }) {
      if let last = self.members.last, Bytes.areEqual(last.name, member.name) {
        self.members.removeLast()
      }
      self.members.append(member)
    }
  }

  subscript(name: String) -> MockJSON? {
    let position = position(of: name)
    guard position < members.count, Bytes.areEqual(members[position].name, name) else { return nil }
    return members[position].value
  }

  /// Returns the position of a member, or the one at which it would be inserted. `members` must be sorted.
  private func position(of name: String) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if Bytes.isInOrder(members[middle].name, name) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
