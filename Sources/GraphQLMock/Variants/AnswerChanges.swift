/// The single changes that a service may make to the answers of some operations, in the order of their documents.
package struct AnswerChanges: Sendable {
  private static let limit = 50_000
  /// Types of an interface or union, beginning with those that the document names.
  private static let typeLimit = 32
  /// For each document.
  private static let objectLimit = 20_000

  package private(set) var all: [AnswerChange] = []
  private var positions: [String: Int] = [:]
  private var operationName = ""
  private let system: TypeSystem
  private let values: AnswerValues
  private let stated: GeneratedOverrides
  private let withFaults: Bool

  private struct Object: Sendable {
    var type: NamedType
    var group: SelectedFields.Group
    var path: String
    var conditions: [AnswerChange]
  }

  /// Finds the changes.
  /// - Parameters:
  ///   - operations: One for each document and variables.
  ///   - schema: Already read.
  ///   - stated: The values that every variant has, which don't change.
  ///   - examples: Values of leaf types and fields.
  ///   - withFaults: Whether failures of the service are included.
  /// - Throws: ``ServiceSchemaError`` if the schema can't be used, or lacks a type or field of the examples.
  package init(
    to operations: [OperationRequest], of schema: ServiceSchema, stating stated: GeneratedOverrides,
    examples: [String: [MockJSON]], withFaults: Bool
  ) throws(ServiceSchemaError) {
    system = try schema.system
    values = AnswerValues(system: system, examples: examples)
    self.stated = stated
    self.withFaults = withFaults
    let problems = examples.keys.sorted().filter { !system.hasLeaf($0) }.map { [system] in
      let nearest = EditDistance.nearest(to: $0, among: system.leaves)
      return ServiceSchemaError.Problem(
        message: "The examples of \($0.swiftLiteral) name no scalar, enum, or field of such a type"
          + (nearest.map { "; nearest is \($0.swiftLiteral)." } ?? "."))
    }
    guard problems.isEmpty else { throw ServiceSchemaError(problems: problems) }
    for operation in operations { add(operation) }
    all = all.flatMap(\.divided)
  }

  private mutating func add(_ operation: OperationRequest) {
    guard let selected = operation.selectedOperation,
      let root = system.rootTypes[selected.operation.type]
    else { return }
    operationName = operation.name ?? ""
    var fields = SelectedFields(
      of: selected.operation, in: selected.document, on: root.name, by: FragmentRule(system),
      variables: operation.coercedVariables)
    var pending = [Object(type: root, group: SelectedFields.root, path: "", conditions: [])]
    var count = 0
    while let object = pending.popLast(), count < Self.objectLimit, all.count < Self.limit {
      count += 1
      var inner: [Object] = []
      for field in fields.fields(of: object.group, typeName: object.type.name).all {
        inner += change(field, of: object, &fields)
      }
      pending += inner.reversed()
    }
    if withFaults { addResponses(to: operationName) }
  }

  private mutating func change(
    _ field: SelectedFields.Field, of object: Object, _ fields: inout SelectedFields
  ) -> [Object] {
    guard let definition = system.field(field.first.name, of: object.type),
      !system.isMeta(definition), let named = system.namedType(of: definition.type)
    else { return [] }
    let key = "\(object.type.name).\(definition.name)"
    let path = object.path.isEmpty ? field.key : "\(object.path).\(field.key)"
    let isStated = stated.values[key] != nil || stated.values[path] != nil
    let types = field.group.map { possibleTypes(of: named, $0, &fields) } ?? []
    func make(_ value: AnswerValues.Value) -> AnswerChange {
      AnswerChange(
        key, .value(value.value), value.wording, literal: value.literal, type: definition.type.text,
        place: path, conditions: object.conditions, isInvalid: value.isInvalid)
    }
    if !isStated {
      var found = structure(of: definition.type, isObject: field.group != nil)
      if field.group == nil {
        found += values.values(of: named, field: definition, of: object.type)
          .compactMap { $0.inLists(of: definition.type) }
      }
      found += types.dropFirst().compactMap { Self.choosing($0.name, definition.type) }
      if withFaults { found += faults(of: definition.type, named) }
      for value in found { add(make(value)) }
    }
    guard let group = field.group else { return [] }
    return types.enumerated().map { position, type in
      var conditions = object.conditions
      if position > 0, !isStated, let value = Self.choosing(type.name, definition.type) {
        conditions.append(make(value))
      }
      return Object(type: type, group: group, path: path, conditions: conditions)
    }
  }

  private mutating func add(_ change: AnswerChange) {
    let index = positions[change.identity] ?? all.count
    positions[change.identity] = index
    if index == all.count { all.append(change) }
    let place = change.places.first { !all[index].places.contains($0) }
    if let place { all[index].places.append(place) }
    if all[index].operations.last != operationName { all[index].operations.append(operationName) }
  }

  /// The generated type comes first, then those that the document names.
  private func possibleTypes(
    of type: NamedType, _ group: SelectedFields.Group, _ fields: inout SelectedFields
  ) -> [NamedType] {
    let possible = system.possibleTypes(of: type)
    guard let first = possible.first, possible.count > 1 else { return possible }
    let named = fields.fields(of: group).all.flatMap(\.selections).compactMap(\.scope.typeCondition)
    let others = possible.dropFirst()
    let asked = others.filter { named.contains($0.name) }
    let rest = others.lazy.filter { !named.contains($0.name) }
    return [first] + asked + rest.prefix(max(Self.typeLimit - asked.count, 1))
  }

  private func structure(of type: WrappedType, isObject: Bool) -> [AnswerValues.Value] {
    var found: [AnswerValues.Value] = []
    if !type.isNonNull { found.append(.init(.null, "null", literal: ".null")) }
    guard type.nullable.isList else { return found }
    for (count, wording) in [(0, "empty"), (1, "of one element"), (25, "of 25 elements")] {
      found.append(.init(.list(count), wording, literal: ".list(\(count))"))
    }
    let element = type.nullable.unwrapped
    if !element.isNonNull {
      var elements: [MockJSON] = [nil]
      let object = isObject ? AnswerValues.Value([:]).inLists(of: element) : nil
      if case .json(let json)? = object?.value.content { elements.append(json) }
      found.append(.init(.array(elements), "with a null element"))
    }
    return found
  }

  private static func choosing(_ name: String, _ type: WrappedType) -> AnswerValues.Value? {
    AnswerValues.Value(["__typename": .string(name)], "of the type \(name)").inLists(of: type)
  }

  // MARK: Changes that a schema doesn't allow, or only with an error

  private func faults(of type: WrappedType, _ named: NamedType) -> [AnswerValues.Value] {
    let message = "The service has failed here."
    var found: [AnswerValues.Value] = []
    if !type.isNonNull {
      found.append(
        .init(.error(message), "with an error", literal: ".error(\(message.swiftLiteral))"))
    }
    var invalid = [AnswerValues.Value(.absent, "missing", literal: ".absent")]
    if named.kind == .enum, let value = AnswerValues.Value("VALUE_OF_TOMORROW").inLists(of: type) {
      invalid.append(value)
    } else if named.kind.isAbstract, let value = Self.choosing("TypeOfTomorrow", type) {
      invalid.append(value)
    }
    for index in invalid.indices { invalid[index].isInvalid = true }
    return found + invalid
  }

  private mutating func addResponses(to name: String) {
    let page = "<html><body>502 Bad Gateway</body></html>"
    let responses: [(MockResponse, String, String)] = [
      (
        .error("The service has failed."), "being null with an error",
        #".error("The service has failed.")"#
      ),
      (
        .text(page, contentType: "text/html").status(502), "being an HTML page with status 502",
        ".text(\(page.swiftLiteral), contentType: \"text/html\").status(502)"
      ),
      (.generated.breakingOff(after: 20), "broken off", ".generated.breakingOff(after: 20)"),
    ]
    for (response, wording, literal) in responses {
      add(AnswerChange(name, .response(response), wording, literal: literal))
    }
  }
}

extension TypeSystem {
  /// Whether a key names a leaf type, or a field of one: `Money`, `Order.total`.
  fileprivate func hasLeaf(_ key: String) -> Bool {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let type = types[parts[0]], parts.count <= 2 else { return false }
    guard parts.count == 2 else { return type.kind.isLeaf }
    return field(parts[1], of: type).flatMap { kind(of: $0.type) }?.isLeaf == true
  }

  fileprivate var leaves: [String] {
    types.flatMap { type in [type.name] + type.fields.map { "\(type.name).\($0.name)" } }
      .filter(hasLeaf)
  }
}

extension AnswerValues.Value {
  /// The value as each element of the lists of a type, or nil if an override can't express that.
  fileprivate func inLists(of type: WrappedType) -> AnswerValues.Value? {
    guard type.nullable.isList else { return self }
    guard case .json(let json) = value.content else { return nil }
    let inner = AnswerValues.Value(json, wording, literal: literal)
      .inLists(of: type.nullable.unwrapped)
    guard let inner, case .json(let element) = inner.value.content else { return nil }
    return AnswerValues.Value(
      .array([element, element]), wording, literal: "[\(inner.literal), \(inner.literal)]")
  }
}
