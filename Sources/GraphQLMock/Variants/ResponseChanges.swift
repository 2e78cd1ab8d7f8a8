/// The changes to responses with which a client is tested, such as a null `User.avatar` or an empty list.
package struct ResponseChanges: Sendable {
  private static let limit = 50_000
  /// The approximate maximum number of object types to try for a field with an interface or union type.
  private static let typeLimit = 32
  /// The maximum number of objects to visit for one GraphQL document.
  private static let objectLimit = 20_000

  package private(set) var all: [ResponseChange] = []
  /// The indices in `all` by the identities of changes.
  private var positions: [String: Int] = [:]
  /// The operation whose changes are being found, "" without a name. `addHere` adds it to them.
  private var operationName = ""
  /// Where the first objects of the plain responses occur, which could contradict each other.
  var occurrences: [Occurrence] = []
  let system: TypeSystem
  let values: ResponseValues
  let stated: GeneratedOverrides
  let objectTypes: Set<String>
  private let overrides: ResolvedOverrides
  private let withFaults: Bool
  private let firstParts: [String: Int]
  private let repeated: Set<String>

  struct Object: Sendable {
    var type: NamedType
    var group: SelectedFields.Group
    /// The path of the object in the response, with `[0]` for each list, such as `viewer.friends[0]`.
    var path: String
    /// The field that contains the object, or nil for the root object.
    var field: FieldDefinition?
    /// The path of the nearest value that can be null. It's " Search" for the whole data of the operation `Search`.
    var nullable: String
    var needs: [ResponseChange.Need]
    /// The object in the plain response, or nil if the response has none.
    var plain: MockJSON?
  }

  /// - Parameters:
  ///   - operations: The operations of the client, once for each set of variables that an operation was sent with.
  ///   - plainData: The data of the plain responses to `operations`, in the same order.
  ///   - stated: The values that the test has set for all responses. They don't change.
  ///   - objectTypes: The types whose objects the test has stated, so that their lists don't change.
  ///   - firstParts: The size of the first part of each multipart response in bytes, by the operation's name.
  ///   - repeated: The names of the operations that the client sends more than once.
  /// - Throws: ``ServiceSchemaError`` if the schema is invalid or lacks a type or field that `examples` names.
  package init(
    to operations: [OperationRequest], of schema: ServiceSchema, plainData: [MockJSON] = [],
    stating stated: GeneratedOverrides, examples: [String: [MockJSON]], withFaults: Bool,
    objectTypes: Set<String> = [], firstParts: [String: Int] = [:], repeated: Set<String> = []
  ) throws(ServiceSchemaError) {
    system = try schema.system
    values = ResponseValues(system: system, examples: examples)
    (self.stated, self.objectTypes) = (stated, objectTypes)
    overrides = ResolvedOverrides(stated, in: system)
    self.withFaults = withFaults
    (self.firstParts, self.repeated) = (firstParts, repeated)
    let problems = examples.keys.sorted().filter { !system.hasLeaf($0) }.map { [system] in
      let nearest = EditDistance.nearest(to: $0, among: system.leaves)
      return ServiceSchemaError.Problem(
        message: "The examples of \($0.swiftLiteral) name no scalar, enum, or field of such a type"
          + (nearest.map { "; nearest is \($0.swiftLiteral)." } ?? "."))
    }
    guard problems.isEmpty else { throw ServiceSchemaError(problems: problems) }
    for (index, operation) in operations.enumerated() {
      add(operation, index < plainData.count ? plainData[index] : nil)
    }
    for change in contradictions() { add(change) }
    // Lists whose elements differ in several fields come last, so that a failure names a single field if it can.
    let ordered = [false, true].flatMap { late in
      all.filter { $0.value.areElementsDifferent == late }
    }
    (all, positions) = ([], [:])
    for change in ordered.lazy.flatMap(\.divided) { add(change) }
  }

  private mutating func add(_ operation: OperationRequest, _ data: MockJSON?) {
    guard let selected = operation.selectedOperation,
      let root = system.rootTypes[selected.operation.type]
    else { return }
    operationName = operation.name ?? ""
    var fields = SelectedFields(
      of: selected.operation, in: selected.document, on: root.name, by: FragmentRule(system),
      variables: operation.coercedVariables)
    var pending = [
      Object(
        type: root, group: SelectedFields.root, path: "", nullable: " " + operationName,
        needs: [], plain: data)
    ]
    var count = 0
    while let object = pending.popLast(), count < Self.objectLimit, all.count < Self.limit {
      count += 1
      noteOccurrence(of: object, &fields)
      var inner: [Object] = []
      for field in fields.fields(of: object.group, typeName: object.type.name).all {
        inner += change(field, of: object, &fields)
      }
      pending += inner.reversed()
    }
    let responses = Self.responses(
      to: operation, firstPart: firstParts[operationName], nextPage: nextPage(of: operation),
      withFaults: withFaults)
    for response in responses { addHere(ResponseChange(operationName, response)) }
  }

  /// Returns the changes that make the client request the operation again, or nil if nothing does.
  private func nextPage(of operation: OperationRequest) -> [ResponseChange]? {
    let own = all.filter { $0.operations.last == operationName }
    let flags = own.filter {
      $0.value.kind == ResponseValues.totalBeyondElements
        || $0.leadsOn && $0.value.json?.bool != nil
        || $0.leadsOn && $0.name.lowercased().hasPrefix("next") && $0.value.json?.int != 0
    }
    if !flags.isEmpty { return flags }
    var page = ResponseGenerator.Page()
    let hasPages = operation.variables.object?.contains { page.take($1, as: $0, default: nil) }
    let lists = own.filter { $0.isLongList && $0.value.json == nil }.prefix(1)
    return hasPages == true || repeated.contains(operationName) ? Array(lists) : nil
  }

  private mutating func change(
    _ field: SelectedFields.Field, of object: Object, _ fields: inout SelectedFields
  ) -> [Object] {
    guard let definition = system.field(field.first.name, of: object.type),
      !system.isMeta(definition), let named = system.namedType(of: definition.type)
    else { return [] }
    let key = "\(object.type.name).\(definition.name)"
    var firstPath = object.path.isEmpty ? field.key : "\(object.path).\(field.key)"
    let path = firstPath.replacing("[0]", with: "")
    let isStated =
      isStated(definition, of: object.type) || stated.values[path] != nil
      || definition.type.nullable.isList && hasStatedObjects(of: named)
    let plain = object.plain?.members?[field.key]?.element
    let (types, entered) = field.group.map { possibleTypes(of: named, $0, &fields) } ?? ([], 0)
    func make(_ value: ResponseValues.Value) -> ResponseChange {
      ResponseChange(
        key, value, type: definition.type.text, route: .init(place: path, needs: object.needs),
        nulled: [definition.type.isNonNull ? object.nullable : path])
    }
    let nonNullLevels = object.type.semanticNonNullLevels[definition.name] ?? []
    if !isStated {
      var found: [ResponseValues.Value] =
        definition.type.nullable.isList
        ? Self.lengths.map { .init(.list($0), $1, literal: ".list(\($0))") } : []
      if !definition.type.isNonNull, !nonNullLevels.contains(0) {
        found.insert(.init(.null, "null", literal: ".null"), at: 0)
      }
      let leaves =
        field.group == nil && stated.values[named.name] == nil
        ? values.values(of: named, field: definition, of: object.type, except: plain) : []
      found += leaves.compactMap { $0.inLists(of: definition.type) }
      found += types.dropFirst().compactMap { Self.choosing($0.name, definition.type) }
      if definition.type.nullable.isList {
        let usual = field.group == nil ? self.plain(of: named, field: definition.name) : [:]
        let others = pairs(of: named, leaves, types, field.group, &fields, plain: plain)
        found += elements(of: definition.type, usual, others, notNull: nonNullLevels)
      }
      if withFaults { found += faults(of: definition.type, named) }
      for value in found { addHere(make(value)) }
    }
    var list = definition.type.nullable
    if withFaults, !isStated, list.isList, !list.unwrapped.isNonNull {
      var failing = make(Self.failing).only(at: firstPath + "[0]")
      failing.type = list.unwrapped.text
      addHere(failing)
    }
    guard let group = field.group else { return [] }
    while list.isList {
      firstPath += "[0]"
      list = list.unwrapped.nullable
    }
    return types.prefix(entered).enumerated().map { [firstPath] position, type in
      var needs = object.needs
      if types.count > 1, !isStated {
        let choice = position > 0 ? Self.choosing(type.name, definition.type).map(make) : nil
        needs.append(.init(key: key, type: type.name, choice: choice))
      }
      return Object(
        type: type, group: group, path: firstPath, field: definition,
        nullable: definition.type.isNeverNull ? object.nullable : path, needs: needs,
        plain: position > 0 ? nil : plain)
    }
  }

  private mutating func addHere(_ change: ResponseChange) {
    add(change.changing { $0.operations = [operationName] })
  }

  /// Adds a change, or the change's places and operations if a change with the same identity is known.
  private mutating func add(_ change: ResponseChange) {
    if let known = positions[change.identity] { return all[known].merge(change) }
    positions[change.identity] = all.count
    all.append(change)
  }

  /// Returns the possible object types of a field. Only the fields of the first `entered` types are changed, too.
  func possibleTypes(
    of type: NamedType, _ group: SelectedFields.Group, _ fields: inout SelectedFields
  ) -> (all: [NamedType], entered: Int) {
    let possible = system.possibleTypes(of: type)
    guard possible.count > 1 else { return (possible, 1) }
    let selected = fields.fields(of: group)
    // Plain responses have the first type.
    let first = TypeChoice(of: type, selected, in: system, overrides).types[0]
    let named = selected.all.flatMap(\.selections).compactMap(\.scope.typeCondition)
    let others = possible.filter { $0 != first }
    let asked = others.filter { named.contains($0.name) }
    let rest = others.filter { !named.contains($0.name) }
    return ([first] + asked + rest, 1 + asked.count + max(Self.typeLimit - asked.count, 1))
  }

  /// `VariantRuns.longListFactor` allows for the longest.
  private static let lengths = [(0, "empty"), (1, "of one element"), (25, "of 25 elements")]

  /// Returns whether the test states a field for its type or an interface, or in a value for one of these.
  func isStated(_ field: FieldDefinition, of type: NamedType) -> Bool {
    let types = [type] + type.interfaces.compactMap { system.types[$0.name] }
    return overrides.fields[field] != nil
      || types.contains { overrides.types[$0]?.has(field.name) == true }
  }

  /// Whether a service may send null for a field without an error.
  func mayBeNull(_ field: FieldDefinition, of type: NamedType) -> Bool {
    !field.type.isNonNull && type.semanticNonNullLevels[field.name]?.contains(0) != true
  }

  /// Whether the test states the objects in a list of this type, or of edges, so that the list doesn't change.
  func hasStatedObjects(of element: NamedType) -> Bool {
    guard let node = system.node(of: .named(element.name)) else { return false }
    return system.possibleTypes(of: node).contains { objectTypes.contains($0.name) }
  }

  func plain(of type: NamedType, field: String) -> MockJSON {
    if case .json(let json)? = stated.values[type.name]?.content { return json }
    return values.plain(of: type, field: field)
  }

  /// Returns lists whose elements differ in type or in their fields, or have the same `id`.
  private func pairs(
    of type: NamedType, _ leaves: [ResponseValues.Value], _ types: [NamedType],
    _ group: SelectedFields.Group?, _ fields: inout SelectedFields, plain: MockJSON?
  ) -> [ResponseValues.Value] {
    func ofTwo(_ names: [String], _ element: (String) -> MockJSON) -> ResponseValues.Value {
      .init(.array(names.map(element)), "of \(names.joined(separator: " and "))")
    }
    let names = type.enumValues.prefix(2).map(\.name)
    var found = leaves.isEmpty || names.count < 2 ? [] : [ofTwo(names) { .string($0) }]
    guard let group, let first = types.first else { return found }
    let ids = types.prefix(Self.typeLimit).map { id(of: $0, group, &fields, plain: plain) }
    if types.count > 1 {
      let names = types.prefix(2).map(\.name)
      var pair = ofTwo(names) { ["__typename": .string($0)] }
      if let id = ids[0], ids[1] != nil, !areUnique(types[0], types[1]) {
        let part = pair
        pair = ofTwo(names) { ["__typename": .string($0), "id": id.json] }
        (pair.kind, pair.parts) = ("\(part.kind) with the same id", [part])
      }
      found.append(pair)
    }
    if let position = ids.firstIndex(where: { $0 != nil }), let id = ids[position] {
      var object: MockJSON = ["id": id.json]
      if position > 0 { object["__typename"] = .string(types[position].name) }
      found.append(.init([object, object], "with the same id twice"))
    }
    let nodes = nodes(of: first, group, &fields, plain: plain)
    found += nodes
    let differences = differences(of: first, group, &fields).filter {
      nodes.isEmpty || $0.path[0] != "node"
    }
    if differences.isEmpty { return found }
    return found + [
      .of(differences, "of elements that differ") {
        [[:], $0.object(\.second), $0.object(\.third)]
      }.changing { $0.areElementsDifferent = true }
    ]
  }

  /// Returns lists of two Relay edges with different nodes, or with the same `id` twice.
  private func nodes(
    of edge: NamedType, _ group: SelectedFields.Group, _ fields: inout SelectedFields,
    plain: MockJSON?
  ) -> [ResponseValues.Value] {
    let selected = fields.fields(of: group, typeName: edge.name).all.first { $0.key == "node" }
    guard let field = selected, let group = field.group,
      let definition = edge.fields[field.first.name], !isStated(definition, of: edge),
      !definition.type.nullable.isList, let named = system.namedType(of: definition.type)
    else { return [] }
    let (types, _) = possibleTypes(of: named, group, &fields)
    let null: [ResponseValues.Value] =
      mayBeNull(definition, of: edge) ? [.init([["node": nil], [:]], "with null and a node")] : []
    return null
      + pairs(of: named, [], types, group, &fields, plain: plain?["node"]).compactMap {
        $0.inside { pair in
          pair.json?.array.map { .init(.array($0.map { ["node": $0] }), pair.kind) }
        }
      }
  }

  /// Returns the lists to try in place of a list of example values, such as one that starts with null.
  private func elements(
    of type: WrappedType, _ leaf: MockJSON, _ pairs: [ResponseValues.Value],
    notNull levels: Set<Int>, level: Int = 1
  ) -> [ResponseValues.Value] {
    let element = type.nullable.unwrapped
    let value = ResponseValues.Value(leaf).inLists(of: element)
    guard let usual = value, let json = usual.json else { return [] }
    var found: [ResponseValues.Value] = []
    if !element.isNonNull, !levels.contains(level) {
      found.append(.init([nil, json], "with null at the start"))
      found.append(.init([json, nil], "with null at the end"))
    }
    guard element.nullable.isList, let inner = json.array?.first else { return found + pairs }
    let literal = SwiftLiteral.whole(inner)
    let lists =
      Self.lengths.map { count, kind in
        ResponseValues.Value(
          .array(Array(repeating: inner, count: count)), kind,
          literal: count < 2 ? nil : ".array(Array(repeating: \(literal), count: \(count)))")
      } + elements(of: element, leaf, pairs, notNull: levels, level: level + 1)
    return found
      + lists.compactMap {
        $0.inside { list in
          list.json.map {
            .init(
              [$0, json], "with the first list \(list.kind)",
              literal: "[\(list.literal), \(usual.literal)]")
          }
        }
      }
  }

  private static func choosing(_ name: String, _ type: WrappedType) -> ResponseValues.Value? {
    ResponseValues.Value(["__typename": .string(name)], "of the type \(name)").inLists(of: type)
  }

  private static let failing = ResponseValues.Value(
    .error("The service has failed here."), "with an error",
    literal: #".error("The service has failed here.")"#
  ).changing { $0.isFault = true }

  /// Returns an error for a field, and values that the schema doesn't allow, such as an unknown enum value.
  private func faults(of type: WrappedType, _ named: NamedType) -> [ResponseValues.Value] {
    var invalid: [ResponseValues.Value?] = [.init(.absent, "missing", literal: ".absent")]
    if named.kind == .enum { invalid.append(.init("VALUE_OF_TOMORROW").inLists(of: type)) }
    if named.kind.isAbstract { invalid.append(Self.choosing("TypeOfTomorrow", type)) }
    return [Self.failing]
      + invalid.compactMap { $0?.changing { ($0.isInvalid, $0.isFault) = (true, true) } }
  }
}

extension TypeSystem {
  /// Returns whether a key of `examples:` is a scalar or enum such as `Money`, or a field of such a type.
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

extension ResponseValues.Value {
  /// Returns the value, in a list of two if the type is a list. Returns nil if a list can't contain it.
  fileprivate func inLists(of type: WrappedType) -> ResponseValues.Value? {
    guard type.nullable.isList else { return self }
    guard let inner = inLists(of: type.nullable.unwrapped) else { return nil }
    switch inner.generated?.content {
    case .json(let element):
      return ResponseValues.Value(
        .array([element, element]), kind, literal: "[\(inner.literal), \(inner.literal)]",
        parts: parts.compactMap { $0.inLists(of: type) })
    case .identifier(let form):
      return ResponseValues.Value(.array(["1", "2"].map { .string(form.text(for: $0)) }), kind)
    case .list, .error, .absent, nil: return nil
    }
  }
}

extension MockJSON {
  /// The element of a list whose elements are all equal, the list itself if they differ, or nil if there are none.
  fileprivate var element: MockJSON? {
    guard let elements = array else { return self }
    guard let first = elements.first else { return nil }
    return elements.allSatisfy { $0 == first } || first.object != nil ? first.element : self
  }
}
