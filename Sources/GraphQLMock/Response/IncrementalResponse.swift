// A response in parts, and the ways to write it: as a whole, or as payloads of either format.

struct IncrementalResponse: Sendable {
  /// The response map without what comes later (GraphQL, section 7.1).
  var initial: MockJSON
  var parts: [MockResponsePart]
  /// What else is known of each part, if a whole answer was divided; empty for parts that are stated.
  var divisions: [Division] = []

  struct Division: Sendable {
    /// The number of the payload that announces the part.
    var announcement: Int
    /// New fields of objects that were sent before, below the part's own path.
    var additions: [ResponseTree.Addition] = []
  }

  /// A payload, and how long after the one before it comes.
  struct Payload: Sendable, Hashable {
    var delay: Duration
    var json: MockJSON
  }

  /// The response of a service that does not deliver incrementally.
  func whole() throws(ResponseWritingError) -> MockJSON {
    guard !parts.isEmpty else { return initial }
    var errors = initial["errors"].array ?? []
    for part in parts { errors += part.errors.map(\.json) }
    let whole = initial.setting("data", to: try tree().json)
    return errors.isEmpty ? whole : whole.setting("errors", to: .array(errors))
  }

  /// The data with all parts in their places.
  private func tree() throws(ResponseWritingError) -> ResponseTree {
    let tree = ResponseTree(initial["data"])
    for (index, part) in parts.enumerated() {
      try part.add(to: tree, payload: index + 1)
      for addition in divisions.isEmpty ? [] : divisions[index].additions {
        tree.place(at: part.path + addition.subPath)?.merge(addition.fields, payload: index + 1)
      }
    }
    return tree
  }

  /// The payloads, in order.
  func payloads(_ format: StreamFormat) throws(ResponseWritingError) -> [Payload] {
    guard !parts.isEmpty else {
      return [Payload(delay: .zero, json: initial.setting("hasNext", to: false))]
    }
    return format == .deferSpec ? try payloads2022() : try payloadsOfDraft()
  }

  /// As of August 2022: each part names its path and label.
  private func payloads2022() throws(ResponseWritingError) -> [Payload] {
    _ = try tree()
    var payloads = [Payload(delay: .zero, json: initial.setting("hasNext", to: true))]
    for (index, part) in parts.enumerated() {
      var entry = part.members
      entry["path"] = .array(part.path)
      if let label = part.label { entry["label"] = .string(label) }
      payloads.append(
        Payload(
          delay: part.delay,
          json: ["incremental": [.object(entry)], "hasNext": .bool(index < parts.count - 1)]))
    }
    return payloads
  }

  /// By the present draft: what is to come is announced with an identifier, as soon as its place is
  /// there, and completed with its last part.
  private func payloadsOfDraft() throws(ResponseWritingError) -> [Payload] {
    let tree = try tree()
    var groups: [Group] = []
    var groupOfKey: [Group.Key: Int] = [:]
    var groupOfPart: [Int] = []
    for index in parts.indices {
      let key = key(ofPart: index)
      let group = groupOfKey[key] ?? groups.count
      groupOfPart.append(group)
      if group == groups.count {
        groupOfKey[key] = group
        let arrival = min(tree.place(at: key.path)?.payload ?? index, index)
        groups.append(
          Group(
            key: key, announcement: divisions.isEmpty ? arrival : divisions[index].announcement))
      }
      groups[group].lastPart = index
    }
    var pending: [Int: [MockJSON]] = [:]
    for (id, group) in groups.enumerated() {
      pending[group.announcement, default: []].append(group.pending(id))
    }
    var payloads = [
      Payload(
        delay: .zero,
        json: initial.setting("hasNext", to: true)
          .setting("pending", to: .array(pending[0] ?? [])))
    ]
    for (index, part) in parts.enumerated() {
      let id = MockJSON.string(String(groupOfPart[index]))
      var payload: [String: MockJSON] = ["hasNext": .bool(index < parts.count - 1)]
      if let pending = pending[index + 1] { payload["pending"] = .array(pending) }
      if part.isFailed {
        // Nothing came of it: the errors stand where its completion is told.
        payload["completed"] = [["id": id, "errors": .array(part.errors.map(\.json))]]
      } else {
        let entries = entries(ofPart: index, id)
        if !entries.isEmpty { payload["incremental"] = .array(entries) }
        if groups[groupOfPart[index]].lastPart == index { payload["completed"] = [["id": id]] }
      }
      payloads.append(Payload(delay: part.delay, json: .object(payload)))
    }
    return payloads
  }

  /// What a part adds: to the object that it is on, and to objects further down.
  private func entries(ofPart index: Int, _ id: MockJSON) -> [MockJSON] {
    let part = parts[index]
    var entries = [part.members]
    if !divisions.isEmpty, case .data(let data) = part.content {
      if data.members?.isEmpty == true, part.errors.isEmpty { entries = [] }
      entries += divisions[index].additions.map {
        ["data": $0.fields, "subPath": .array($0.subPath)]
      }
    }
    return entries.map { MockJSON.object($0).setting("id", to: id) }
  }

  private func key(ofPart index: Int) -> Group.Key {
    let part = parts[index]
    // Of what was divided each fragment is one of its own, though another may look like it.
    var number: Int?
    if !divisions.isEmpty, case .data = part.content { number = index }
    return Group.Key(path: part.targetPath, label: part.label, number: number)
  }

  /// Parts of one fragment, or of one list.
  private struct Group {
    struct Key: Hashable {
      let path: [MockJSON]
      let label: String?
      let number: Int?
    }

    let key: Key
    /// The number of the payload that announces it: that with its place.
    let announcement: Int
    var lastPart = 0

    func pending(_ id: Int) -> MockJSON {
      var entry: [String: MockJSON] = ["id": .string(String(id)), "path": .array(key.path)]
      if let label = key.label { entry["label"] = .string(label) }
      return .object(entry)
    }
  }
}

extension MockResponsePart {
  /// Whether an error took all of its data.
  fileprivate var isFailed: Bool {
    if case .data(let data) = content { data.isNull } else { false }
  }

  /// The members that both formats have.
  fileprivate var members: [String: MockJSON] {
    var members: [String: MockJSON] = [:]
    switch content {
    case .data(let data): members["data"] = data
    case .items(let items): members["items"] = .array(items)
    }
    if !errors.isEmpty { members["errors"] = .array(errors.map(\.json)) }
    if let extensions { members["extensions"] = extensions }
    return members
  }

  /// Puts the part in its place.
  fileprivate func add(to tree: ResponseTree, payload: Int) throws(ResponseWritingError) {
    guard let place = tree.place(at: targetPath) else {
      throw .partWithoutPlace(path: JSONPath(path))
    }
    switch content {
    case .data(let fields):
      if fields.isNull { return }
      guard place.isObject, fields.isObject else { throw .partWithoutPlace(path: JSONPath(path)) }
      place.merge(fields, payload: payload)
    case .items(let items):
      guard place.count != nil, path.last?.int == place.count else {
        throw .partWithoutPlace(path: JSONPath(path))
      }
      place.append(items, payload: payload)
    }
  }
}

extension JSONPath {
  /// A path as responses have it: names and indices.
  fileprivate init(_ path: [MockJSON]) {
    self.init(path.map { $0.int.map { .element($0) } ?? .member($0.string ?? "\($0)") })
  }
}
