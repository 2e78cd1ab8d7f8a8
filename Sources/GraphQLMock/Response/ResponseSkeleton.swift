// Creates example data in the shape of a selection set, for the message about an unhandled request.

import Foundation

enum ResponseSkeleton {
  /// The number of keys after which a field with a selection set is null. Leaves are cheap and always there.
  static let keyLimit = 60
  static let depthLimit = 12

  private struct Node: Sendable {
    let parents: [FieldCollector.Parent]
    let depth: Int
    var parent: (node: Int, key: String, isList: Bool)?
    var members: [(String, MockJSON)] = []
  }

  /// Returns data with values and lists that are guessed from the names of the fields.
  static func data(
    for operation: Document.Operation, of document: Document, variables: MockJSON = [:]
  ) -> (json: MockJSON, isGuessed: Bool) {
    var isGuessed = false
    let collector = FieldCollector(document, variables: variables)
    let operation = document.definitions[operation.definition].node
    var nodes = [Node(parents: [.init(node: operation)], depth: 0)]
    var keys = 0
    var next = 0
    // The loop visits objects level by level, so that the limits leave out the deepest objects.
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
        if name == "__typename" {
          // An empty or guessed type name would be wrong, so it's left out, which is only a note in the journal.
          if let type { nodes[next].members.append((key, .string(type))) }
        } else if parents.isEmpty {
          let guess = value(ofField: name)
          isGuessed = isGuessed || guess != ""
          nodes[next].members.append((key, guess))
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
    // An object comes after the object that contains it, so this order completes inner objects first.
    for index in nodes.indices.reversed() {
      let object = MockJSON(.object(JSONMembers(nodes[index].members)))
      guard let parent = nodes[index].parent else { return (object, isGuessed) }
      nodes[parent.node].members.append((parent.key, parent.isList ? .array([object]) : object))
    }
    return ([:], isGuessed)
  }

  private static func value(ofField name: String) -> MockJSON {
    func begins(_ words: [String]) -> Bool {
      words.contains { word in
        let next = name.utf8.dropFirst(word.utf8.count).first
        return name.hasPrefix(word)
          && (next == UInt8(ascii: "_") || next.map { (0x41...0x5A).contains($0) } == true)
      }
    }
    func ends(_ words: [String]) -> Bool {
      words.contains {
        name == $0 || name.hasSuffix($0.capitalized) || name.hasSuffix("_" + $0)
          || name.hasSuffix($0.uppercased())
      }
    }
    if begins(["is", "has", "can", "should", "was"]) { return false }
    if begins(["total", "num"]) || ends(numbers) { return 0 }
    if ends(["id"]) { return "1" }
    // A cursor is null. Otherwise, a client that loads pages until the cursor is null would never stop.
    if ends(["cursor"]), name != "cursor" { return .null }
    if ends(["at", "date"]), name != "at" { return "2026-01-01T00:00:00Z" }
    return ends(["url", "uri"]) ? "https://example.com" : ""
  }

  private static let numbers = [
    "count", "total", "price", "amount", "quantity", "age", "year", "score", "rating", "average",
    "sum", "width", "height", "latitude", "longitude",
  ]

  /// The fields of a Relay connection (GraphQL Cursor Connections Specification), and the shorthand `nodes`.
  private static let connectionFields: Set<String> = ["edges", "nodes", "pageInfo"]

  private static func isPlural(_ name: String) -> Bool {
    let name = name.utf8.map(\.asciiLowercased)
    guard name.count > 2, name.last == UInt8(ascii: "s") else { return false }
    return !"sui".utf8.contains(name[name.count - 2])
  }
}
