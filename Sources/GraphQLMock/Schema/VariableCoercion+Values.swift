// Input Coercion (sections 3.5 to 3.12).
extension VariableCoercion {
  /// A list or input object whose parts are being coerced; a stack of them stands for recursion, so
  /// that no nesting exhausts that of the thread.
  struct Frame: Sendable {
    enum Kind: Sendable {
      case list(of: WrappedType)
      /// A value in the place of a list of one.
      case single(of: WrappedType)
      case object(NamedType)
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
      report(.null(type: type.text), of: value)
      return .done(nil)
    }
    if value.isNull { return .done(.null) }
    let type = type.nullable
    if type.isList {
      let kind: Frame.Kind =
        value.kind == .array ? .list(of: type.unwrapped) : .single(of: type.unwrapped)
      return .open(Frame(kind: kind, value: value))
    }
    guard let named = types.namedType(of: type) else { return .done(value) }
    switch named.kind {
    case .inputObject:
      guard value.isObject else {
        report(.notObject(type: named.name), of: value)
        return .done(nil)
      }
      return .open(Frame(kind: .object(named), value: value))
    case .enum: return .done(enumValue(value, named))
    default: return .done(scalar(value, named))
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
      while stack[index].position < type.inputFields.count, !isDone {
        let field = type.inputFields[stack[index].position]
        stack[index].position += 1
        if let value = frame.value.members?[field.name] {
          stack[index].pathComponent = ".\(field.name)"
          return begin(value, field.type)
        }
        takeAbsent(field)
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
  private mutating func takeAbsent(_ field: InputDefinition) {
    guard let index = stack.indices.last else { return }
    if let value = types.defaultValue(of: field) {
      stack[index].members.append((field.name, value))
    } else if field.type.isNonNull {
      stack[index].pathComponent = ""
      report(.missingField(name: field.name, type: field.type.text), of: stack[index].value)
    }
  }

  /// What can be said of the innermost object once its fields are coerced.
  private mutating func finishObject(_ type: NamedType) {
    guard let frame = stack.last else { return }
    for member in frame.value.members ?? JSONMembers([])
    where !isDone && type.inputFields[member.name] == nil {
      let similar = ValidationSuggestions.similar(
        to: member.name, among: type.inputFields.lazy.map(\.name))
      report(
        .unknownField(name: member.name, type: type.name, similar: similar), of: frame.value)
    }
    // OneOf Input Objects (section 3.10.1)
    guard type.isOneOf else { return }
    guard frame.members.count == 1, let member = frame.members.first else {
      report(.notOneKey(type: type.name), of: frame.value)
      return
    }
    if let value = member.value, value.isNull {
      report(.nullOneOf(field: member.name), of: value, below: ".\(member.name)")
    }
  }

  // MARK: Leaves

  private mutating func enumValue(_ value: MockJSON, _ type: NamedType) -> MockJSON? {
    let mismatch: ValidationError.ScalarMismatch
    if let text = value.string {
      if type.enumValues[text] != nil { return value }
      mismatch = .unknownEnumValue(
        text, type: type.name, similar: type.enumValues(similarTo: text))
    } else {
      let inspected = VariableValueText.inspect(value)
      mismatch = .notEnum(
        type: type.name, inspected, isLiteral: false,
        similar: type.enumValues(similarTo: inspected))
    }
    report(.scalar(mismatch), of: value)
    return nil
  }

  private mutating func scalar(_ value: MockJSON, _ type: NamedType) -> MockJSON? {
    let mismatch: ValidationError.ScalarMismatch
    switch type.name {
    case "Int":
      if !VariableValueText.isInteger(value) {
        mismatch = .notInteger(VariableValueText.inspect(value))
      } else if let int = value.int, Int32(exactly: int) != nil {
        return .number(int)
      } else {
        mismatch = .notInt32(VariableValueText.inspect(value))
      }
    case "Float":
      if value.double != nil { return value }
      mismatch = .notNumber(VariableValueText.inspect(value))
    case "String":
      if value.string != nil { return value }
      mismatch = .notString(VariableValueText.inspect(value))
    case "Boolean":
      if value.bool != nil { return value }
      mismatch = .notBoolean(VariableValueText.inspect(value))
    case "ID":
      if value.string != nil { return value }
      if VariableValueText.isInteger(value) { return .string(VariableValueText.inspect(value)) }
      mismatch = .notID(VariableValueText.inspect(value), isLiteral: false)
    default:
      guard let reason = types.scalarChecks[type.name]?.problem(value) else { return value }
      report(.refused(type: type.name, reason: reason), of: value)
      return nil
    }
    report(.scalar(mismatch), of: value)
    return nil
  }
}
