struct IncrementalResponse: Sendable {
  var initial: MockJSON
  var parts: [MockResponsePart]

  /// One part of the body, with the time since the previous part.
  struct Payload: Sendable, Equatable {
    var delay: Duration
    var json: MockJSON
  }

  func whole() throws(ResponseWritingError) -> MockJSON {
    guard !parts.isEmpty else { return initial }
    var errors = initial["errors"].array ?? []
    for part in parts { errors += part.errors.map(\.json) }
    let whole = initial.setting("data", to: try tree().json)
    return errors.isEmpty ? whole : whole.setting("errors", to: .array(errors))
  }

  /// Returns the response with an error instead of the data of each deferred fragment.
  func failing(_ message: String) -> IncrementalResponse {
    let sent = ResponseTree(initial["data"])
    // Parts inside a failed fragment are left out, because the object that they extend is missing.
    let remaining = parts.filter { part in
      guard let place = sent.place(at: part.targetPath) else { return false }
      if case .items(let items) = part.content { place.append(items) }
      return true
    }
    return IncrementalResponse(initial: initial, parts: remaining.map { $0.failing(message) })
  }

  private func tree() throws(ResponseWritingError) -> ResponseTree {
    let tree = ResponseTree(initial["data"])
    for part in parts { try part.add(to: tree) }
    return tree
  }

  /// Returns the payloads in Apollo's format `deferSpec=20220824`.
  func payloads() throws(ResponseWritingError) -> [Payload] {
    guard !parts.isEmpty else {
      return [Payload(delay: .zero, json: initial.setting("hasNext", to: false))]
    }
    _ = try tree()
    var payloads = [Payload(delay: .zero, json: initial.setting("hasNext", to: true))]
    for (index, part) in parts.enumerated() {
      payloads.append(
        Payload(
          delay: part.delay,
          json: ["incremental": [.object(part.members)], "hasNext": .bool(index < parts.count - 1)])
      )
    }
    return payloads
  }
}

extension MockResponsePart {
  var members: [String: MockJSON] {
    var members: [String: MockJSON] = ["path": .array(path)]
    switch content {
    case .data(let data): members["data"] = data
    case .items(let items): members["items"] = .array(items)
    }
    if let label { members["label"] = .string(label) }
    if !errors.isEmpty { members["errors"] = .array(errors.map(\.json)) }
    if let extensions { members["extensions"] = extensions }
    return members
  }

  fileprivate func failing(_ message: String) -> MockResponsePart {
    guard case .data(let data) = content else { return self }
    let field = data.members?.first.map { MockJSON.string($0.name) }
    let error = MockResponseError(message, path: .array(path + [field].compactMap { $0 }))
    return MockResponsePart(
      content: .data(nil), path: path, label: label, errors: [error], delay: delay)
  }

  fileprivate func add(to tree: ResponseTree) throws(ResponseWritingError) {
    var error: ResponseWritingError {
      let steps: [JSONPath.Component] = path.map {
        $0.int.map { .element($0) } ?? .member($0.string ?? "\($0)")
      }
      return .partWithoutPlace(path: JSONPath(steps))
    }
    guard let place = tree.place(at: targetPath) else { throw error }
    switch content {
    case .data(let fields):
      if fields.isNull { return }
      guard place.isObject, fields.isObject else { throw error }
      place.merge(fields)
    case .items(let items):
      guard place.count != nil, path.last?.int == place.count else { throw error }
      place.append(items)
    }
  }
}
