/// The members of an object, each name once, in the order of the names' UTF-8 bytes.
struct JSONMembers: Sendable, RandomAccessCollection {
  struct Member: Sendable {
    var name: String
    var value: MockJSON
  }

  private var members: [Member]

  var startIndex: Int { members.startIndex }
  var endIndex: Int { members.endIndex }
  subscript(position: Int) -> Member { members[position] }

  /// Of several members with one name the last one stays.
  init(_ elements: some Sequence<(String, MockJSON)>) {
    members = elements.map { Member(name: $0.0, value: $0.1) }
    let isSorted = zip(members, members.dropFirst()).allSatisfy {
      Bytes.isInOrder($0.name, $1.name)
    }
    if isSorted { return }
    // Those of one name keep their order.
    let sorted = members.ordered { Bytes.isInOrder($0.name, $1.name) }
    members = []
    for member in sorted {
      if let last = members.last, Bytes.areEqual(last.name, member.name) { members.removeLast() }
      members.append(member)
    }
  }

  /// The value of a member, in logarithmic time.
  subscript(name: String) -> MockJSON? {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if Bytes.isInOrder(members[middle].name, name) { low = middle + 1 } else { high = middle }
    }
    if low < members.count, Bytes.areEqual(members[low].name, name) { return members[low].value }
    return nil
  }
}
