/// Validates the data of a response against the fields that the document selects. If there's a schema, the values
/// must also have the types of their fields (GraphQL specification, section 6.4.3).
struct ResponseCheck: Sendable {
  /// The maximum number of problems, and also of warnings, that are returned.
  static let limit = 50
  /// The maximum number of object types that are compared with an object without `__typename`.
  private static let typeLimit = 32

  private let system: TypeSystem?
  private var selected: SelectedFields
  private var problems: [ResponseProblem] = []
  /// Warnings have their own limit, so that they hide no problem.
  private var warnings: [ResponseProblem] = []
  /// The values to validate next. Recursion would overflow the stack for deeply nested data.
  private var pending: [Step] = []
  /// The facts of the fields in `SelectedFields.Fields`, by its `id`.
  private var known: [Int: [KnownField]] = [:]

  private typealias KnownField = (type: WrappedType?, offset: Int)

  private struct Step: Sendable {
    var value: MockJSON
    var type: WrappedType?
    var group: SelectedFields.Group?
    var path: JSONPath
    /// The offset of the field in the document, or nil for a value that no document selects.
    var offset: Int?
  }

  /// Returns the warnings, followed by the problems.
  /// - Parameter mayLackDeferred: Whether the data may lack the fields of fragments with `@defer`, which come later.
  static func problems(
    in data: MockJSON, for operation: Document.Operation, of document: Document,
    in system: TypeSystem? = nil, variables: MockJSON = [:], at path: JSONPath = "data",
    errors: [MockJSON] = [], mayLackDeferred: Bool = true
  ) -> [ResponseProblem] {
    let root = system?.rootTypes[operation.type]?.name
    if system != nil, root == nil {
      return data.isNull ? [] : [ResponseProblem(fault: .noRootType(operation.type), path: path)]
    }
    if data.isNull, errors.isEmpty { return [ResponseProblem(fault: .nullData, path: path)] }
    var check = ResponseCheck(
      system: system,
      selected: SelectedFields(
        of: operation, in: document, on: root, by: FragmentRule(system, data: data),
        variables: variables))
    check.selected.mayLackDeferred = mayLackDeferred
    let offset = document.definitions[operation.definition].range.lowerBound
    check.pending = [
      Step(
        value: data, type: root.map { .named($0) }, group: SelectedFields.root, path: path,
        offset: offset)
    ]
    for (index, error) in errors.enumerated() {
      let place = JSONPath([.member("errors"), .element(index), .member("path")])
      if let system { check.validate(error["path"].array ?? [], of: place, in: data, system) }
    }
    if data.isNull { check.pending = [] }
    check.run()
    if check.selected.isExhausted { check.report(.notValidated, path, nil) }
    let more = ResponseProblem(fault: .more(than: Self.limit), path: path)
    return check.warnings.prefix(Self.limit) + check.problems.prefix(Self.limit)
      + (check.problems.count > Self.limit ? [more] : [])
  }

  /// Returns what is wrong with a value that the test states for a field of an object.
  static func problems(
    in value: MockJSON, of type: WrappedType, in system: TypeSystem, at path: JSONPath
  ) -> [String] {
    let nothing = Document.Operation(type: .query, name: nil, definition: 0)
    var check = ResponseCheck(
      system: system,
      selected: SelectedFields(
        of: nothing, in: system.document, on: nil, by: FragmentRule(system), variables: [:]))
    check.pending = [Step(value: value, type: type, path: path)]
    check.run()
    return check.problems.map { $0.description(of: "") { _ in "" } + "." }
  }

  private mutating func run() {
    while problems.count <= Self.limit, let step = pending.popLast() { validate(step) }
  }

  private mutating func validate(_ step: Step) {
    if let members = step.value.members, members.contains(where: { $0.name.hasPrefix("$") }) {
      // The object is a template, whose value depends on the request.
      return
    }
    if step.value.isNull {
      if let type = step.type, type.isNonNull { report(.null(type: type.text), step) }
      return
    }
    let type = step.type?.nullable
    if let elements = step.value.array, type?.isList != false {
      for (index, element) in elements.enumerated().reversed() {
        var inner = step
        (inner.value, inner.type, inner.path) = (element, type?.unwrapped, step.path[index])
        pending.append(inner)
      }
      return
    }
    guard let type, let system else {
      guard let members = step.value.members else { return report(.notAnObject, step) }
      return validate(members, of: step, typeName: statedType(in: step, nil)?.name)
    }
    if type.isList { return reportType(step) }
    guard let named = system.namedType(of: type) else { return }
    switch named.kind {
    case .scalar, .enum: validateLeaf(step, named, in: system)
    case .object, .interface, .union: validateObject(step, named, in: system)
    case .inputObject: break
    }
  }

  /// Validates the path of an error (GraphQL, sections 6.4.4 and 7.1.6).
  private mutating func validate(
    _ steps: [MockJSON], of path: JSONPath, in data: MockJSON, _ system: TypeSystem
  ) {
    guard var type = pending.first?.type, !steps.isEmpty else { return }
    var (group, value, place) = (Optional(SelectedFields.root), data, JSONPath())
    // The number of steps to the innermost value that may be null.
    var nullable = 0
    for (count, step) in steps.enumerated() {
      place = step.string.map { place[$0] } ?? place[step.int ?? 0]
      let list = type.nullable
      if list.isList, let index = step.int, index >= 0, index < value.array?.count ?? .max {
        (type, value) = (list.unwrapped, value[index])
      } else if !list.isList, let key = step.string,
        let inner = selected.step(into: key, of: group, in: system)
      {
        (type, group, value) = (inner.type, inner.group, value[key])
      } else {
        return report(.errorNotSelected(place: "\(place)"), path, nil)
      }
      if !type.isNonNull { nullable = count + 1 }
    }
    if !value.isNull {
      report(.errorBesideValue(place: "\(place)", found: value.phrase), path, nil)
    } else if data.isNull, nullable > 0 {
      let shown = steps.prefix(nullable).reversed().reduce("nil") { inner, step in
        step.string.map { "[\($0.swiftLiteral): \(inner)]" } ?? "[\(inner)]"
      }
      report(.nullTooFar(place: "\(place)", data: shown), "data", nil)
    }
  }

  private mutating func validateLeaf(_ step: Step, _ type: NamedType, in system: TypeSystem) {
    let declared = step.type?.text ?? type.name
    switch system.leafFault(step.value, type, .result) {
    case nil: break
    case .kind?: reportType(step)
    case .range?: report(.outOfRange(type: declared, found: "\(step.value)"), step)
    case .unknownEnumValue?:
      let found = step.value.string ?? ""
      let nearest = EditDistance.nearest(to: found, among: type.enumValues.map(\.name))
      report(.notInEnum(type: type.name, found: found, nearest: nearest), step)
    case .refused(let reason)?: report(.refused(type: declared, reason: reason), step)
    }
  }

  private mutating func validateObject(_ step: Step, _ declared: NamedType, in system: TypeSystem) {
    guard let members = step.value.members else { return reportType(step) }
    if let stated = statedType(in: step, declared) {
      guard let type = system.types[stated.name], type.kind == .object,
        system.isPossible(type, for: declared)
      else {
        let fault = ResponseProblem.Fault.notPossible(type: declared.name, found: stated.name)
        return report(fault, step.path[stated.key], step.offset)
      }
      return validate(members, of: step, typeName: type.name)
    }
    let possible = system.possibleTypes(of: declared)
    guard let group = step.group, possible.count > 1, possible.count <= Self.typeLimit else {
      return validate(members, of: step, typeName: possible.count == 1 ? possible[0].name : nil)
    }
    let fitting = possible.filter { selected.fields(of: group, typeName: $0.name).fit(members) }
    let count = problems.count
    validate(members, of: step, typeName: fitting.count == 1 ? fitting[0].name : nil)
    if fitting.isEmpty, problems.count == count, !selected.isExhausted {
      report(.fitsNoType(type: declared.name), step)
    }
  }

  private mutating func statedType(
    in step: Step, _ declared: NamedType?
  ) -> (key: String, name: String)? {
    let own = step.value["__typename"].string.map { (key: "__typename", name: $0) }
    if let own, system?.types[own.name] != nil || system == nil { return own }
    guard let group = step.group else { return own }
    let typeName = declared?.kind == .object ? declared?.name : nil
    let fields = selected.fields(of: group, typeName: typeName)
    // `__typename` may be the alias of another field.
    let isAlias =
      fields.position(of: "__typename") != nil && !fields.typeNameKeys.contains("__typename")
    if let own, !isAlias { return own }
    return fields.typeNameKeys.lazy
      .compactMap { key in step.value[key].string.map { (key, $0) } }.first
  }

  private mutating func validate(_ members: JSONMembers, of step: Step, typeName: String?) {
    guard let group = step.group else {
      let fields = typeName.flatMap { system?.types[$0]?.fields }
      for member in members where step.offset == nil {
        guard let type = fields?[member.name]?.type else { continue }
        pending.append(Step(value: member.value, type: type, path: step.path[member.name]))
      }
      return
    }
    let fields = selected.fields(of: group, typeName: typeName)
    let known = known[fields.id] ?? fields.all.map(facts)
    self.known[fields.id] = known
    for position in fields.required(with: members) where members[fields.all[position].key] == nil {
      let field = fields.all[position]
      let fault = ResponseProblem.Fault.missing(
        key: field.key, type: known[position].type?.text,
        isTypeName: field.first.name == "__typename")
      report(fault, step.path, known[position].offset)
      if problems.count > Self.limit { return }
    }
    var present: [(position: Int, value: MockJSON)] = []
    for member in members {
      if let position = fields.position(of: member.name) {
        present.append((position, member.value))
      } else if fields.isComplete, member.name != "__typename" {
        // `__typename` is always allowed, because many clients add it to documents automatically.
        let alias = fields.all.first { $0.first.name == member.name }?.key
        report(.notSelected(key: member.name, alias: alias), step.path, nil)
      }
    }
    for (position, value) in present.ordered(by: { $0.position > $1.position }) {
      let (facts, field) = (known[position], fields.all[position])
      if let typeName, field.first.name == "__typename", let found = value.string, found != typeName
      {
        let fault = ResponseProblem.Fault.otherTypeName(expected: typeName, found: found)
        report(fault, step.path[field.key], facts.offset)
      }
      guard system == nil ? field.group != nil : facts.type != nil else { continue }
      pending.append(
        Step(
          value: value, type: facts.type, group: field.group, path: step.path[field.key],
          offset: facts.offset))
    }
  }

  private func facts(of field: SelectedFields.Field) -> KnownField {
    let types = field.selections.map { system?.definition(of: $0)?.type }
    let (document, node) = (selected.collector.document, field.first.node)
    return (
      types.allSatisfy { $0 == types[0] } ? types[0] : nil,
      document.alias(of: node)?.lowerBound ?? Int(document.nodes[node].start)
    )
  }

  private mutating func reportType(_ step: Step) {
    report(.wrongType(type: step.type?.text ?? "", found: step.value.phrase), step)
  }

  private mutating func report(_ fault: ResponseProblem.Fault, _ step: Step) {
    report(fault, step.path, step.offset)
  }

  private mutating func report(_ fault: ResponseProblem.Fault, _ path: JSONPath, _ offset: Int?) {
    let problem = ResponseProblem(fault: fault, path: path, offset: offset)
    if problem.isWarning { return warnings.append(problem) }
    if problems.count <= Self.limit { problems.append(problem) }
  }
}
