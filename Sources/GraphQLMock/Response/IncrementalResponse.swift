// A response in parts, and the ways to write it: as a whole, or as payloads of either format.

struct IncrementalResponse: Sendable {
  /// The response map without what comes later (GraphQL, section 7.1).
  var initial: MockJSON
  var parts: [MockResponsePart]

  /// A payload, and how long after the one before it comes.
  struct Payload: Sendable, Hashable {
    var delay: Duration
    var json: MockJSON
  }

  /// The response of a service that does not deliver incrementally.
  func whole() throws(ResponseWritingError) -> MockJSON {
    var data = initial["data"]
    var errors = initial["errors"].array ?? []
    for part in parts {
      data = try part.added(to: data)
      errors += part.errors.map(\.json)
    }
    var whole = initial.setting("data", to: data)
    if !errors.isEmpty { whole = whole.setting("errors", to: .array(errors)) }
    return whole
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
    var data = initial["data"]
    var payloads = [Payload(delay: .zero, json: initial.setting("hasNext", to: true))]
    for (index, part) in parts.enumerated() {
      data = try part.added(to: data)
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
    var data = initial["data"]
    var groups: [Group] = []
    var groupOfPart: [Int] = []
    for part in parts {
      let group = Group(path: part.targetPath, label: part.label)
      let known = groups.firstIndex { $0.path == group.path && $0.label == group.label }
      groupOfPart.append(known ?? groups.count)
      if known == nil { groups.append(group) }
      groups[groupOfPart[groupOfPart.count - 1]].remaining += 1
    }
    func announce() -> [MockJSON] {
      var pending: [MockJSON] = []
      for index in groups.indices
      where !groups[index].isAnnounced && data.hasValue(at: groups[index].path) {
        groups[index].isAnnounced = true
        var entry: [String: MockJSON] = [
          "id": .string(String(index)), "path": .array(groups[index].path),
        ]
        if let label = groups[index].label { entry["label"] = .string(label) }
        pending.append(.object(entry))
      }
      return pending
    }
    var payloads = [
      Payload(
        delay: .zero,
        json: initial.setting("hasNext", to: true).setting("pending", to: .array(announce())))
    ]
    for (index, part) in parts.enumerated() {
      data = try part.added(to: data)
      let id = groupOfPart[index]
      groups[id].remaining -= 1
      var payload: [String: MockJSON] = ["hasNext": .bool(index < parts.count - 1)]
      let pending = announce()
      if !pending.isEmpty { payload["pending"] = .array(pending) }
      if part.isFailed {
        // Nothing came of it: the errors stand where its completion is told.
        payload["completed"] = [
          ["id": .string(String(id)), "errors": .array(part.errors.map(\.json))]
        ]
      } else {
        var entry = part.members
        entry["id"] = .string(String(id))
        payload["incremental"] = [.object(entry)]
        if groups[id].remaining == 0 { payload["completed"] = [["id": .string(String(id))]] }
      }
      payloads.append(Payload(delay: part.delay, json: .object(payload)))
    }
    return payloads
  }

  /// Parts of one fragment, or of one list.
  private struct Group {
    let path: [MockJSON]
    let label: String?
    var remaining = 0
    var isAnnounced = false
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

  /// The data with this part in its place.
  fileprivate func added(to data: MockJSON) throws(ResponseWritingError) -> MockJSON {
    let target = targetPath
    guard data.hasValue(at: target), let place = data.value(at: target) else {
      throw .partWithoutPlace(path: JSONPath(path))
    }
    switch content {
    case .data(let fields):
      if fields.isNull { return data }
      guard place.isObject, fields.isObject else { throw .partWithoutPlace(path: JSONPath(path)) }
      return data.replacing(at: target, with: place.merging(fields))
    case .items(let items):
      guard let list = place.array, path.last?.int == list.count else {
        throw .partWithoutPlace(path: JSONPath(path))
      }
      return data.replacing(at: target, with: .array(list + items))
    }
  }
}

extension JSONPath {
  /// A path as responses have it: names and indices.
  fileprivate init(_ path: [MockJSON]) {
    self.init(path.map { $0.int.map { .element($0) } ?? .member($0.string ?? "\($0)") })
  }
}
