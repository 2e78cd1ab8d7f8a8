import TestSupport

// MARK: Reordering

extension GeneratedDocument {
  /// The same request with all unordered parts in another order.
  func reordered(using random: inout SeededGenerator) -> GeneratedDocument {
    var copy = self
    let isOrdered = type == "mutation"
    copy.variables.shuffle(using: &random)
    Self.reorder(&copy.directives, &random)
    for index in copy.variables.indices {
      Self.reorder(&copy.variables[index].value, &random)
    }
    Self.reorder(&copy.selections, keepsOrder: isOrdered, &random)
    copy.fragments.shuffle(using: &random)
    for index in copy.fragments.indices {
      Self.reorder(&copy.fragments[index].directives, &random)
      // All of these are spread at the root.
      Self.reorder(&copy.fragments[index].selections, keepsOrder: isOrdered, &random)
    }
    return copy
  }

  private static func reorder(
    _ selections: inout [Selection], keepsOrder: Bool, _ random: inout SeededGenerator
  ) {
    if !keepsOrder { selections.shuffle(using: &random) }
    for index in selections.indices {
      reorder(&selections[index].arguments, &random)
      reorder(&selections[index].directives, &random)
      let isRoot = keepsOrder && selections[index].kind == .inline
      reorder(&selections[index].selections, keepsOrder: isRoot, &random)
    }
  }

  private static func reorder(_ directives: inout [Directive], _ random: inout SeededGenerator) {
    for index in directives.indices { reorder(&directives[index].arguments, &random) }
  }

  private static func reorder(_ arguments: inout [Argument], _ random: inout SeededGenerator) {
    arguments.shuffle(using: &random)
    for index in arguments.indices { arguments[index].value.reorder(&random) }
  }

  private static func reorder(_ value: inout Value?, _ random: inout SeededGenerator) {
    value?.reorder(&random)
  }
}

extension GeneratedDocument.Value {
  fileprivate mutating func reorder(_ random: inout SeededGenerator) {
    switch self {
    case .list(var values):
      for index in values.indices { values[index].reorder(&random) }
      self = .list(values)
    case .object(var fields):
      fields.shuffle(using: &random)
      for index in fields.indices { fields[index].value.reorder(&random) }
      self = .object(fields)
    default: break
    }
  }
}

// MARK: Changing one thing

extension GeneratedDocument {
  /// The document with change number `site`, or nil if it has fewer changes.
  func changed(at site: Int) -> GeneratedDocument? {
    var changes = Changes(remaining: site)
    var copy = self
    changes.name(&copy.name)
    for index in copy.variables.indices {
      changes.name(&copy.variables[index].name)
      changes.name(&copy.variables[index].type, prefix: true)
      if var value = copy.variables[index].value {
        changes.value(&value)
        copy.variables[index].value = value
      }
    }
    changes.directives(&copy.directives)
    changes.selections(&copy.selections)
    for index in copy.fragments.indices {
      changes.name(&copy.fragments[index].name)
      changes.name(&copy.fragments[index].condition)
      changes.directives(&copy.fragments[index].directives)
      changes.selections(&copy.fragments[index].selections)
    }
    return changes.remaining < 0 ? copy : nil
  }

  /// Counts down through all positions that can change, and changes the last.
  private struct Changes {
    var remaining: Int

    private mutating func isDue() -> Bool {
      remaining -= 1
      return remaining == -1
    }

    mutating func name(_ name: inout String, prefix: Bool = false) {
      if isDue() { name = prefix ? "[\(name)]" : name + "Z" }
    }

    mutating func selections(_ selections: inout [Selection]) {
      if isDue() { selections.append(Selection(kind: .field, name: "added")) }
      for index in selections.indices {
        name(&selections[index].name)
        if selections[index].kind == .field, isDue() {
          selections[index].alias = (selections[index].alias ?? "") + "w"
        }
        arguments(&selections[index].arguments)
        directives(&selections[index].directives)
        if selections[index].kind != .spread { self.selections(&selections[index].selections) }
      }
      if selections.count > 1, isDue() { selections.removeLast() }
    }

    mutating func directives(_ directives: inout [Directive]) {
      if isDue() { directives.append(Directive(name: "added", arguments: [])) }
      for index in directives.indices {
        name(&directives[index].name)
        arguments(&directives[index].arguments)
      }
    }

    mutating func arguments(_ arguments: inout [Argument]) {
      for index in arguments.indices {
        name(&arguments[index].name)
        value(&arguments[index].value)
      }
    }

    mutating func value(_ value: inout Value) {
      switch value {
      case .literal(let text): if isDue() { value = .string(text) }
      case .variable(let text): if isDue() { value = .literal(text) }
      case .string(let text): if isDue() { value = .string(text + " ") }
      case .list(var values):
        if isDue() { values.append(.literal("7")) }
        for index in values.indices { self.value(&values[index]) }
        value = .list(values)
      case .object(var fields):
        if isDue() { fields.append(Argument(name: "added", value: .literal("7"))) }
        arguments(&fields)
        value = .object(fields)
      }
    }
  }
}
