// The handlers of one operation, filed by one thing that each of them states: of thousands that differ
// in variables, in documents or in a header field, a request is held against those only that may want it.
//
// What is left out can't match; what is given out must still be asked.

struct HandlerIndex: Sendable {
  /// Where the value stands by which a handler is filed.
  private enum Place: Hashable {
    /// The variables as a whole, without nulls.
    case variables
    /// A member of the variables.
    case variable(Digest128)
    /// A header field, whatever the case of its name.
    case header(Digest128)
    case document
  }

  private enum Value: Hashable, Sendable {
    case json(MockJSON)
    case digest(Digest128)
  }

  /// The handlers that state a value in one place.
  private struct Group: Sendable {
    /// What a request has there.
    let values: @Sendable (OperationRequest, MatchSubject) -> [Value]
    /// Sorted by rank.
    var handlers: [Value: [RegisteredHandler]] = [:]
  }

  private var groups: [Group] = []
  private var positions: [Place: Int] = [:]
  /// Those that state nothing of the kind.
  private var others: [RegisteredHandler] = []

  /// Files handlers that are sorted by rank.
  init(_ handlers: some Sequence<RegisteredHandler>) {
    for handler in handlers { file(handler) }
  }

  /// The handlers that may want a request, in lists that are sorted by rank.
  func lists(for subject: MatchSubject) -> [[RegisteredHandler]] {
    var lists = [others]
    guard let operation = subject.operation else { return lists }
    for group in groups {
      for value in group.values(operation, subject) {
        if let handlers = group.handlers[value] { lists.append(handlers) }
      }
    }
    return lists
  }

  private mutating func file(_ entry: RegisteredHandler) {
    guard case .handler(let handler) = entry.source, case .operation(let match) = handler.target
    else { return others.append(entry) }
    switch match.variables?.rule {
    case .exactly(let variables):
      return add(entry, .variables, .json(variables.droppingNullMembers())) { operation, _ in
        let sent = operation.variables.droppingNullMembers()
        let coerced = operation.coercedVariables.droppingNullMembers()
        return sent == coerced ? [.json(sent)] : [.json(sent), .json(coerced)]
      }
    case .subset(let pattern):
      guard let (name, value) = pattern.firstScalar else { break }
      return add(entry, .variable(Digest128(of: name)), .json(value)) { operation, _ in
        [.json(operation.coercedVariables[name])]
      }
    case .predicate, nil: break
    }
    for header in handler.headers {
      guard let value = header.value else { continue }
      let name = header.name
      let place = Place.header(Digest128(of: name.lowercased()))
      return add(entry, place, .digest(Digest128(of: value))) { _, subject in
        subject.header(name).map { [.digest(Digest128(of: $0))] } ?? []
      }
    }
    if case .success(let key)? = match.document?.key {
      return add(entry, .document, .digest(key.digest)) { operation, _ in
        operation.matchKey.map { [.digest($0.digest)] } ?? []
      }
    }
    others.append(entry)
  }

  private mutating func add(
    _ entry: RegisteredHandler, _ place: Place, _ value: Value,
    _ values: @escaping @Sendable (OperationRequest, MatchSubject) -> [Value]
  ) {
    let position = positions[place] ?? groups.count
    if position == groups.count {
      groups.append(Group(values: values))
      positions[place] = position
    }
    groups[position].handlers[value, default: []].append(entry)
  }
}

extension VariablePattern {
  /// The first member that asks for a text, a number or a truth value, which a request must have then.
  fileprivate var firstScalar: (name: String, value: MockJSON)? {
    switch rule {
    case .object(let members):
      for member in members {
        if case .value(let value) = member.pattern.rule, value.isScalar {
          return (member.name, value)
        }
      }
    case .value(let json):
      if let member = json.members?.first(where: { $0.value.isScalar }) {
        return (member.name, member.value)
      }
    case .array, .present, .absent: break
    }
    return nil
  }
}

extension MockJSON {
  /// Whether this is a value without parts, and not null, which is like an absent one.
  fileprivate var isScalar: Bool {
    switch storage {
    case .bool, .number, .string: true
    case .null, .array, .object, .unencodable: false
    }
  }
}
