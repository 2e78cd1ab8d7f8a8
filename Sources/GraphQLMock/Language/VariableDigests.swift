/// What counts in the place of a variable's name where names are made up: its value.
struct VariableDigests: Sendable {
  private var byName: [Digest128: Digest128] = [:]

  /// - Parameter variables: The variables as they were sent; defaults fill in for those that are
  ///   absent, and null is as good as absent.
  init(_ variables: MockJSON, of selected: SelectedOperation) {
    for (name, value) in selected.variableDefaults {
      byName[Digest128(of: name)] = Self.digest(of: value)
    }
    for member in variables.members ?? JSONMembers([]) {
      byName[Digest128(of: member.name)] = Self.digest(of: member.value)
    }
  }

  /// The digest of a variable's value.
  subscript(name: Digest128) -> Digest128 { byName[name] ?? Self.nothing }

  /// The digest of some variables, by name and value; their order does not count.
  func digest(ofAllBut names: Set<Digest128>) -> Digest128 {
    var sum = DigestSum()
    for (name, value) in byName where value != Self.nothing && !names.contains(name) {
      var digester = Digester(.process)
      digester.add(name)
      digester.add(value)
      sum.add(digester.finish())
    }
    return sum.total
  }

  private static let nothing = Digest128(high: 0, low: 0)

  /// A digest that equal values share, and no others, but for members that are null.
  ///
  /// Values nest no deeper than a parser follows them.
  private static func digest(of value: MockJSON) -> Digest128 {
    switch value.storage {
    case .null: return nothing
    case .bool(let bool):
      var digester = Digester(.process, seed: 1)
      digester.add(bool ? 1 : 0)
      return digester.finish()
    case .number(let number):
      var hasher = Hasher()
      hasher.combine(number)
      var digester = Digester(.process, seed: 2)
      digester.add(UInt64(bitPattern: Int64(hasher.finalize())))
      return digester.finish()
    case .string(let text), .unencodable(let text):
      var digester = Digester(.process, seed: 3)
      digester.add(Digest128(of: text))
      return digester.finish()
    case .array(let elements):
      var digester = Digester(.process, seed: 4)
      for element in elements { digester.add(digest(of: element)) }
      digester.add(UInt64(elements.count))
      return digester.finish()
    case .object(let members):
      var digester = Digester(.process, seed: 5)
      var count: UInt64 = 0
      for member in members where !member.value.isNull {
        digester.add(Digest128(of: member.name))
        digester.add(digest(of: member.value))
        count += 1
      }
      digester.add(count)
      return digester.finish()
    }
  }
}
