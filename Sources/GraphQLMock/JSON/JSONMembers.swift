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
    var builder = Builder()
    for (name, value) in elements { builder.append(name, value) }
    self = builder.finish()
  }

  private init(sorted members: [Member]) { self.members = members }

  /// The value of a member, in logarithmic time.
  subscript(name: String) -> MockJSON? {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      switch JSONBytes.order(members[middle].name, name) {
      case .less: low = middle + 1
      case .greater: high = middle
      case .equal: return members[middle].value
      }
    }
    return nil
  }

  /// Collects members as a text brings them.
  struct Builder: Sendable, ExpressibleByArrayLiteral {
    private var members: [Member] = []
    private var isSorted = true

    init() {}
    init(arrayLiteral elements: Never...) {}

    mutating func append(_ name: String, _ value: MockJSON) {
      if isSorted, let last = members.last, JSONBytes.order(last.name, name) != .less {
        isSorted = false
      }
      members.append(Member(name: name, value: value))
    }

    consuming func finish() -> JSONMembers {
      if isSorted { return JSONMembers(sorted: members) }
      let order = members.indices.sorted {
        switch JSONBytes.order(members[$0].name, members[$1].name) {
        case .less: true
        case .greater: false
        case .equal: $0 < $1
        }
      }
      var result: [Member] = []
      result.reserveCapacity(order.count)
      for index in order {
        let member = members[index]
        if let last = result.last, JSONBytes.order(last.name, member.name) == .equal {
          result[result.count - 1] = member
        } else {
          result.append(member)
        }
      }
      return JSONMembers(sorted: result)
    }
  }
}
