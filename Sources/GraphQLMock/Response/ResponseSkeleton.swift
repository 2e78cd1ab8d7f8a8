// Data in the shape of a selection set, for a person to fill in: a miss shows it.

enum ResponseSkeleton {
  /// How many keys it may have; objects beyond that are null.
  static let keyLimit = 60
  /// How deep it may nest; objects below are null.
  static let depthLimit = 12

  private struct Node: Sendable {
    let parents: [FieldCollector.Parent]
    let depth: Int
    /// The object that it stands in, and the key there; nil at the root.
    var parent: (node: Int, key: String, isList: Bool)?
    var members: [(String, MockJSON)] = []
  }

  /// Makes data that has every key that is selected: empty strings, objects, and lists of one object
  /// where the name of a field is a plural; but a connection of Relay, which has `nodes`, `edges` or
  /// `pageInfo`, is an object.
  ///
  /// Of fragments on several types those on the first one count.
  /// - Parameter variables: The variables, for `@skip` and `@include`.
  static func data(
    for operation: OperationOutline, of document: Document, variables: MockJSON = [:]
  ) -> MockJSON {
    let collector = FieldCollector(document, variables: variables)
    let operation = document.definitions[operation.definition].node
    var nodes = [Node(parents: [.init(node: operation)], depth: 0)]
    var keys = 0
    var next = 0
    // Level by level, so that what is cut is what lies deepest.
    while next < nodes.count {
      let node = nodes[next]
      var type: String?
      let fields = collector.collect(below: node.parents) { fragment, scope in
        type = type ?? fragment.condition
        return fragment.condition == nil || fragment.condition == type ? scope : nil
      }
      for (key, selections) in fields.selections.byKey {
        keys += 1
        let name = selections.first?.name ?? key
        let parents = selections.filter { document.selectionSet(of: $0.node) != nil }
        if connectionFields.contains(name) { nodes[next].parent?.isList = false }
        if parents.isEmpty {
          nodes[next].members.append((key, .string(name == "__typename" ? type ?? "" : "")))
        } else if keys < keyLimit, node.depth < depthLimit {
          nodes.append(
            Node(
              parents: parents.map { .init(node: $0.node) }, depth: node.depth + 1,
              parent: (next, key, isList: isPlural(name))))
        } else {
          nodes[next].members.append((key, .null))
        }
      }
      next += 1
    }
    var root: MockJSON = [:]
    // What is in an object stands behind it.
    for index in nodes.indices.reversed() {
      let object = MockJSON(.object(JSONMembers(nodes[index].members)))
      guard let parent = nodes[index].parent else {
        root = object
        continue
      }
      nodes[parent.node].members.append((parent.key, parent.isList ? .array([object]) : object))
    }
    return root
  }

  /// The fields of a connection (GraphQL Cursor Connections Specification), and `nodes`, its shorthand.
  private static let connectionFields: Set<String> = ["edges", "nodes", "pageInfo"]

  /// Whether a name reads like that of a list: `items`, but not `address` or `status`.
  private static func isPlural(_ name: String) -> Bool {
    let name = name.utf8.map(\.asciiLowercased)
    guard name.count > 2, name.last == UInt8(ascii: "s") else { return false }
    return !"sui".utf8.contains(name[name.count - 2])
  }
}
