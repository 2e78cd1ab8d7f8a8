/// Holds the data of an answer against the type system: every selected field is there with a value of
/// its type, and nothing else is (GraphQL, section 6.4.3 "Value Completion").
struct AnswerCheck: Sendable {
  /// How many problems are enough.
  static let limit = 50

  private let system: TypeSystem
  private var collector: FieldCollector
  private var problems: [AnswerProblem] = []
  /// What is still to be judged, the next last: data may be deep, and the stack of a thread is not.
  private var pending: [Step] = []

  private struct Step: Sendable {
    var value: MockJSON
    var type: WrappedType
    var group: FieldCollector.Group?
    var path: JSONPath
    /// Where the field stands in the document.
    var offset: Int
  }

  /// Judges the data of a response.
  /// - Parameters:
  ///   - data: The `data` of the response; null is right, as a field may have failed.
  ///   - operation: The operation that is answered, of a document that is valid.
  ///   - variables: The variables, for `@skip` and `@include`; one that is absent leaves them open.
  ///   - path: Where the data stands.
  /// - Returns: The problems in the order of the document, up to ``limit``.
  static func problems(
    in data: MockJSON, for operation: OperationOutline, of document: Document,
    in system: TypeSystem, variables: MockJSON = [:], at path: JSONPath = "data"
  ) -> [AnswerProblem] {
    guard let root = system.rootType(of: operation.type), !data.isNull else { return [] }
    var check = AnswerCheck(
      system, FieldCollector(system, document, operation, variables: variables))
    let group = check.collector.root(of: operation, type: root)
    let offset = document.definitions[operation.definition].range.lowerBound
    check.pending = [
      Step(
        value: data, type: .named(root.name), group: group, path: path,
        offset: offset)
    ]
    while check.problems.count < Self.limit, let step = check.pending.popLast() {
      check.judge(step)
    }
    return Array(check.problems.prefix(Self.limit))
  }

  private init(_ system: TypeSystem, _ collector: FieldCollector) {
    self.system = system
    self.collector = collector
  }

  // CompleteValue(fieldType, fields, result, variableValues), seen from the result
  private mutating func judge(_ step: Step) {
    if let members = step.value.members, members.contains(where: { $0.name.hasPrefix("$") }) {
      // A template stands for a value that only a request has.
      guard step.value.hasMember("$value") else { return }
      var inner = step
      inner.value = step.value["$value"]
      // One element of the list that `$forEach` makes.
      if step.type.nullable.isList { inner.type = step.type.nullable.unwrapped }
      inner.path = step.path.appending(.member("$value"))
      return pending.append(inner)
    }
    if step.value.isNull {
      if step.type.isNonNull { report(.null(type: step.type.text), step) }
      return
    }
    let type = step.type.nullable
    if type.isList {
      guard let elements = step.value.array else { return reportType(step) }
      for (index, element) in elements.enumerated().reversed() {
        var inner = step
        inner.value = element
        inner.type = type.unwrapped
        inner.path = step.path.appending(.element(index))
        pending.append(inner)
      }
      return
    }
    guard let named = system.namedType(of: type) else { return }
    switch named.kind {
    case .scalar: judgeScalar(step, named)
    case .enum:
      guard let text = step.value.string else { return reportType(step) }
      if named.enumValues[text] == nil {
        report(.notInEnum(type: named.name, found: text), step)
      }
    case .object, .interface, .union: judgeObject(step, named)
    case .inputObject: break
    }
  }

  // The results of the built-in scalars (section 3.5, "Result Coercion")
  private mutating func judgeScalar(_ step: Step, _ type: NamedType) {
    switch type.name {
    case "Int":
      guard case .number(let number) = step.value.storage else { return reportType(step) }
      guard let whole = step.value.int else {
        return number.value.isWhole
          ? report(.outOfRange(type: step.type.text, found: number.spelling), step)
          : reportType(step)
      }
      if Int32(exactly: whole) == nil {
        report(.outOfRange(type: step.type.text, found: number.spelling), step)
      }
    case "Float":
      guard case .number(let number) = step.value.storage else { return reportType(step) }
      if number.double == nil {
        report(.outOfRange(type: step.type.text, found: number.spelling), step)
      }
    case "String", "ID":
      if step.value.string == nil { reportType(step) }
    case "Boolean":
      if step.value.bool == nil { reportType(step) }
    default:
      if let reason = system.scalarChecks[type.name]?.problem(step.value) {
        report(.refused(type: step.type.text, reason: reason), step)
      }
    }
  }

  private mutating func judgeObject(_ step: Step, _ declared: NamedType) {
    guard let members = step.value.members else { return reportType(step) }
    guard let group = step.group else { return }
    guard let (type, isKnown) = ownType(of: step, declared) else { return }
    let selected = collector.fields(group, of: type, isKnown: isKnown)
    var keys: Set<String> = []
    var steps: [Step] = []
    for field in selected.fields {
      keys.insert(field.key)
      let offset = offset(of: field)
      guard let value = members[field.key] else {
        if field.isCertain {
          let type = field.type?.text
          report(.missing(key: field.key, type: type), step.path, offset)
        }
        continue
      }
      // Of fields of several types that share a key, nobody knows which it is.
      guard let type = field.type else { continue }
      steps.append(
        Step(
          value: value, type: type, group: field.group,
          path: step.path.appending(.member(field.key)), offset: offset))
    }
    pending += steps.reversed()
    // Clients add `__typename` on their own.
    guard selected.isComplete else { return }
    for member in members where !keys.contains(member.name) && member.name != "__typename" {
      report(.notSelected(key: member.name), step.path, nil)
    }
  }

  /// The type that a value says it has; or, if it does not say, the declared one.
  private mutating func ownType(
    of step: Step, _ declared: NamedType
  ) -> (type: NamedType, isKnown: Bool)? {
    guard let text = typeName(in: step, declared) else {
      let possible = system.possibleTypes(of: declared)
      return possible.count == 1 ? (possible[0], true) : (declared, false)
    }
    guard let type = system.types[text.name], type.kind == .object,
      system.isPossible(type, for: declared)
    else {
      report(
        .notPossible(type: declared.name, found: text.name),
        step.path.appending(.member(text.key)), step.offset)
      return nil
    }
    return (type, true)
  }

  /// What the value says of its type, under the key that the document gives it.
  private mutating func typeName(
    in step: Step, _ declared: NamedType
  ) -> (key: String, name: String)? {
    if let name = step.value["__typename"].string { return ("__typename", name) }
    guard let group = step.group else { return nil }
    let isObject = declared.kind == .object
    for field in collector.fields(group, of: declared, isKnown: isObject).fields
    where field.id.name == "__typename" {
      if let name = step.value[field.key].string { return (field.key, name) }
    }
    return nil
  }

  private func offset(of field: FieldCollector.Field) -> Int {
    guard let node = field.nodes.first else { return 0 }
    // The alias stands behind the field's own node, and before its name in the text.
    let document = collector.document
    let child = node + 1
    guard child < document.nodes.count, child < Int(document.nodes[node].next),
      document.nodes[child].kind == .alias
    else { return Int(document.nodes[node].start) }
    return Int(document.nodes[child].start)
  }

  private mutating func reportType(_ step: Step) {
    report(.wrongType(type: step.type.text, found: AnswerProblem.Found(step.value)), step)
  }

  private mutating func report(_ kind: AnswerProblem.Kind, _ step: Step) {
    report(kind, step.path, step.offset)
  }

  private mutating func report(_ kind: AnswerProblem.Kind, _ path: JSONPath, _ offset: Int?) {
    guard problems.count < Self.limit else { return }
    problems.append(AnswerProblem(kind: kind, path: path, offset: offset))
  }
}
