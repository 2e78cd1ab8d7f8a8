/// Validates the variables of a request (`CoerceVariableValues` in section 6.1.2 of the GraphQL specification).
struct VariableCheck: Sendable {
  /// The number of errors at which validation stops, as in graphql-js.
  static let errorLimit = 50

  private let document: Document
  private let types: TypeSystem
  private let knowsAllTypes: Bool
  /// The paths of uploaded files, such as `variables.file`. A multipart request has null at these paths.
  private let uploads: Set<String>
  private var findings: [ValidationFinding] = []
  private var isDone = false

  /// The syntax node of the variable definition whose value is validated.
  private var variable = 0
  /// The values to validate next. Recursion would overflow the stack for deeply nested values.
  private var pending: [Step] = []

  /// A value to validate. Its path starts at the variable, as in `.friends[0]`.
  private enum Step: Sendable {
    case value(MockJSON, WrappedType, path: String)
    case missing(FieldDefinition, in: MockJSON, path: String)
    case end(of: MockJSON, NamedType, path: String)
  }

  /// - Parameter types: The type system, or nil to validate only built-in scalars and non-null types.
  static func errors(
    in values: MockJSON, for operation: Document.Operation, of document: Document,
    types: TypeSystem? = nil, uploads: Set<String> = []
  ) -> [ValidationError] {
    guard let known = types ?? TypeSystem.builtInsAlone else { return [] }
    var check = VariableCheck(
      document: document, types: known, knowsAllTypes: types != nil, uploads: uploads)
    let root = document.definitions[operation.definition].node
    var declared: Set<ByteKey> = []
    for node in document.children(of: root, .variableDefinition) {
      let name = document.name(of: node)
      declared.insert(ByteKey(name.utf8))
      check.variable = node
      check.validate(values.members?[name])
    }
    let others = values.members?.map(\.name).filter { !declared.contains(ByteKey($0.utf8)) } ?? []
    if !others.isEmpty {
      check.findings.append(ValidationFinding(reason: .undeclaredVariables(others), places: []))
    }
    return ValidationError.located(check.findings, in: document)
  }

  private mutating func validate(_ value: MockJSON?) {
    let name = document.name(of: variable)
    guard let child = document.firstChild(of: variable, .type) else { return }
    let typeRange = document.nodes[child].range
    var typeText: String {
      String(decoding: Lexer.tokens(document.bytes.span, typeRange), as: UTF8.self)
    }
    let type = types.type(typeRange, in: document.bytes)
    if knowsAllTypes, !(type.map(types.isInput) ?? false) {
      return report(.variableNotCoercible(name: name, type: typeText), typeRange.lowerBound)
    }
    let isNonNull = document.bytes[typeRange.upperBound - 1] == UInt8(ascii: "!")
    guard let value else {
      if isNonNull, document.firstChild(of: variable, .defaultValue) == nil {
        report(.missingVariable(name: name, type: typeText), place)
      }
      return
    }
    if value.isNull, isNonNull, !uploads.contains("variables.\(name)") {
      return report(.nullVariable(name: name, type: typeText), place)
    }
    if let type { pending = [.value(value, type, path: "")] }
    while !isDone, let step = pending.popLast() {
      switch step {
      case .value(let value, let type, let path): validate(value, type, path)
      case .missing(let field, let object, let path):
        report(.missingInputField(field: field.name, type: field.type.text), of: object, path)
      case .end(let object, let type, let path): validateEnd(of: object, type, path)
      }
    }
  }

  private var place: Int { isDone ? 0 : document.startOfPunctuator(before: variable) }

  private mutating func report(_ reason: ValidationError.Reason, _ place: Int) {
    guard !isDone else { return }
    isDone = findings.count >= Self.errorLimit
    findings.append(
      isDone
        ? ValidationFinding(reason: .tooManyVariableErrors, places: [])
        : ValidationFinding(reason: reason, places: [place]))
  }

  private mutating func report(
    _ reason: ValidationError.Reason, of value: MockJSON, _ path: String
  ) {
    let name = document.name(of: variable)
    report(.variableValue(name: name, value: Self.inspect(value), path: path, reason), place)
  }

  /// Checks that a value can be coerced to an input type (GraphQL specification, sections 3.5 to 3.12).
  private mutating func validate(_ value: MockJSON, _ type: WrappedType, _ path: String) {
    if !uploads.isEmpty, uploads.contains(uploadPath(path)) { return }
    if value.isNull {
      if type.isNonNull { report(.nullValue(type: type.text), of: value, path) }
      return
    }
    if case .list(let element) = type.nullable {
      // A single value is valid for a list type, because input coercion turns it into a list with one element.
      guard let elements = value.array else {
        return pending.append(.value(value, element, path: path))
      }
      for (index, inner) in elements.enumerated().reversed() {
        pending.append(.value(inner, element, path: "\(path)[\(index)]"))
      }
      return
    }
    guard let named = types.namedType(of: type) else { return }
    switch named.kind {
    case .inputObject:
      guard let members = value.members else {
        return report(.notObject(type: named.name), of: value, path)
      }
      pending.append(.end(of: value, named, path: path))
      for field in named.inputFields.reversed() {
        if let inner = members[field.name] {
          pending.append(.value(inner, field.type, path: "\(path).\(field.name)"))
        } else if field.isRequired {
          pending.append(.missing(field, in: value, path: path))
        }
      }
    // Without a schema, a variable may have a type of introspection.
    case .object, .interface, .union: break
    case .scalar, .enum:
      guard let fault = types.leafFault(value, named, .variable) else { return }
      report(fault.reason(value, Self.inspect(value), named), of: value, path)
    }
  }

  private func uploadPath(_ path: String) -> String {
    "variables.\(document.name(of: variable))"
      + path.replacing("[", with: ".").replacing("]", with: "")
  }

  private mutating func validateEnd(of object: MockJSON, _ type: NamedType, _ path: String) {
    let members = object.members ?? JSONMembers([])
    for member in members where type.inputFields[member.name] == nil {
      let similar = type.inputFields.names(similarTo: member.name)
      report(
        .unknownInputField(name: member.name, type: type.name, similar: similar), of: object, path)
    }
    // An input object with `@oneOf` must have exactly one field, which isn't null (section 3.10.1).
    guard type.isOneOf else { return }
    let given = type.inputFields.filter { members[$0.name] != nil }
    guard given.count == 1, let field = given.first else {
      return report(.notOneKeyOfValue(type: type.name), of: object, path)
    }
    if members[field.name]?.isNull == true {
      report(.nullOneOf(field: field.name), of: .null, "\(path).\(field.name)")
    }
  }

  /// Returns a description of a value, like `inspect` in graphql-js. Numbers keep their spelling, such as `1.0`.
  private static func inspect(_ value: MockJSON, depth: Int = 1) -> String {
    if let elements = value.array, !elements.isEmpty {
      if depth > 2 { return "[Array]" }
      var parts = elements.prefix(10).map { inspect($0, depth: depth + 1) }
      let rest = elements.count - parts.count
      if rest > 0 { parts.append("... \(rest) more item\(rest == 1 ? "" : "s")") }
      return "[" + parts.joined(separator: ", ") + "]"
    }
    if let members = value.members, !members.isEmpty {
      if depth > 2 { return "[Object]" }
      let parts = members.map { "\($0.name): \(inspect($0.value, depth: depth + 1))" }
      return "{ " + parts.joined(separator: ", ") + " }"
    }
    return JSONWriter.describe(value)
  }
}
