/// Validates fields and arguments (GraphQL specification, sections 5.3 and 5.4).
extension DocumentValidator {
  mutating func enterField(_ node: Int) {
    if let field = facts[node].field {
      checkLeaf(node, field.type)
    } else if let parent = facts[node].parentType {
      reportUnknownField(node, parent)
    }
    checkRepeatedDirectives(of: node)
    checkRepeatedArguments(of: node)
    if knowsAllTypes, node >= introspectionEnd { checkIntrospection(node) }
  }

  private mutating func checkLeaf(_ node: Int, _ type: WrappedType) {
    guard let named = types.namedType(of: type) else { return }
    let set = document.selectionSet(of: node)
    if named.kind.isLeaf {
      guard let set else { return }
      report(.leafWithSelection(field: name(of: node), type: type.text), start(of: set))
    } else if set == nil {
      report(.missingSelection(field: name(of: node), type: type.text), place(ofField: node))
    }
  }

  private mutating func reportUnknownField(_ node: Int, _ parent: NamedType) {
    let name = name(of: node)
    let suggestedTypes = typesWithField(name, of: parent)
    let fields = suggestedTypes.isEmpty ? parent.fields.names(similarTo: name) : []
    report(
      .unknownField(name: name, type: parent.name, types: suggestedTypes, fields: fields),
      place(ofField: node))
  }

  /// Returns the types and interfaces to suggest for an unknown field, like `getSuggestedTypeNames` in graphql-js.
  private func typesWithField(_ name: String, of parent: NamedType) -> [String] {
    guard parent.kind.isAbstract, name != "__schema", name != "__type" else { return [] }
    var counts: [NamedType: Int] = [:]
    var order: [NamedType] = []
    for possible in types.possibleTypes(of: parent) where types.field(name, of: possible) != nil {
      order.append(possible)
      counts[possible] = 1
      for use in possible.interfaces {
        guard let interface = types.types[use.name], types.field(name, of: interface) != nil
        else { continue }
        if counts[interface] == nil { order.append(interface) }
        counts[interface, default: 0] += 1
      }
    }
    // Interfaces with more implementing types come first, and an interface comes before its subtypes.
    return order.ordered { left, right in
      if counts[left] != counts[right] {
        return counts[left, default: 0] > counts[right, default: 0]
      }
      if left.kind == .interface, types.isSubtype(right, of: left) { return true }
      if right.kind == .interface, types.isSubtype(left, of: right) { return false }
      return EditDistance.precedes(left.name, right.name)
    }.map(\.name)
  }

  mutating func enterArgument(_ node: Int) {
    let owner = Int(facts[node].parent)
    guard nodes[owner].kind == .field, facts[node].input == nil, let field = facts[owner].field,
      let parent = facts[owner].parentType
    else { return }
    report(
      .unknownArgument(
        name: name(of: node), of: "field \"\(parent.name).\(name(of: owner))\"",
        similar: field.arguments.names(similarTo: name(of: node))), start(of: node))
  }

  mutating func checkRepeatedArguments(of node: Int) {
    for group in groupsOfOneName(document.children(of: node, .argument)) {
      report(.duplicate(.argument, name: name(of: group[0])), group.map { start(of: $0) })
    }
  }

  mutating func checkRequiredArguments(of node: Int) {
    let isField = nodes[node].kind == .field
    let arguments = isField ? facts[node].field?.arguments : directive(of: node)?.arguments
    for argument in arguments ?? SchemaMembers()
    where argument.isRequired && !hasValue(for: argument, at: node) {
      let owner = isField ? "Field \"\(name(of: node))\"" : "Directive \"@\(name(of: node))\""
      report(
        .missingArgument(of: owner, argument: argument.name, type: argument.type.text),
        isField ? place(ofField: node) : placeBefore(node))
    }
  }

  func hasValue(for input: FieldDefinition, at node: Int) -> Bool {
    document.children(of: node).contains { facts[$0].input == input }
  }

  /// Like graphql-js, rejects an introspection query with this number of nested lists.
  private static let introspectionLimit = 3

  private mutating func checkIntrospection(_ node: Int) {
    guard isName(nodes[node].range, "__schema") || isName(nodes[node].range, "__type"),
      isTooDeep(node)
    else { return }
    report(.introspectionDepth, place(ofField: node))
    introspectionEnd = Int(nodes[node].next)
  }

  private mutating func isTooDeep(_ node: Int) -> Bool {
    /// A range of syntax nodes to check, and the number of lists around it.
    struct Part {
      var range: Range<Int>
      var depth: Int
      var fragment: Int?
    }
    // The fragments that the walk is inside of, which breaks cycles. As in graphql-js, a fragment is visited at each
    // spread, because it may be deeper there. `spend` bounds the work.
    var reading: Set<Int> = []
    var parts = [Part(range: node..<Int(nodes[node].next), depth: 0, fragment: nil)]
    while var part = parts.popLast() {
      guard spend() else { return false }
      guard let index = part.range.first else {
        // The walk leaves a fragment when the part of its spread is empty.
        if let fragment = part.fragment { reading.remove(fragment) }
        continue
      }
      let syntax = nodes[index]
      part.range = Int(syntax.next)..<part.range.upperBound
      parts.append(part)
      var inner = Part(range: index + 1..<Int(syntax.next), depth: part.depth, fragment: nil)
      switch syntax.kind {
      case .field:
        if ["fields", "interfaces", "possibleTypes", "inputFields"].contains(name(of: index)) {
          inner.depth += 1
          if inner.depth >= Self.introspectionLimit { return true }
        }
      case .fragmentSpread:
        guard let fragment = fragment(named: syntax.range), reading.insert(fragment).inserted
        else { continue }
        let root = definitions[fragment].node
        inner.range = root + 1..<Int(nodes[root].next)
        inner.fragment = fragment
      case .selectionSet, .inlineFragment: break
      default: continue
      }
      parts.append(inner)
    }
    return false
  }

}
