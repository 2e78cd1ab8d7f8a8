import GraphQLMock

// MARK: Generated names

extension GeneratedDocument {
  /// The same request from a client that generates aliases and variable names, as SwiftGraphQL does
  /// from a hash that changes with each process: fields with the same name and arguments get the
  /// same alias.
  func spelled(_ salt: String) -> GeneratedDocument {
    var copy = self
    for index in copy.variables.indices { copy.variables[index].name += salt }
    Self.spell(&copy.selections, salt)
    for index in copy.fragments.indices { Self.spell(&copy.fragments[index].selections, salt) }
    return copy
  }

  /// The response to the request, in which equal fields have equal values.
  func response() -> MockJSON { response([selections], entered: []) }

  private func response(_ sets: [[Selection]], entered: Set<String>) -> MockJSON {
    var members: [String: MockJSON] = [:]
    var inner: [String: [[Selection]]] = [:]
    var entered = entered
    var pending = sets
    while let set = pending.popLast() {
      for selection in set {
        switch selection.kind {
        case .inline: pending.append(selection.selections)
        case .spread:
          guard let fragment = fragments.first(where: { $0.name == selection.name }),
            entered.insert(fragment.name).inserted
          else { continue }
          pending.append(fragment.selections)
        case .field:
          let key = selection.alias ?? selection.name
          members[key] = .string(selection.name)
          if !selection.selections.isEmpty { inner[key, default: []].append(selection.selections) }
        }
      }
    }
    for (key, sets) in inner {
      let value = response(sets, entered: entered)
      members[key] = .array([value, nil, value])
    }
    return .object(members)
  }

  private static func spell(_ selections: inout [Selection], _ salt: String) {
    for index in selections.indices {
      let arguments = selections[index].arguments.map { "\($0.name)=\(text($0.value))" }.sorted()
      if selections[index].kind == .field {
        let number = ([selections[index].name] + arguments).joined(separator: ",").unicodeScalars
          .reduce(UInt32(7)) { $0 &* 31 &+ $1.value }
        selections[index].alias = "a\(number)\(salt)"
      }
      for argument in selections[index].arguments.indices {
        selections[index].arguments[argument].value.spell(salt)
      }
      spell(&selections[index].selections, salt)
    }
  }

  /// A value that doesn't depend on the order of its fields.
  private static func text(_ value: Value) -> String {
    switch value {
    case .literal(let text): text
    case .variable(let name): "$" + name
    case .string(let text): "\"\(text)\""
    case .list(let values): "[\(values.map(text).joined(separator: ","))]"
    case .object(let fields):
      "{\(fields.map { "\($0.name):\(text($0.value))" }.sorted().joined(separator: ","))}"
    }
  }
}

extension GeneratedDocument.Value {
  fileprivate mutating func spell(_ salt: String) {
    switch self {
    case .variable(let name): self = .variable(name + salt)
    case .list(var values):
      for index in values.indices { values[index].spell(salt) }
      self = .list(values)
    case .object(var fields):
      for index in fields.indices { fields[index].value.spell(salt) }
      self = .object(fields)
    case .literal, .string: break
    }
  }
}
