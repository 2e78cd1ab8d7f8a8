/// Makes up the data of an answer: in the shape of the selection set, with values of the right types.
///
/// The same request has the same answer in every process: lists have two elements, enums their first
/// value, strings are the name of their field, nullable fields are there. An object that was asked for
/// by a key, as in `user(id: 7)`, has that key as its `id`; any other is named by the fields and
/// arguments that lead to it from there, so that one object has one `id` wherever it is selected. Of an
/// argument of more than 32 bytes an `id` has a digest. What an object has follows from its type and its
/// `id`, and from what mutations have changed (see ``MadeUpObjects``), so answers agree with each other.
struct AnswerGenerator: Sendable {
  /// How deep fields and lists may be nested.
  static let depthLimit = 200
  /// How many values an answer may have.
  static let valueLimit = 200_000
  /// How many bytes the names and texts of an answer may have.
  static let byteLimit = 67_108_864
  /// From here on, lists in lists have one element: two more of each would double the answer.
  static let doubledLists = 8

  let system: TypeSystem
  let overrides: ResolvedOverrides
  /// What the answers of the service have in common; nil for an answer that nobody sees.
  let objects: MadeUpObjects?
  let isMutation: Bool
  var fields: SelectedFields
  /// The values so far, each before the values in it: objects and lists are put together at the end.
  var nodes: [Node] = []
  /// The values that are still to be made up.
  private var pending: [Task] = []
  /// The bytes of names and texts so far.
  private var byteCount = 0
  /// The arguments of fields that led to objects, by their nodes.
  var knownArguments: [Int: [Argument]] = [:]

  /// The errors of fields that have one in the place of a value.
  private var errors: [MockResponseError] = []
  /// The values that may not be null, where that decides how far an error reaches.
  private var required: Set<Int> = []

  enum Node: Sendable {
    case value(MockJSON)
    /// There is an error, and so null in the nearest place that may be null.
    case failed
    case list([Int])
    case object(Object)
  }

  struct Object: Sendable {
    /// What is stated although it may not be selected.
    var stated: [(String, MockJSON)] = []
    var members: [(String, Int)] = []
  }

  private struct Task: Sendable {
    var node: Int
    var type: WrappedType
    var group: SelectedFields.Group?
    var field: String
    var count: Int?
    @Boxed var context: ValueContext
  }

  /// Values that a test states, which go before what is made up.
  struct Stated: Sendable {
    /// The earlier goes before the later.
    enum Origin: Int, Sendable {
      case data, fieldData, path, field, change, type
    }

    var json: MockJSON
    var origin: Origin

    /// Whether members may go by the name of the field too, and are left out where not selected.
    var isOverride: Bool { origin != .data }

    /// What is stated of a field.
    func member(_ key: String, ofField name: String) -> MockJSON? {
      guard let members = json.members else { return nil }
      if origin == .change || origin == .fieldData { return members[name] }
      return members[key] ?? (isOverride ? members[name] : nil)
    }
  }

  /// An object or a list that values are made up for.
  struct ValueContext: Sendable {
    /// What the object is called: its key, or the fields that lead to it.
    var identity = ""
    /// The key that it was asked for by.
    var key: (name: String, value: String, short: String)?
    /// The response keys that lead to it, with positions and without.
    var path = ""
    var openPath = ""
    var depth = 0
    var listDepth = 0
    /// The name of its type, where the schema has none of that name.
    var unknownType: String?
    /// What a mutation was given for the object that it returns.
    var given: [GivenValue] = []
    /// What the test states of it, the most specific first.
    var stated: [Stated] = []

    mutating func state(_ json: MockJSON, _ origin: Stated.Origin) {
      let index = stated.firstIndex { $0.origin.rawValue > origin.rawValue }
      stated.insert(Stated(json: json, origin: origin), at: index ?? stated.endIndex)
    }

    /// The path as errors have it.
    var responsePath: MockJSON {
      .array(
        path.split { ".[".contains($0) }.map { part in
          part.last == "]" ? Int(part.dropLast()).map { .number($0) } ?? .null : .string("\(part)")
        })
    }
  }

  /// Makes up the data of an answer.
  /// - Parameters:
  ///   - operation: The operation, of a document that is valid.
  ///   - variables: The variables, with defaults.
  ///   - overrides: What to answer in place of made-up values.
  ///   - partial: Data that the test states; what it leaves out is made up.
  ///   - byFields: Whether that data is keyed by the names of fields.
  ///   - objects: What the answers of the service have in common.
  /// - Returns: The data, with the errors that overrides ask for, or why there is none.
  static func data(
    for operation: Document.Operation, of document: Document, in system: TypeSystem,
    variables: MockJSON = [:], overrides: ResolvedOverrides, completing partial: MockJSON? = nil,
    byFields: Bool = false,
    objects: MadeUpObjects? = nil
  ) -> Result<(data: MockJSON, errors: [MockResponseError]), GenerationError> {
    guard let root = system.rootTypes[operation.type] else {
      // As graphql-js answers: such a document is valid.
      let message = "Schema is not configured to execute \(operation.type.rawValue) operation."
      let start = document.definitions[operation.definition].range.lowerBound
      let position = TextPosition(of: start, in: document.bytes.span)
      let place = MockResponseError.Location(line: position.line, column: position.utf16Column)
      return .success((.null, [MockResponseError(message, locations: [place])]))
    }
    let fields = SelectedFields(
      of: operation, in: document, on: root.name, by: FragmentRule(system), variables: variables)
    var generator = AnswerGenerator(
      system, overrides, fields, objects, isMutation: operation.type == .mutation)
    var context = ValueContext()
    if let partial { context.state(partial, byFields ? .fieldData : .data) }
    do throws(GenerationError) {
      _ = try generator.add(
        .named(root.name), SelectedFields.root, field: "", at: context)
      return .success((try generator.run(), generator.errors))
    } catch {
      return .failure(error)
    }
  }

  private init(
    _ system: TypeSystem, _ overrides: ResolvedOverrides, _ fields: SelectedFields,
    _ objects: MadeUpObjects?, isMutation: Bool
  ) {
    self.system = system
    self.overrides = overrides
    self.objects = objects
    self.isMutation = isMutation
    self.fields = fields
  }

  /// Leaves a value of a type for later, of which something may be stated.
  /// - Parameters:
  ///   - field: The name of the field that has the value.
  ///   - count: The length of the outermost list; nil for the usual one.
  /// - Returns: Where it will be.
  mutating func add(
    _ type: WrappedType, _ group: SelectedFields.Group?, field: String, count: Int? = nil,
    at context: ValueContext
  ) throws(GenerationError) -> Int {
    guard nodes.count < Self.valueLimit else { throw .tooLarge(limit: Self.valueLimit) }
    try grow(by: context.identity, context.path, context.openPath)
    guard context.depth < Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
    let node = add(.null)
    if overrides.hasErrors, type.isNonNull { required.insert(node) }
    pending.append(
      Task(node: node, type: type, group: group, field: field, count: count, context: context))
    return node
  }

  /// Adds a value that is known.
  mutating func add(_ value: MockJSON) -> Int {
    nodes.append(.value(value))
    return nodes.count - 1
  }

  /// Counts the bytes of texts.
  mutating func grow(by texts: String...) throws(GenerationError) {
    for text in texts { byteCount += text.utf8.count }
    guard byteCount <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
  }

  private mutating func run() throws(GenerationError) -> MockJSON {
    while let task = pending.popLast() {
      let node = try make(task)
      if case .value(let value) = node, let text = value.string { try grow(by: text) }
      nodes[task.node] = node
      if fields.isExhausted { throw .tooComplex }
    }
    var values = [MockJSON](repeating: .null, count: nodes.count)
    // Null in the place of these is not allowed (section 6.4.4 "Handling Execution Errors").
    var failed: Set<Int> = []
    // What is in a value stands behind it.
    for index in nodes.indices.reversed() {
      switch nodes[index] {
      case .value(let value): values[index] = value
      case .list(let elements) where failed.isDisjoint(with: elements):
        values[index] = .array(elements.map { values[$0] })
      case .object(let object)
      where failed.isEmpty || !object.members.contains { failed.contains($0.1) }:
        let members = object.stated + object.members.map { ($0.0, values[$0.1]) }
        values[index] = MockJSON(.object(JSONMembers(members)))
      case .list, .object, .failed: if required.contains(index) { failed.insert(index) }
      }
    }
    return values[0]
  }

  /// Adds an error in the place of a value.
  mutating func fail(_ type: WrappedType, _ message: String, at context: ValueContext) -> Int {
    nodes.append(.failed)
    if type.isNonNull { required.insert(nodes.count - 1) }
    errors.append(MockResponseError(message, path: context.responsePath))
    return nodes.count - 1
  }

  private mutating func make(_ task: Task) throws(GenerationError) -> Node {
    let type = task.type.nullable
    if type.isList { return try list(of: type.unwrapped, task) }
    guard let named = system.namedType(of: type) else { return .value(.null) }
    let kind = named.kind
    let stated = task.context.stated.first?.json ?? overrides.types[named]
    if let stated, !kind.isComposite || !stated.isObject { return .value(stated) }
    switch kind {
    case .scalar:
      let value = scalar(named, field: task.field, at: task.context)
      return .value(value.isNull && task.type.isNonNull ? .string(task.field) : value)
    case .enum:
      return .value(named.enumValues.first.map { .string($0.name) } ?? .null)
    case .object, .interface, .union:
      guard let group = task.group else { return .value([:]) }
      return try object(named, group, at: task.context)
    case .inputObject: return .value(.null)
    }
  }

  private mutating func list(
    of element: WrappedType, _ task: Task
  ) throws(GenerationError) -> Node {
    let context = task.context
    var stated: [MockJSON]?
    if let first = context.stated.first {
      guard let array = first.json.array else { return .value(first.json) }
      stated = array
    }
    let usual = context.listDepth < Self.doubledLists ? 2 : 1
    let count = stated?.count ?? task.count ?? usual
    guard count <= Self.valueLimit else { throw .tooLarge(limit: Self.valueLimit) }
    var elements: [Int] = []
    for index in 0..<count {
      var inner = context
      inner.identity += ".\(index)"
      inner.path += "[\(index)]"
      inner.depth += 1
      inner.listDepth += 1
      // What was asked for by a key is one, so no element is.
      (inner.key, inner.given) = (nil, [])
      inner.stated =
        stated.map { [Stated(json: $0[index], origin: context.stated[0].origin)] } ?? []
      let override = pathOverride(at: inner)?.content
      if case .json(let json)? = override { inner.state(json, .path) }
      if case .error(let message)? = override {
        elements.append(fail(element, message, at: inner))
      } else {
        elements.append(try add(element, task.group, field: task.field, at: inner))
      }
    }
    return .list(elements)
  }

  private func scalar(_ type: NamedType, field: String, at context: ValueContext) -> MockJSON {
    switch type.name {
    case "ID":
      if let key = context.key, field == "id" || field == key.name { return .string(key.value) }
      return .string(field == "id" ? context.identity : "\(context.identity).\(field)")
    case "String": return .string(field)
    default: return GeneratedScalars.value(ofType: type.name, field: field)
    }
  }

  /// The override by path; one with positions goes before one without.
  /// - Parameter member: What the path goes on with, such as `.id`.
  func pathOverride(at context: ValueContext, member: String = "") -> GeneratedValue? {
    guard !overrides.paths.isEmpty else { return nil }
    return overrides.paths[context.path + member] ?? overrides.paths[context.openPath + member]
  }
}
