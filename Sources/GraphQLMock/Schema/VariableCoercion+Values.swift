// Input Coercion (sections 3.5 to 3.12).
extension VariableCoercion {
  /// A list or input object whose parts are being coerced; a stack of them stands for recursion, so
  /// that no nesting exhausts that of the thread.
  struct Frame: Sendable {
    enum Kind: Sendable {
      case list(of: WrappedType)
      /// A value in the place of a list of one.
      case single(of: WrappedType)
      case object(TypeID)
    }

    let kind: Kind
    let value: MockJSON
    var position = 0
    var elements: [MockJSON] = []
    var members: [(name: String, value: MockJSON?)] = []
    /// What the path says of the part that is being coerced.
    var pathComponent = ""
  }

  /// What is known of a value after one look.
  private enum Step: Sendable {
    case done(MockJSON?)
    case open(Frame)
  }

  /// The value as one of the type; nil if it is none, which is reported.
  mutating func coerce(_ value: MockJSON, _ type: WrappedType) -> MockJSON? {
    stack = []
    var step = begin(value, type)
    while !isDone {
      switch step {
      case .open(let frame): stack.append(frame)
      case .done(let result):
        guard !stack.isEmpty else { return result }
        take(result)
      }
      step = advance()
    }
    return nil
  }

  private mutating func begin(_ value: MockJSON, _ type: WrappedType) -> Step {
    if !uploads.isEmpty, uploads.contains(uploadPath) { return .done(value) }
    if type.isNonNull, value.isNull {
      report(.null(type: types.text(type)), of: value)
      return .done(nil)
    }
    if value.isNull { return .done(.null) }
    let type = type.nullable
    if type.isList {
      let kind: Frame.Kind =
        value.kind == .array ? .list(of: type.unwrapped) : .single(of: type.unwrapped)
      return .open(Frame(kind: kind, value: value))
    }
    guard let id = types.namedType(of: type) else { return .done(value) }
    switch types[id].kind {
    case .inputObject:
      guard value.isObject else {
        report(.notObject(type: types.text(id)), of: value)
        return .done(nil)
      }
      return .open(Frame(kind: .object(id), value: value))
    case .enum: return .done(enumValue(value, id))
    default: return .done(scalar(value, id))
    }
  }

  private var uploadPath: String {
    var path = "variables." + document.text(document.nodes[variable].range)
    for frame in stack {
      path += frame.pathComponent.replacing("[", with: ".").replacing("]", with: "")
    }
    return path
  }

  /// The next part of the innermost list or object, or it as a whole.
  private mutating func advance() -> Step {
    guard let index = stack.indices.last else { return .done(nil) }
    let frame = stack[index]
    switch frame.kind {
    case .single(let type):
      guard frame.position == 0 else { break }
      stack[index].position = 1
      return begin(frame.value, type)
    case .list(let type):
      guard let elements = frame.value.array, frame.position < elements.count else { break }
      stack[index].pathComponent = "[\(frame.position)]"
      stack[index].position += 1
      return begin(elements[frame.position], type)
    case .object(let type):
      let fields = types.inputFields(of: type)
      while stack[index].position < fields.count, !isDone {
        let field = types.inputs[fields.lowerBound + stack[index].position]
        stack[index].position += 1
        let name = types.text(field.name)
        if let value = frame.value.members?[name] {
          stack[index].pathComponent = ".\(name)"
          return begin(value, field.type)
        }
        takeAbsent(fields.lowerBound + stack[index].position - 1, name, type)
      }
      stack[index].pathComponent = ""
      finishObject(type)
    }
    guard let whole = stack.popLast() else { return .done(nil) }
    if case .object = whole.kind {
      let members = whole.members.compactMap { member in
        member.value.map { (member.name, $0) }
      }
      return .done(MockJSON(.object(JSONMembers(members))))
    }
    return .done(.array(whole.elements))
  }

  /// A part of the innermost list or object is coerced, or was reported.
  private mutating func take(_ result: MockJSON?) {
    guard let index = stack.indices.last else { return }
    if case .object = stack[index].kind {
      stack[index].members.append((String(stack[index].pathComponent.dropFirst()), result))
    } else if let result {
      stack[index].elements.append(result)
    }
  }

  /// A field of the innermost object has no value.
  private mutating func takeAbsent(_ field: Int, _ name: String, _ type: TypeID) {
    guard let index = stack.indices.last else { return }
    let definition = types.inputs[field]
    if let value = types.defaultValue(of: InputID(field)) {
      stack[index].members.append((name, value))
    } else if definition.type.isNonNull {
      stack[index].pathComponent = ""
      report(
        .missingField(name: name, type: types.text(definition.type)), of: stack[index].value)
    }
  }

  /// What can be said of the innermost object once its fields are coerced.
  private mutating func finishObject(_ type: TypeID) {
    guard let frame = stack.last else { return }
    let fields = types.inputFields(of: type)
    for member in frame.value.members ?? JSONMembers([]) where !isDone {
      guard types.name(member.name).flatMap({ types.inputField($0, of: type) }) == nil else {
        continue
      }
      let names = fields.map { types.text(types.inputs[$0].name) }
      report(
        .unknownField(
          name: member.name, type: types.text(type),
          similar: ValidationSuggestions.similar(to: member.name, among: names)),
        of: frame.value)
    }
    // OneOf Input Objects (section 3.10.1)
    guard types[type].isOneOf else { return }
    guard frame.members.count == 1, let member = frame.members.first else {
      report(.notOneKey(type: types.text(type)), of: frame.value)
      return
    }
    if let value = member.value, value.isNull {
      report(.nullOneOf(field: member.name), of: value, below: ".\(member.name)")
    }
  }

  // MARK: Leaves

  private mutating func enumValue(_ value: MockJSON, _ type: TypeID) -> MockJSON? {
    guard let text = value.string else {
      let inspected = VariableValueText.inspect(value)
      report(
        .scalar(
          .notEnum(
            type: types.text(type), inspected, isLiteral: false,
            similar: types.enumValues(similarTo: inspected, of: type))),
        of: value)
      return nil
    }
    guard types.name(text).flatMap({ types.enumValue($0, of: type) }) == nil else { return value }
    report(
      .scalar(
        .unknownEnumValue(
          text, type: types.text(type), similar: types.enumValues(similarTo: text, of: type))),
      of: value)
    return nil
  }

  private mutating func scalar(_ value: MockJSON, _ type: TypeID) -> MockJSON? {
    let standard = types.standard
    let mismatch: ValidationError.ScalarMismatch
    switch type {
    case standard.int:
      if !VariableValueText.isInteger(value) {
        mismatch = .notInteger(VariableValueText.inspect(value))
      } else if let int = value.int, Int32(exactly: int) != nil {
        return .number(int)
      } else {
        mismatch = .notInt32(VariableValueText.inspect(value))
      }
    case standard.float:
      if value.double != nil { return value }
      mismatch = .notNumber(VariableValueText.inspect(value))
    case standard.string:
      if value.string != nil { return value }
      mismatch = .notString(VariableValueText.inspect(value))
    case standard.boolean:
      if value.bool != nil { return value }
      mismatch = .notBoolean(VariableValueText.inspect(value))
    case standard.id:
      if value.string != nil { return value }
      if VariableValueText.isInteger(value) { return .string(VariableValueText.inspect(value)) }
      mismatch = .notID(VariableValueText.inspect(value), isLiteral: false)
    default:
      guard let reason = types.scalarChecks[type]?.problem(value) else { return value }
      report(.refused(type: types.text(type), reason: reason), of: value)
      return nil
    }
    report(.scalar(mismatch), of: value)
    return nil
  }
}
