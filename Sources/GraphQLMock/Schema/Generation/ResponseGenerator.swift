/// Generates the data of a response from the schema.
///
/// Equal requests get equal data, even in different processes. A list has two elements, an enum has its first
/// value, a string is the name of its field, and nullable fields aren't null. The user in `user(id: 7)` has the
/// `id` 7. Any other `id` is made of the fields and arguments on the path to the object. An object's fields depend
/// only on its type, its `id` and earlier mutations, so that all responses are consistent.
struct ResponseGenerator: Sendable {
  /// The maximum number of objects and lists around a value, less than the `NestingLimit` of JSON.
  static let depthLimit = 200
  static let valueLimit = 200_000
  /// The maximum number of UTF-8 bytes in keys, texts, paths and identities.
  static let byteLimit = 67_108_864
  /// Lists nested more deeply than this have one element, not two, so that responses stay small.
  static let doubledLists = 8

  let system: TypeSystem
  let overrides: ResolvedOverrides
  /// The objects of earlier responses, with which this response must agree, or nil to ignore them.
  let objects: MadeUpObjects?
  /// The types that have seeds, of which there are no other objects.
  let closed: Set<String>
  let isMutation: Bool
  /// Whether data that a mutation's response states changes the objects of seeded types.
  let remembersData: Bool
  /// The errors of null arguments, by the syntax node of the field or fragment that has them. Its fields become null.
  let refusing: [Int: ValidationError]
  var refused: [ValidationError] = []
  var fields: SelectedFields
  /// The generated values. An object or list comes before the values inside of it, as `run` requires.
  var nodes: [Node] = []
  /// A stack, so that values inside an object are generated before the fields of outer objects.
  private var pending: [Task] = []
  private var byteCount = 0
  /// The arguments by field and syntax node. One selection may be of several types with different defaults.
  var knownArguments: [FieldDefinition: [Int: Arguments]] = [:]
  var choices: [SelectedFields.Group: TypeChoice] = [:]
  var cursors: [MadeUpObjects.SentCursor] = []
  /// Remarks for the journal, such as `1 of 2 by done`.
  var notes: [String] = []
  /// Whether a mutation's arguments or data are about an object of a seeded type.
  var changesObjects = false
  /// Returns false for a text that no earlier response has contained. If nil, cursors in arguments aren't checked.
  let wasSent: (@Sendable (String) -> Bool)?
  /// Whether values may have errors. If not, neither paths nor the values that can't be null are noted. It doesn't
  /// change during a response, although other responses may send the first cursor.
  let mayFail: Bool

  private var errors: [MockResponseError] = []
  /// The indices of values that can't be null. An error in such a value makes the enclosing value null.
  private var required: Set<Int> = []

  enum Node: Sendable {
    case value(MockJSON)
    /// A value with an error. It becomes null, or makes an enclosing value null.
    case failed
    case list([Int])
    case object(Object)
  }

  struct Object: Sendable {
    var stated: [(String, MockJSON)] = []
    var members: [(String, Int)] = []
  }

  private struct Task: Sendable {
    var node: Int
    var type: WrappedType
    var group: SelectedFields.Group?
    var field: String
    var count: Int?
    @Boxed var place: Place
  }

  struct Stated: Sendable {
    /// How the test has set the value, in order of precedence: a handler's data by response keys or by field names,
    /// an override by path, a seeded object, an override by field, a change of another object, an override by type.
    enum Origin: Int, Sendable {
      case data, fieldData, path, object, field, change, type
    }

    var json: MockJSON
    var origin: Origin

    /// Whether the test may write field names in place of aliases.
    var isOverride: Bool { origin != .data }

    var isData: Bool { origin == .data || origin == .fieldData }

    /// Whether the value is of the object itself. The origin is `object` for seeded types, and otherwise `change`.
    var isOfObject: Bool { origin == .object || origin == .change }

    func member(_ key: String, ofField name: String) -> MockJSON? {
      guard let members = json.members else { return nil }
      if isOfObject || origin == .fieldData { return members[name] }
      return members[key] ?? (isOverride ? members[name] : nil)
    }
  }

  /// Values inside of a value inherit all properties, except for those that `object`, `element` and `step` set again.
  struct Place: Sendable {
    /// Identifies an object by its key, as in `User:7`, or else by the fields and arguments on the path to it.
    var identity = ""
    /// The `id` of the object, or another argument by which it was requested.
    var key: (name: String, value: String)?
    /// The nearest object with an `id`, and the one around it: at `name` in `post { author { name } }`, author and post.
    var owner: ObjectKey?
    var parent: ObjectKey?
    /// The values that the objects of a seeded type must have, by field.
    var filters: [(field: String, value: MockJSON)] = []
    /// The type of the object in a list of seeded types.
    var typeName: String?
    /// Whether the object is the oldest of its seeded type, because nothing names another.
    var isOldest = false
    var page: Page?
    /// The number of the element in its list, which stays the same if other elements are deleted.
    var slot: Int?
    /// The field of the list or connection that contains the value, such as `Query.users`.
    var list = ""
    /// The path of response keys with list indices, such as `users[0].name`, and in `openPath` without them, such as
    /// `users.name`. Both are incomplete unless there are overrides by path, or values may have errors.
    var path = ""
    var openPath = ""
    var depth = 0
    var listDepth = 0
    /// The stated `__typename` of the object if the schema doesn't have this type.
    var unknownType: String?
    /// The arguments of the mutation and the fields of its input objects, which the objects of its response get.
    var mutationInput: [GivenValue] = []
    /// The values that the test specifies for this field, from highest to lowest precedence.
    var stated: [Stated] = []

    /// Adds a value that the test specifies for this field, according to the precedence of its origin.
    mutating func state(_ json: MockJSON, _ origin: Stated.Origin) {
      let index = stated.firstIndex { $0.origin.rawValue > origin.rawValue }
      stated.insert(Stated(json: json, origin: origin), at: index ?? stated.endIndex)
    }

    func id(ofType type: String) -> MockJSON? {
      key.flatMap { GeneratedScalars.id($0.value, ofType: type, isStated: $0.name == "id") }
    }

    var responsePath: MockJSON {
      .array(
        path.split { ".[".contains($0) }.map { part in
          part.last == "]" ? Int(part.dropLast()).map { .number($0) } ?? .null : .string("\(part)")
        })
    }
  }

  typealias Made = (
    data: MockJSON, errors: [MockResponseError], refused: [ValidationError], notes: [String],
    unchanged: String?
  )

  /// - Parameters:
  ///   - variables: The variables of the operation, including those with default values.
  ///   - byFields: Whether the members of `partial` have field names instead of aliases.
  static func data(
    for operation: Document.Operation, of document: Document, in system: TypeSystem,
    variables: MockJSON = [:], overrides: ResolvedOverrides, completing partial: MockJSON? = nil,
    byFields: Bool = false, objects: MadeUpObjects? = nil, refusing: [NullArgument] = [],
    wasSent: (@Sendable (String) -> Bool)? = nil, remembersData: Bool = true,
    root: NamedType? = nil, at place: Place = Place()
  ) -> Result<Made, GenerationError> {
    guard let root = root ?? system.rootTypes[operation.type] else {
      let error = ValidationError.Reason.noRootType(operation.type)
      return .success((.null, [MockResponseError(error.message)], [], [], nil))
    }
    let fields = SelectedFields(
      of: operation, in: document, on: root.name, by: FragmentRule(system), variables: variables)
    var generator = ResponseGenerator(
      system: system, overrides: overrides, objects: objects, closed: objects?.closed ?? [],
      isMutation: operation.type == .mutation, remembersData: remembersData,
      refusing: Dictionary(refusing.map { ($0.selection, $0.error) }) { first, _ in first },
      fields: fields, wasSent: wasSent,
      mayFail: overrides.hasErrors || !refusing.isEmpty || objects?.mayCauseErrors == true)
    var place = place
    if let partial { place.state(partial, byFields ? .fieldData : .data) }
    do throws(GenerationError) {
      _ = try generator.add(.named(root.name), SelectedFields.root, field: "", at: place)
      let data = try generator.run()
      objects?.remember(generator.cursors)
      let unchanged = generator.unchangedType(in: root)
      return .success((data, generator.errors, generator.refused, generator.notes, unchanged))
    } catch {
      return .failure(error)
    }
  }

  /// Adds a value that is generated later. If the value is a list, `count` is the number of its elements.
  mutating func add(
    _ type: WrappedType, _ group: SelectedFields.Group?, field: String, count: Int? = nil,
    at place: Place
  ) throws(GenerationError) -> Int {
    try grow(by: place.identity, place.path, place.openPath)
    guard place.depth < Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
    let node = try add(.null)
    if mayFail, type.isNonNull { required.insert(node) }
    pending.append(
      Task(node: node, type: type, group: group, field: field, count: count, place: place))
    return node
  }

  mutating func add(_ value: MockJSON) throws(GenerationError) -> Int {
    guard nodes.count < Self.valueLimit else { throw .tooLarge(limit: Self.valueLimit) }
    nodes.append(.value(value))
    return nodes.count - 1
  }

  /// Counts the bytes of texts, and throws an error if the response would become too large.
  mutating func grow(by texts: String...) throws(GenerationError) {
    for text in texts { byteCount += text.utf8.count }
    guard byteCount <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
  }

  private mutating func run() throws(GenerationError) -> MockJSON {
    while let task = pending.popLast() {
      let node = try make(task)
      if case .value(let value) = node {
        if let text = value.string { try grow(by: text) }
        if !task.place.list.isEmpty, task.group == nil {
          noteCursor(value, of: task.field, ofType: task.type.name, at: task.place)
        }
      }
      nodes[task.node] = node
      // The root fields of a mutation run in series (GraphQL, section 6.2.2).
      if isMutation, task.place.depth == 0 { pending.reverse() }
      if fields.isExhausted { throw .tooComplex }
    }
    var values = [MockJSON](repeating: .null, count: nodes.count)
    // The indices of values that have an error and can't be null (GraphQL specification, section 6.4.4).
    var failed: Set<Int> = []
    for index in nodes.indices.reversed() {
      switch nodes[index] {
      case .value(let value): values[index] = value
      case .list(let elements) where failed.isDisjoint(with: elements):
        values[index] = .array(elements.map { values[$0] })
      case .object(let object)
      where failed.isEmpty || !object.members.contains { failed.contains($0.1) }:
        let members = object.members.map { ($0.0, values[$0.1]) }
        values[index] = MockJSON(.object(JSONMembers(inOrder: members, and: object.stated)))
      case .list, .object, .failed: if required.contains(index) { failed.insert(index) }
      }
    }
    return values[0]
  }

  /// Adds a failed value if the field or fragment has a null argument.
  mutating func refuse(
    _ selection: Int?, _ type: WrappedType, at place: Place
  ) throws(GenerationError) -> Int? {
    guard let error = selection.flatMap({ refusing[$0] }) else { return nil }
    if !refused.contains(error) { refused.append(error) }
    return try fail(type, error.message, error.locations, at: place)
  }

  /// Adds a value with an error. If the value can't be null, the enclosing value becomes null.
  mutating func fail(
    _ type: WrappedType, _ message: String, _ locations: [MockResponseError.Location] = [],
    at place: Place
  ) throws(GenerationError) -> Int {
    let node = try add(.null)
    nodes[node] = .failed
    if type.isNonNull { required.insert(node) }
    // Only the root object has no path.
    let path = place.depth == 0 ? Optional.none : place.responsePath
    errors.append(MockResponseError(message, path: path, locations: locations))
    return node
  }

  private mutating func make(_ task: Task) throws(GenerationError) -> Node {
    let type = task.type.nullable
    if type.isList { return try list(of: type.unwrapped, task) }
    guard let named = system.namedType(of: type) else { return .value(.null) }
    let kind = named.kind
    let stated = task.place.stated.first?.json ?? overrides.types[named]
    if let stated, !kind.isComposite || !stated.isObject { return .value(stated) }
    switch kind {
    case .scalar:
      let value = scalar(named, field: task.field, at: task.place)
      if !value.isNull || !task.type.isNonNull { return .value(value) }
      let usual = GeneratedScalars.value(ofType: named.name, field: task.field)
      return .value(usual.isNull ? .string(task.field) : usual)
    case .enum: return .value(named.enumValues.first.map { .string($0.name) } ?? .null)
    case .object, .interface, .union:
      guard let group = task.group else { return .value([:]) }
      if stated == nil, system.possibleTypes(of: named).isEmpty {
        guard task.type.isNonNull else { return .value(.null) }
        throw .noPossibleType(interface: named.name)
      }
      return try object(
        named, group, field: task.field, isNonNull: task.type.isNonNull, at: task.place)
    case .inputObject: return .value(.null)
    }
  }

  private mutating func list(
    of element: WrappedType, _ task: Task
  ) throws(GenerationError) -> Node {
    var place = task.place
    let first = place.stated.first.map { existing($0, of: element, at: place.path) }
    if let first, first.json.array == nil { return .value(first.json) }
    let array = first?.json.array
    // A list from the handler isn't divided into pages, and neither is a list of scalars or enum values.
    if first?.isData == true || task.group == nil, place.page?.ids == nil { place.page = nil }
    let isOpen = array == nil && task.count == nil && Page.connectionFields.contains(task.field)
    let slots =
      (isOpen ? place.page?.slots : nil)
      ?? page(place, of: element, whole: array?.count, count: task.count).slots ?? []
    guard slots.count <= Self.valueLimit else { throw .tooLarge(limit: Self.valueLimit) }
    let type = array == nil ? nodeType(of: element) : nil
    let isSeeded = array == nil && place.page?.ids == nil && isClosed(system.node(of: element))
    var elements: [Int] = []
    for (index, slot) in slots.enumerated() {
      var inner = self.element(slot, of: place, type, isSeeded: isSeeded)
      inner.path += "[\(index)]"
      inner.depth += 1
      inner.listDepth += 1
      inner.stated = first.map { [Stated(json: $0.json[slot], origin: $0.origin)] } ?? []
      let override = pathOverride(at: inner)?.content
      if case .json(let json)? = override { inner.state(json, .path) }
      if case .error(let message)? = override {
        elements.append(try fail(element, message, at: inner))
      } else {
        elements.append(try add(element, task.group, field: task.field, at: inner))
      }
    }
    return .list(elements)
  }

  private func scalar(_ type: NamedType, field: String, at place: Place) -> MockJSON {
    if let value = pageValue(of: field, type, at: place) { return value }
    let isID = field == "id" || field == place.key?.name && type.name == "ID"
    if isID, let id = place.id(ofType: type.name) { return id }
    switch type.name {
    case "ID":
      if field == "id" { return .string(place.identity) }
      return .string(place.identity.isEmpty ? field : "\(place.identity).\(field)")
    case "String": return .string(field)
    default: return GeneratedScalars.value(ofType: type.name, field: field)
    }
  }

  /// Returns the value that the test sets for a path such as `users[0].id`, or without indices, `users.id`.
  func pathOverride(at place: Place, member: String = "") -> GeneratedValue? {
    guard !overrides.paths.isEmpty else { return nil }
    return overrides.paths[place.path + member] ?? overrides.paths[place.openPath + member]
  }
}
