/// The structure of a JSON value: the names of all members and the kinds of all values, such as string or array.
///
/// Comparing two structures shows how a response has changed. Objects are distinguished by their `__typename`, because
/// objects of different types have different members.
struct JSONShape: Sendable {
  private struct Node: Sendable {
    var kinds: Set<JSONKind> = []
    // The members of the objects without `__typename`, or of the objects of one type. Values are indices of `nodes`.
    var members: [String: Int] = [:]
    var counts: [String: Int] = [:]
    var objects = 0
    var element: Int?
    /// The structure of the objects with each `__typename`.
    var types: [String: Int] = [:]
  }

  private var nodes = [Node()]

  init(_ value: MockJSON) {
    var open = [(value, 0)]
    while let (value, node) = open.popLast() {
      if let kind = value.kind { nodes[node].kinds.insert(kind) }
      if let elements = value.array, !elements.isEmpty {
        let index = nodes[node].element ?? add()
        nodes[node].element = index
        for element in elements.reversed() { open.append((element, index)) }
      }
      guard let members = value.members else { continue }
      var object = node
      if let type = value["__typename"].string {
        object = nodes[node].types[type] ?? add()
        nodes[node].types[type] = object
      }
      nodes[object].objects += 1
      for member in members {
        let index = nodes[object].members[member.name] ?? add()
        nodes[object].members[member.name] = index
        nodes[object].counts[member.name, default: 0] += 1
        open.append((member.value, index))
      }
    }
  }

  private mutating func add() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Returns messages about new and missing members, and about values whose kind has changed.
  ///
  /// Null values and empty lists are ignored, because another response may contain a value or elements instead.
  func changes(since before: JSONShape, limit: Int) -> [String] {
    var found: [String] = []
    /// Objects of several types can have the same change at the same place.
    func note(_ text: String) { if !found.contains(text) { found.append(text) } }
    var open = [(0, 0, JSONPath())]
    while let (old, new, path) = open.popLast(), found.count < limit {
      let (left, right) = (before.nodes[old], nodes[new])
      let kinds = (left.kinds.subtracting([.null]), right.kinds.subtracting([.null]))
      if !kinds.0.isEmpty, !kinds.1.isSubset(of: kinds.0) {
        let place = path.components.isEmpty ? "the value" : path.description
        note("\(place) was \(Self.text(kinds.0)), and is now \(Self.text(kinds.1))")
        continue
      }
      var next: [(Int, Int, JSONPath)] = []
      if let left = left.element, let right = right.element {
        next.append((left, right, path[0]))
      }
      for (type, left) in left.types.orderedByKey() {
        if let right = right.types[type] { next.append((left, right, path)) }
      }
      // If only one of the responses has `__typename`, objects without it are compared with those of the first type.
      if left.objects == 0, right.types.isEmpty, let first = left.types.orderedByKey().first {
        next.append((first.value, new, path))
      }
      if right.objects == 0, left.types.isEmpty, let first = right.types.orderedByKey().first {
        next.append((old, first.value, path))
      }
      if left.objects > 0, right.objects > 0 {
        for name in Set(left.members.keys).union(right.members.keys).ordered()
        where found.count < limit {
          let inner = path[name]
          switch (left.members[name], right.members[name]) {
          case (let left?, let right?): next.append((left, right, inner))
          case (nil, _): note("\(inner) is new")
          // A missing member is reported only if every object of the earlier response had the member.
          case (_, nil): if left.counts[name] == left.objects { note("\(inner) is gone") }
          }
        }
      }
      open += next.reversed()
    }
    return found
  }

  private static func text(_ kinds: Set<JSONKind>) -> String {
    kinds.map(\.rawValue).ordered().joined(separator: " or ")
  }
}
