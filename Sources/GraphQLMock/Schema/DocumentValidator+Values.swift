// Section 5.6 "Values".
extension DocumentValidator {
  /// Values of Correct Type, Input Object Field Names, Input Object Field Uniqueness, Input Object
  /// Required Fields.
  mutating func enterValue(_ node: Int) {
    let parent = Int(facts[node].parent)
    switch nodes[node].kind {
    case .list:
      guard node >= valuesEnd else { return }
      if facts[parent].hasInput, facts[parent].input.nullable.isList { return }
      checkLeafValue(node, facts[node].input)
      valuesEnd = Int(nodes[node].next)
    case .object: enterObject(node, facts[parent].input)
    case .objectField: enterObjectField(node)
    default:
      guard node >= valuesEnd, facts[parent].hasInput else { return }
      let type = facts[parent].input
      if nodes[node].kind == .name, isName(nodes[node].range, "null") {
        guard type.isNonNull else { return }
        report(
          .wrongValue(type: types.text(type), found: "null"), .at(Int(nodes[node].start)))
      } else {
        checkLeafValue(node, type)
      }
    }
  }

  private mutating func enterObject(_ node: Int, _ type: WrappedType) {
    findRepeatedFields(of: node)
    guard node >= valuesEnd else { return }
    guard type.name.index >= 0, let id = types.namedType(of: type),
      types[id].kind == .inputObject
    else {
      checkLeafValue(node, type)
      valuesEnd = Int(nodes[node].next)
      return
    }
    let place = ValidationFinding.Place.at(Int(nodes[node].start))
    for field in types.inputFields(of: id)
    where types.inputs[field].isRequired && !hasField(field, node) {
      report(
        .missingInputField(
          field: types.text(types.inputs[field].name), inputType: types.text(id),
          type: types.text(types.inputs[field].type)),
        place)
    }
    if types[id].isOneOf { checkOneOf(node, id, place) }
  }

  private func hasField(_ definition: Int, _ object: Int) -> Bool {
    var child = object + 1
    let end = Int(nodes[object].next)
    while child < end {
      if Int(facts[child].definition) == definition { return true }
      child = Int(nodes[child].next)
    }
    return false
  }

  /// OneOf Input Objects (section 5.6.5).
  private mutating func checkOneOf(
    _ node: Int, _ type: TypeID, _ place: ValidationFinding.Place
  ) {
    let fields = children(.objectField, of: node)
    // Fields of one name count once, and the last one counts.
    guard let field = fields.last, fields.allSatisfy({ isSameName($0, field) }) else {
      report(.notOneKey(type: types.text(type)), place)
      return
    }
    let value = field + 1
    if nodes[value].kind == .name, isName(nodes[value].range, "null") {
      report(.nullOneOf(type: types.text(type), field: name(of: field)), place)
    } else if nodes[value].kind == .variable, let variable = variable(named: value),
      let type = children(.type, of: variable).first,
      bytes[Int(nodes[type].end) - 1] != UInt8(ascii: "!")
    {
      report(
        .nullableOneOfVariable(name: name(of: value), type: text(ofObject: node)), place)
    }
  }

  private func text(ofObject node: Int) -> String {
    types.namedType(of: facts[node].input).map { types.text($0) } ?? ""
  }

  private mutating func enterObjectField(_ node: Int) {
    let object = Int(facts[node].parent)
    if node >= valuesEnd, facts[node].definition < 0, facts[object].hasInput,
      let type = types.namedType(of: facts[object].input), types[type].kind == .inputObject
    {
      report(
        .unknownInputField(
          name: name(of: node), type: types.text(type),
          similar: similar(to: node, amongInputs: types.inputFields(of: type))),
        .at(Int(nodes[node].start)))
    }
    guard !repeatedInputFields.isEmpty, let first = repeatedInputFields[node] else { return }
    report(
      .duplicateInputField(name: name(of: node)),
      [.at(Int(nodes[first].start)), .at(Int(nodes[node].start))])
  }

  private mutating func findRepeatedFields(of object: Int) {
    guard hasSeveral(.objectField, object) else { return }
    for group in groupsOfOneName(children(.objectField, of: object)) {
      for again in group.dropFirst() { repeatedInputFields[again] = group[0] }
    }
  }

  // MARK: Leaves

  /// The reference implementation's isValidValueNode.
  private mutating func checkLeafValue(_ node: Int, _ type: WrappedType) {
    guard type.name.index >= 0, let id = types.namedType(of: type) else { return }
    let place = ValidationFinding.Place.at(Int(nodes[node].start))
    guard types[id].kind.isLeaf else {
      report(.wrongValue(type: types.text(type), found: printedValue(node)), place)
      return
    }
    if let mismatch = mismatch(node, id) { report(.wrongScalar(mismatch), place) }
    guard let check = types.scalarChecks[id],
      // What variables bring is judged with their values.
      !nodes[node..<Int(nodes[node].next)].contains(where: { $0.kind == .variable }),
      let reason = check.problem(ConstantValue.json(at: Int(nodes[node].start), in: bytes.span))
    else { return }
    report(
      .refusedValue(type: types.text(type), found: printedValue(node), reason: reason), place)
  }

  /// Why a literal is no value of a scalar or enum type (sections 3.5 and 3.9, "Input Coercion").
  private func mismatch(_ node: Int, _ type: TypeID) -> ValidationError.ScalarMismatch? {
    let kind = nodes[node].kind
    let standard = types.standard
    switch type {
    case _ where types[type].kind == .enum: return enumMismatch(node, type)
    case standard.int:
      if kind != .int { return .notInteger(printedValue(node)) }
      return Int32(text(nodes[node].range)) == nil ? .notInt32(printedValue(node)) : nil
    case standard.float:
      return kind == .int || kind == .float ? nil : .notNumber(printedValue(node))
    case standard.string: return kind == .string ? nil : .notString(printedValue(node))
    case standard.id:
      if kind == .string || kind == .int { return nil }
      return .notID(printedValue(node), isLiteral: true)
    case standard.boolean:
      if kind == .name, isName(nodes[node].range, "true") || isName(nodes[node].range, "false") {
        return nil
      }
      return .notBoolean(printedValue(node))
    default: return nil
    }
  }

  private func enumMismatch(
    _ node: Int, _ type: TypeID
  ) -> ValidationError.ScalarMismatch? {
    let value = printedValue(node)
    guard nodes[node].kind == .name, value != "true", value != "false" else {
      return .notEnum(
        type: types.text(type), value, isLiteral: true,
        similar: types.enumValues(similarTo: value, of: type))
    }
    if let name = types.name(nodes[node].range, in: bytes.span),
      types.enumValue(name, of: type) != nil
    {
      return nil
    }
    return .unknownEnumValue(
      value, type: types.text(type), similar: types.enumValues(similarTo: value, of: type))
  }
}

extension TypeSystem {
  /// The values of an enum type whose names are similar, the most similar first.
  func enumValues(similarTo text: String, of type: TypeID) -> [String] {
    ValidationSuggestions.similar(
      to: text, among: enumValues(of: type).lazy.map { self.text(self.enumValues[$0].name) })
  }
}
