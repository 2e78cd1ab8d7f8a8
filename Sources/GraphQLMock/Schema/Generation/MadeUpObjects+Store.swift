extension MadeUpObjects: ObjectStore {
  /// Whether the current code is in the closure of `update`.
  @TaskLocal private static var isUpdating = false

  /// Goes back to the objects that the test's scopes state.
  func reset(to seeds: [String: [MockJSON]]) { add(seeds, afterReset: true) { _ in } }

  /// Adds the objects of a scope, which replace those with the same `id`. An empty list deletes all objects of its type.
  func add(_ seeds: [String: [MockJSON]], afterReset: Bool = false, notes: (String) -> Void) {
    var added: [(typeName: String, isEmpty: Bool, objects: [(ObjectKey, [String: MockJSON])])] = []
    for (typeName, list) in seeds.orderedByKey() {
      var problems = problems(of: typeName)
      var (ids, objects): (Set<String>, [(ObjectKey, [String: MockJSON])]) = ([], [])
      for json in problems.isEmpty ? list : [] {
        guard let fields = json.object, let id = fields["id"]?.idText, !id.isEmpty else {
          problems.append("a \(typeName) has no id: \(shown(json))")
          continue
        }
        problems += self.problems(of: typeName, stating: fields)
        let key = ObjectKey(typeName: typeName, id: id)
        if !ids.insert(key.identity).inserted {
          problems.append("two objects of \(typeName) have the id \(id.swiftLiteral).")
        }
        objects.append((key, fields))
      }
      problems.forEach(notes)
      added.append((typeName, list.isEmpty, objects))
    }
    // In one step, so that no response lacks the objects that a reset states again.
    state.withLock { state in
      if afterReset { state = State() }
      for (typeName, isEmpty, objects) in added {
        state.closed.insert(typeName)
        for slot in isEmpty ? state.existing[typeName] ?? [] : [] {
          state.delete(state.added[slot])
        }
        for (key, fields) in objects { state.put(key, fields) }
      }
    }
  }

  private func problems(
    of typeName: String, stating fields: [String: MockJSON] = [:], reading field: String = "id"
  ) -> [String] {
    guard let types = settings()?.types else {
      return ["a service with objects needs a schema; pass one as `schema:`."]
    }
    guard let type = types.types[typeName] else {
      let near = EditDistance.nearest(to: typeName, among: types.types.map(\.name))
      return ["the schema has no type \(typeName.swiftLiteral)\(Suggestion.clause(near))"]
    }
    guard type.kind == .object else {
      let possible = types.possibleTypes(of: type).map(\.name).joined(separator: " or ")
      let advice = possible.isEmpty ? "" : "; state objects of \(possible)"
      return ["\(typeName) isn't an object type\(advice)."]
    }
    let names = type.fields["id"] == nil ? ["id"] : [field] + fields.keys.sorted()
    return names.flatMap { name in
      guard let field = type.fields[name] else {
        let near = EditDistance.nearest(to: name, among: type.fields.map(\.name))
        return ["the type \(typeName) has no field \(name.swiftLiteral)\(Suggestion.clause(near))"]
      }
      // An `id` is compared by its text.
      guard name != "id", let value = fields[name] else { return [] }
      let path = JSONPath([.member(typeName), .member(name)])
      return ResponseCheck.problems(in: value, of: field.type, in: types, at: path)
    }
  }

  /// Returns false, and reports the reasons, if an object has no such fields or doesn't exist.
  private func check(
    _ object: ObjectKey, _ fields: [String: MockJSON] = [:], reading field: String = "id",
    mayBeMissing: Bool = false, at location: CodeLocation
  ) -> Bool {
    var problems = problems(of: object.typeName, stating: fields, reading: field)
    if problems.isEmpty, object.id.isEmpty {
      problems.append(
        "the id of a \(object.typeName) must be a string or an integer; a variable that isn't sent is null."
      )
    } else if problems.isEmpty, !mayBeMissing, !has(object) {
      problems = ["there's \(object.absence)"]
    }
    return report(problems, at: location)
  }

  /// Returns whether there are no problems.
  private func report(_ problems: [String], at location: CodeLocation) -> Bool {
    for problem in problems { note(problem, location) }
    return problems.isEmpty
  }

  /// Makes a change in turn, unless the code is in the closure of `update`.
  private func change(at location: CodeLocation, _ body: () -> Void) {
    guard !Self.isUpdating else {
      return note(
        "the closure of `update` can't change other objects; change its parameter.", location)
    }
    writers.withLock { _ in body() }
  }

  func ids(ofType typeName: String, at location: CodeLocation) -> [String] {
    guard report(problems(of: typeName), at: location) else { return [] }
    return state.withLock { state in (state.existing[typeName] ?? []).map { state.added[$0].id } }
  }

  func exists(_ object: ObjectKey, at location: CodeLocation) -> Bool {
    check(object, mayBeMissing: true, at: location) && has(object)
  }

  func text(of object: ObjectKey) -> String {
    guard has(object) else { return object.absence }
    var fields = state.withLock { $0.changes[object.identity] ?? [:] }
    fields["id"] = .string(object.id)
    return "\(object.typeName) \(shown(.object(fields)))"
  }

  var text: String {
    state.withLock { state in state.existing.values.joined().sorted().map { state.added[$0] } }
      .map(text).joined(separator: "\n")
  }

  /// Returns JSON for a message, in which secrets are hidden.
  private func shown(_ json: MockJSON) -> MockJSON {
    settings().map { RequestRedactor($0.redaction, request: nil, operations: []).variables(json) }
      ?? json
  }

  func value(of field: String, in object: ObjectKey, at location: CodeLocation) -> MockJSON {
    check(object, reading: field, at: location) ? values(of: [field], in: object)[field] : .null
  }

  /// Returns the values of fields, of which those that nothing states are generated.
  func values(of fields: [String], in object: ObjectKey) -> MockJSON {
    guard let (types, overrides, _) = settings(), let type = types.types[object.typeName] else {
      return [:]
    }
    var stated = state.withLock { $0.changes[object.identity] ?? [:] }
    let idType = type.fields["id"]?.type.name ?? "ID"
    stated["id"] = GeneratedScalars.id(object.id, ofType: idType) ?? .string(object.id)
    let text = fields.filter { stated[$0] == nil }.map { name in
      let inner = type.fields[name].flatMap { types.namedType(of: $0.type) }
      guard let inner, inner.kind.isComposite else { return name }
      return "\(name) { __typename \(inner.fields["id"] == nil ? "" : "id") }"
    }
    var values = fields.compactMap { name in stated[name].map { (name, $0) } }
    guard !text.isEmpty,
      case .success(let document) = Document.parse("{ \(text.joined(separator: " ")) }"),
      case .success(let operation) = document.selectOperation(named: nil)
    else { return .object(of: values) }
    var place = ResponseGenerator.Place()
    place.key = ("id", object.id)
    let made = ResponseGenerator.data(
      for: operation, of: document, in: types,
      overrides: ResolvedOverrides(overrides, in: types), objects: self, root: type, at: place)
    values += (try? made.get().data)?.pairs ?? []
    return .object(of: values)
  }

  func write(_ change: ObjectChange, to object: ObjectKey, at location: CodeLocation) {
    switch change {
    case .member("id", _): note("the id of an object can't change.", location)
    case .member(let name, let value):
      guard check(object, [name: value], at: location) else { return }
      self.change(at: location) {
        state.withLock { $0.changes[object.identity, default: [:]][name] = value }
      }
    case .object(let fields):
      let fields = fields.object ?? [:]
      if let id = fields["id"], id.idText != object.id {
        return note("the id of an object can't change.", location)
      }
      guard check(object, fields, mayBeMissing: true, at: location) else { return }
      self.change(at: location) { state.withLock { $0.put(object, fields) } }
    case .deletion:
      guard check(object, at: location) else { return }
      self.change(at: location) { state.withLock { $0.delete(object) } }
    }
  }

  func create(_ typeName: String, _ fields: MockJSON, at location: CodeLocation) -> String {
    var object = ObjectKey(typeName: typeName, id: fields["id"].idText ?? "")
    var problems = problems(of: typeName, stating: fields.object ?? [:])
    if object.id.isEmpty, !fields.isObject || !fields["id"].isNull {
      problems.append("a \(typeName) has no id: \(shown(fields))")
    }
    guard report(problems, at: location) else { return "" }
    let idType = settings()?.types.types[typeName]?.fields["id"]?.type.name ?? "ID"
    change(at: location) {
      let isTaken = state.withLock { state in
        var number = (state.existing[typeName]?.last ?? -1) + 1
        while object.id.isEmpty || fields["id"].isNull && state.isKnown(object) {
          number += 1
          let isUUID = GeneratedScalars.form(ofID: idType) == .uuid
          let name = "\(typeName)\(number)"
          let id = isUUID ? GeneratedValue.IdentifierForm.uuid.text(for: name) : "\(number)"
          object = ObjectKey(typeName: typeName, id: id)
        }
        if state.slots[object.identity] != nil, state.has(object) { return true }
        state.put(object, fields.object ?? [:])
        return false
      }
      if isTaken {
        note("there's a \(typeName) with the id \(object.id.swiftLiteral) already.", location)
      }
    }
    return object.id
  }

  func update(_ object: ObjectKey, at location: CodeLocation, _ change: (inout MockJSON) -> Void) {
    guard check(object, at: location), let types = settings()?.types else { return }
    self.change(at: location) {
      let leaves = types.types[object.typeName]?.fields.filter {
        $0.arguments.isEmpty && types.kind(of: $0.type)?.isLeaf == true
      }
      let stated = state.withLock { $0.changes[object.identity] ?? [:] }
      let names = Set(stated.keys).union((leaves ?? []).map(\.name)).union(["id"])
      let old = values(of: names.sorted(), in: object)
      var new = old
      Self.$isUpdating.withValue(true) { change(&new) }
      guard let members = new.object, new["id"] == old["id"] else {
        return note("the id of an object can't change.", location)
      }
      let changed = members.filter { old.members?[$0.key] != $0.value }
      guard check(object, changed, at: location) else { return }
      state.withLock { state in
        for name in names where members[name] == nil { state.changes[object.identity]?[name] = nil }
        state.changes[object.identity, default: [:]].merge(changed) { $1 }
      }
    }
  }
}

extension ObjectKey {
  var absence: String { "no \(typeName) with the id \(id.swiftLiteral)." }
}
