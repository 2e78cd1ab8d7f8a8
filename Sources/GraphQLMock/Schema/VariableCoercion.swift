/// CoerceVariableValues (GraphQL, section 6.1.2): the values of an operation's variables, or what a
/// service says of values that are not of their types.
struct VariableCoercion: Sendable {
  /// The reference implementation stops here.
  static let errorLimit = 50

  let document: Document
  let types: TypeSystem
  /// False if `types` holds built-in types only: values of other types are taken as they are.
  private let knowsAllTypes: Bool
  /// Paths of values that stand in other parts of the request and are null here.
  let uploads: Set<String>
  private var findings: [ValidationFinding] = []
  var isDone = false

  /// The variable whose value is being coerced.
  var variable = 0
  var stack: [Frame] = []

  private init(
    _ document: Document, types: TypeSystem, knowsAllTypes: Bool, uploads: Set<String>
  ) {
    self.document = document
    self.types = types
    self.knowsAllTypes = knowsAllTypes
    self.uploads = uploads
  }

  /// Coerces the values that a request brings.
  /// - Parameters:
  ///   - values: The variables of the request, an object or null.
  ///   - operation: The operation that is asked for.
  ///   - types: The type system of the service. Without one, built-in scalars are judged, and null
  ///     where any type forbids it.
  ///   - uploads: Where files belong, as the `map` of a multipart request says it: `variables.file`.
  /// - Returns: An object with a member for each variable that has a value, or the errors in the order
  ///   of the definitions.
  static func coerce(
    _ values: MockJSON, for operation: OperationOutline, in document: Document,
    types: TypeSystem? = nil, uploads: Set<String> = []
  ) -> Result<MockJSON, Failure> {
    guard let known = types ?? TypeSystem.builtInsAlone else { return .success(values) }
    var coercion = VariableCoercion(
      document, types: known, knowsAllTypes: types != nil, uploads: uploads)
    var result: [(String, MockJSON)] = []
    let root = document.definitions[operation.definition].node
    for node in document.children(of: root) where document.nodes[node].kind == .variableDefinition {
      guard !coercion.isDone else { break }
      let name = document.text(document.nodes[node].range)
      if let value = coercion.value(ofVariable: node, name, values) { result.append((name, value)) }
    }
    guard coercion.findings.isEmpty else {
      return .failure(Failure(errors: ValidationError.located(coercion.findings, in: document)))
    }
    return .success(MockJSON(.object(JSONMembers(result))))
  }

  /// Why variables can't be coerced.
  struct Failure: Error, Hashable, Sendable {
    let errors: [ValidationError]
  }

  // MARK: One variable

  private mutating func value(
    ofVariable node: Int, _ name: String, _ values: MockJSON
  ) -> MockJSON? {
    variable = node
    let document = document
    var typeRange: Range<Int>?
    var defaultStart: Int?
    for child in document.children(of: node) {
      switch document.nodes[child].kind {
      case .type: typeRange = document.nodes[child].range
      case .defaultValue: defaultStart = Int(document.nodes[child].end)
      default: break
      }
    }
    guard let typeRange else { return nil }
    let type = types.type(typeRange, in: document.bytes)
    if knowsAllTypes, !(type.map(types.isInput) ?? false) {
      report(
        .variableNotCoercible(name: name, type: typeText(typeRange)), .at(typeRange.lowerBound))
      return nil
    }
    let isNonNull = document.bytes[typeRange.upperBound - 1] == UInt8(ascii: "!")
    let place = ValidationFinding.Place.tokenBefore(Int(document.nodes[node].start))
    guard let value = values.members?[name] else {
      if let defaultStart {
        let value = ConstantValue.json(at: defaultStart, in: document.bytes.span)
        return type.map { coerceSilently(value, $0) } ?? value
      }
      if isNonNull { report(.missingVariable(name: name, type: typeText(typeRange)), place) }
      return nil
    }
    if value.isNull, isNonNull, !uploads.contains("variables.\(name)") {
      report(.nullVariable(name: name, type: typeText(typeRange)), place)
      return nil
    }
    guard let type else { return value }
    return coerce(value, type)
  }

  private func typeText(_ range: Range<Int>) -> String {
    String(decoding: TypeReference.tokens(document.bytes.span, range), as: UTF8.self)
  }

  private mutating func report(
    _ reason: ValidationError.Reason, _ place: ValidationFinding.Place
  ) {
    guard !isDone else { return }
    isDone = findings.count >= Self.errorLimit
    findings.append(
      isDone
        ? ValidationFinding(reason: .tooManyVariableErrors, places: [])
        : ValidationFinding(reason: reason, places: [place]))
  }

  mutating func report(
    _ mismatch: ValidationError.Mismatch, of value: MockJSON, below member: String = ""
  ) {
    let node = document.nodes[variable]
    var path = ""
    for frame in stack { path += frame.pathComponent }
    report(
      .variableValue(
        name: document.text(node.range), value: VariableValueText.inspect(value),
        path: path + member, mismatch),
      .tokenBefore(Int(node.start)))
  }

  /// A value of the document itself, which validation has judged.
  private func coerceSilently(_ value: MockJSON, _ type: WrappedType) -> MockJSON {
    var other = VariableCoercion(
      document, types: types, knowsAllTypes: knowsAllTypes, uploads: [])
    other.variable = variable
    return other.coerce(value, type) ?? value
  }
}
