// Divides a response into several payloads, as the `@defer` and `@stream` directives of the request's document
// require (GraphQL, working draft on incremental delivery). An example is the document
//   query { hero { name ... @defer(label: "f") { friends { name } } } }
// The data of its first payload is `{"hero": {"name": …}}`. A later payload adds `{"friends": …}` to `hero`.

struct DeferredDivision {
  /// The maximum depth of nested `@defer` fragments that are sent separately from their parents.
  static let depthLimit = 32
  /// The maximum number of payloads that are sent after the first payload.
  private static let partLimit = 100_000

  let collector: FieldCollector
  let rule: FragmentRule
  /// Whether to guess, without a schema, that all fragments of a selection set are on object types if one of them is.
  var assumesAlikeFragments = false
  /// The data of all payloads so far. Copies of this struct share the tree until `divide` replaces it.
  private var sent = ResponseTree(.null)
  private var parts: [MockResponsePart] = []
  /// The stack of fragments and list items that remain to be sent.
  private var pending: [Later] = []
  private var pendingCount = 0

  /// Divides a response into payloads. `variables` must include the default values of the operation.
  static func divide(
    _ map: MockJSON, by operation: SelectedOperation, variables: MockJSON,
    types: (any FragmentRule.FieldTypes)? = nil, interval: Duration
  ) -> IncrementalResponse {
    let data = map["data"]
    guard data.depth <= NestingLimit.recursion else {
      return IncrementalResponse(initial: map, parts: [])
    }
    var division = DeferredDivision(
      collector: FieldCollector(operation.document, variables: variables),
      rule: FragmentRule(types, data: data))
    let root = operation.document.definitions[operation.operation.definition].node
    if types == nil {
      var guess = division
      guess.assumesAlikeFragments = true
      let initial = guess.divide(data, below: root)
      // The guess is wrong if the parts lack a value of the response.
      if guess.sent.covers(division.undivided(data, below: root)) {
        return guess.response(map, initial, interval)
      }
    }
    let initial = division.divide(data, below: root)
    return division.response(map, initial, interval)
  }

  var document: Document { collector.document }

  /// Divides the data, adds the later payloads to `parts`, and returns the data of the first payload.
  private mutating func divide(_ data: MockJSON, below root: Int) -> MockJSON {
    var later: [Later] = []
    let initial = value(data, below: [root], at: Position(), nil, &later)
    sent = ResponseTree(initial)
    add(later)
    while let next = pending.popLast() { send(next) }
    return initial
  }

  /// Returns the data that the fragment rule selects, as one payload. A spent `pendingCount` stops the division.
  private func undivided(_ data: MockJSON, below root: Int) -> MockJSON {
    var copy = self
    copy.pendingCount = Self.partLimit
    var later: [Later] = []
    return copy.value(data, below: [root], at: Position(), nil, &later)
  }

  private struct Later {
    indirect enum Addition {
      /// - Parameter positions: The positions of the members in the object.
      case fragment(DeferredFragment, of: MockJSON, positions: [String: Int])
      /// A list item, and the fields that select its members.
      case item(MockJSON, parents: [Int])
    }

    let content: Addition
    let place: Position
    let label: String?
  }

  struct Position: Changeable {
    var path: [MockJSON] = []
    /// The number of deferred fragments around this position, which `depthLimit` limits.
    var depth = 0
    /// The deferred fragment definitions around this position, which break cycles in invalid documents.
    var definitions: Set<Int> = []

    func appending(_ step: MockJSON) -> Position { changing { $0.path.append(step) } }

    func entering(_ fragment: DeferredFragment) -> Position {
      changing {
        $0.depth += 1
        if let definition = fragment.definition { $0.definitions.insert(definition) }
      }
    }
  }

  struct DeferredFragment: Hashable {
    let node: Int
    /// The index of the fragment definition in the document, or nil for an inline fragment.
    let definition: Int?
    let label: String?
  }

  struct Fields {
    /// The nodes of the fields that are sent at once, by response key.
    var immediate: [String: [Int]] = [:]
    var deferred: [DeferredFragment] = []
  }

  private mutating func add(_ later: [Later]) {
    pendingCount += later.count
    pending += later.reversed()
  }

  private mutating func send(_ next: Later) {
    var later: [Later] = []
    let path = next.place.path
    switch next.content {
    case .item(let element, let parents):
      let item = value(element, below: parents, at: next.place, nil, &later)
      parts.append(.items(path: .array(path), label: next.label, [item]))
      sent.place(at: path.dropLast())?.append([item])
    case .fragment(let fragment, let object, let positions):
      let place = next.place.entering(fragment)
      let fields = collect(below: [fragment.node], of: object, at: place)
      let data = self.object(object, positions, fields, at: place, sent.place(at: path), &later)
      sent.place(at: path)?.merge(data)
      // No payload is sent if the data has none of the fragment's fields, unless it only has deferred fragments.
      if data.members?.isEmpty == false || fields.immediate.isEmpty {
        parts.append(.part(path: .array(path), label: next.label, data))
      }
    }
    add(later)
  }

  /// Returns the divided response, in which each error is in the same payload as its field.
  private mutating func response(
    _ map: MockJSON, _ data: MockJSON, _ interval: Duration
  ) -> IncrementalResponse {
    for index in parts.indices { parts[index].delay = interval }
    let initial = map.setting("data", to: data)
    guard let errors = map["errors"].array, !parts.isEmpty else {
      return IncrementalResponse(initial: initial, parts: parts)
    }
    var initialErrors: [MockJSON] = []
    var partOfPath: [[MockJSON]: Int] = [:]
    for (index, part) in parts.enumerated() {
      for path in part.contentPaths where partOfPath[path] == nil { partOfPath[path] = index }
    }
    for error in errors {
      let path = error["path"].array ?? []
      let lengths = (0...path.count).reversed()
      if !data.leads(along: path),
        let index = lengths.lazy.compactMap({ partOfPath[Array(path.prefix($0))] }).first
      {
        parts[index].errors.append(MockResponseError(error))
      } else {
        initialErrors.append(error)
      }
    }
    let others = initial.pairs.filter { $0.0 != "errors" }
    let left = initialErrors.isEmpty ? [] : [("errors", MockJSON.array(initialErrors))]
    return IncrementalResponse(initial: .object(of: others + left), parts: parts)
  }

  /// Returns the part of a value that is sent now, and adds the deferred parts to `later`. `parents` are the nodes that
  /// select the value, and `earlier` is what previous payloads contain at its place.
  private func value(
    _ value: MockJSON, below parents: [Int], at place: Position, _ earlier: ResponseTree?,
    _ later: inout [Later]
  ) -> MockJSON {
    guard !parents.isEmpty else { return value }
    if let elements = value.array {
      return .array(
        elements.enumerated().map { index, element in
          let step = MockJSON.number(index)
          return self.value(
            element, below: parents, at: place.appending(step), earlier?[step], &later)
        })
    }
    guard value.isObject else { return value }
    let fields = collect(below: parents, of: value, at: place)
    return object(value, nil, fields, at: place, earlier, &later)
  }

  /// Returns the members of an object that are sent now, and adds its deferred fragments to `later`.
  /// - Parameter positions: The positions of the members in the object, or nil for the object's first payload.
  private func object(
    _ object: MockJSON, _ positions: [String: Int]?, _ fields: Fields, at place: Position,
    _ earlier: ResponseTree?, _ later: inout [Later]
  ) -> MockJSON {
    var members: [(String, MockJSON)] = []
    // An object can have as many fragments as members, so a fragment doesn't visit all members.
    let pairs =
      positions.map { positions in
        fields.immediate.keys.compactMap { name in positions[name].map { ($0, name) } }
          .ordered { $0.0 < $1.0 }.map { ($0.1, object[$0.1]) }
      } ?? object.pairs
    for (name, value) in pairs {
      // Swift treats the letter K and the Kelvin sign (U+212A), which no response key has, as equal.
      guard name.isGraphQLName, let nodes = fields.immediate[name] else { continue }
      let step = MockJSON.string(name)
      members.append((name, field(value, nodes, at: place.appending(step), earlier?[step], &later)))
    }
    if !fields.deferred.isEmpty {
      let names = object.pairs.enumerated().map { ($0.element.0, $0.offset) }
      let positions =
        positions ?? Dictionary(names.filter { $0.0.isGraphQLName }) { first, _ in first }
      later += fields.deferred.map {
        let fragment = Later.Addition.fragment($0, of: object, positions: positions)
        return Later(content: fragment, place: place, label: $0.label)
      }
    }
    return MockJSON(.object(JSONMembers(inOrder: members)))
  }

  /// A list with `@stream` is divided only if no earlier payload has sent the list.
  private func field(
    _ value: MockJSON, _ nodes: [Int], at place: Position, _ earlier: ResponseTree?,
    _ later: inout [Later]
  ) -> MockJSON {
    let parents = nodes.filter { document.selectionSet(of: $0) != nil }
    // In a valid document, all nodes of a field have the same `@stream`.
    guard let elements = value.array, earlier == nil, let node = nodes.first,
      let stream = collector.division("stream", of: node, by: rule), mayDivide
    else { return self.value(value, below: parents, at: place, earlier, &later) }
    let count = min(max(argument("initialCount", of: stream).int ?? 0, 0), elements.count)
    let first = self.value(.array(elements.prefix(count)), below: parents, at: place, nil, &later)
    for (index, element) in elements.enumerated().dropFirst(count) {
      later.append(
        Later(
          content: .item(element, parents: parents), place: place.appending(.number(index)),
          label: label(of: stream)))
    }
    return first
  }

  /// Whether further fragments and items may be sent later. Beyond the limit, everything is sent at once.
  var mayDivide: Bool { pendingCount < Self.partLimit }
}

extension MockJSON {
  /// Returns true at null, too: the error made that value null, so it belongs to the payload with the null.
  fileprivate func leads(along path: [MockJSON]) -> Bool {
    var value = self
    for step in path where !value.isNull {
      guard let next = value.value(atPathStep: step) else { return false }
      value = next
    }
    return true
  }
}

extension MockResponsePart {
  /// The paths of the values in the part. Their errors are sent in the same part.
  fileprivate var contentPaths: [[MockJSON]] {
    guard case .data(let data) = content else { return [path] }
    return data.members?.map { path + [.string($0.name)] } ?? []
  }
}
