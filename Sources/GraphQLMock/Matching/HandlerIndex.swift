// Many handlers, filed by all that each of them asks for by value: of thousands that differ in variables,
// in documents, in a header field or in where requests go, a request is held against those only that may
// want it.
//
// What is left out can't match; what is given out must still be asked.

struct HandlerIndex: Sendable {
  /// The handlers that ask for the same parts of a request.
  private struct Group: Sendable {
    let facets: [HandlerFacet]
    /// By what they ask for, sorted by rank.
    var handlers: [[HandlerFacet.Value]: [RegisteredHandler]] = [:]
    /// All of them, sorted by rank.
    var all: [RegisteredHandler] = []
  }

  private var groups: [Group] = []
  private var positions: [[HandlerFacet]: Int] = [:]
  /// Those that ask for nothing by value.
  private var others: [RegisteredHandler] = []

  /// Files handlers that are sorted by rank.
  init(_ handlers: some Sequence<RegisteredHandler>) {
    for handler in handlers { file(handler) }
  }

  /// The handlers that may want a request, in lists that are sorted by rank; each is in one at most.
  func lists(for subject: MatchSubject) -> [[RegisteredHandler]] {
    var lists = others.isEmpty ? [] : [others]
    for group in groups {
      guard let keys = Self.keys(group.facets, of: subject) else {
        lists.append(group.all)
        continue
      }
      for key in keys {
        if let handlers = group.handlers[key] { lists.append(handlers) }
      }
    }
    return lists
  }

  /// In how many ways a request may be looked up; one with more is held against the whole group.
  private static let keyLimit = 16

  /// What a request has, in all combinations; nil if there are too many.
  private static func keys(
    _ facets: [HandlerFacet], of subject: MatchSubject
  ) -> Set<[HandlerFacet.Value]>? {
    var keys: Set<[HandlerFacet.Value]> = [[]]
    for facet in facets {
      let values = Set(facet.values(of: subject))
      guard keys.count * values.count <= keyLimit else { return nil }
      var longer: Set<[HandlerFacet.Value]> = []
      for key in keys {
        for value in values { longer.insert(key + [value]) }
      }
      keys = longer
    }
    return keys
  }

  private mutating func file(_ entry: RegisteredHandler) {
    guard let found = entry.handler?.facets, !found.isEmpty else { return others.append(entry) }
    let facets = found.map(\.facet)
    let position = positions[facets] ?? groups.count
    if position == groups.count {
      groups.append(Group(facets: facets))
      positions[facets] = position
    }
    groups[position].handlers[found.map(\.value), default: []].append(entry)
    groups[position].all.append(entry)
  }
}
