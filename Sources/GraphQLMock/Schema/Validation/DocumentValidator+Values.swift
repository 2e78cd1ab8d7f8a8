/// Validates literal values in documents (GraphQL specification, section 5.6).
extension DocumentValidator {
  mutating func enterValue(_ node: Int) {
    let parent = Int(facts[node].parent)
    switch nodes[node].kind {
    case .list:
      guard node >= valuesEnd else { return }
      if facts[parent].expected?.nullable.isList == true { return }
      if let type = facts[node].expected { checkLeafValue(node, type) }
      valuesEnd = Int(nodes[node].next)
    case .object: enterObject(node, facts[parent].expected)
    case .objectField: enterObjectField(node)
    default:
      guard node >= valuesEnd, let type = facts[parent].expected else { return }
      if nodes[node].kind == .name, isName(nodes[node].range, "null") {
        guard type.isNonNull else { return }
        report(.wrongValue(type: type.text, found: "null"), start(of: node))
      } else {
        checkLeafValue(node, type)
      }
    }
  }

  mutating func errors(inDefaultOf input: FieldDefinition) -> [ValidationFinding] {
    guard let value = input.defaultValue else { return [] }
    (findings, valuesEnd) = ([], 0)
    for node in value..<Int(nodes[value].next) { enterValue(node) }
    return findings
  }

  private mutating func enterObject(_ node: Int, _ expected: WrappedType?) {
    for group in groupsOfOneName(document.children(of: node, .objectField)) {
      for again in group.dropFirst() { repeatedInputFields[again] = group[0] }
    }
    guard node >= valuesEnd else { return }
    guard let expected, let type = types.namedType(of: expected), type.kind == .inputObject else {
      if let expected { checkLeafValue(node, expected) }
      return valuesEnd = Int(nodes[node].next)
    }
    let place = start(of: node)
    for field in type.inputFields where field.isRequired && !hasValue(for: field, at: node) {
      report(.missingInputField(field: "\(type.name).\(field.name)", type: field.type.text), place)
    }
    if type.isOneOf { checkOneOf(node, type, place) }
  }

  private mutating func checkOneOf(_ node: Int, _ type: NamedType, _ place: Int) {
    let fields = document.children(of: node, .objectField)
    // If a field is repeated, only its last value counts.
    guard let field = fields.last, fields.allSatisfy({ isSameName($0, field) }) else {
      return report(.notOneKey(type: type.name), place)
    }
    let value = field + 1
    if nodes[value].kind == .name, isName(nodes[value].range, "null") {
      report(.nullOneOf(field: "\(type.name).\(name(of: field))"), place)
    } else if nodes[value].kind == .variable, let variable = variable(named: value),
      let stated = document.firstChild(of: variable, .type),
      document.bytes[Int(nodes[stated].end) - 1] != UInt8(ascii: "!")
    {
      report(.nullableOneOfVariable(name: name(of: value), type: type.name), place)
    }
  }

  private mutating func enterObjectField(_ node: Int) {
    let object = Int(facts[node].parent)
    if node >= valuesEnd, facts[node].input == nil,
      let type = facts[object].expected.flatMap({ types.namedType(of: $0) }),
      type.kind == .inputObject
    {
      report(
        .unknownInputField(
          name: name(of: node), type: type.name,
          similar: type.inputFields.names(similarTo: name(of: node))), start(of: node))
    }
    guard !repeatedInputFields.isEmpty, let first = repeatedInputFields[node] else { return }
    report(.duplicate(.inputField, name: name(of: node)), [start(of: first), start(of: node)])
  }

  /// Validates a scalar or enum value in the same way as `isValidValueNode` in graphql-js.
  private mutating func checkLeafValue(_ node: Int, _ type: WrappedType) {
    guard let named = types.namedType(of: type) else { return }
    let place = start(of: node)
    guard named.kind.isLeaf else {
      return report(.wrongValue(type: type.text, found: document.printed(node)), place)
    }
    let isOpen = nodes[node..<Int(nodes[node].next)].contains { $0.kind == .variable }
    // A check of the test needs the whole value, which isn't known yet if the literal contains variables.
    if isOpen, types.scalarChecks[named.name] != nil { return }
    let value = document.json(of: node)
    guard let fault = types.leafFault(value, named, .literal(nodes[node].kind)) else { return }
    report(fault.reason(value, document.printed(node), named, literal: type.text), place)
  }
}
