struct IncrementalResponse: Sendable {
  /// The response map of the first payload, without `hasNext`.
  var initial: MockJSON
  var parts: [MockResponsePart]

  /// One part of the body, with the time since the previous part.
  struct Payload: Sendable, Equatable {
    var delay: Duration
    var json: MockJSON
  }

  /// Returns the response in one piece. Errors and the members of `extensions` are collected as Apollo Client does.
  func whole() throws(ResponseWritingError) -> MockJSON {
    if parts.isEmpty { return initial }
    var whole = initial.setting("data", to: try tree().json)
    let errors = (initial["errors"].array ?? []) + parts.flatMap { $0.errors.map(\.json) }
    if !errors.isEmpty { whole = whole.setting("errors", to: .array(errors)) }
    let extensions = parts.flatMap { $0.extensions?.pairs ?? [] }
    if extensions.isEmpty { return whole }
    return whole.setting("extensions", to: .object(of: initial["extensions"].pairs + extensions))
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
    _ = try tree()  // throws an error if a part has no place
    let first = initial.setting("hasNext", to: .bool(!parts.isEmpty))
    return [Payload(delay: .zero, json: first)]
      + parts.enumerated().map { index, part in
        let hasNext = MockJSON.bool(index < parts.count - 1)
        return Payload(
          delay: part.delay, json: ["incremental": [.object(part.members)], "hasNext": hasNext])
      }
  }
}

extension MockResponsePart {
  /// The members of the part in a payload, and in a launch plan, from which `ResponseForm+Streams.swift` reads them.
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
    return Self(content: .data(nil), path: path, label: label, errors: [error], delay: delay)
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
      guard let count = place.elementCount, path.last?.int == count else { throw error }
      place.append(items)
    }
  }
}
