/// Turns the answer to an introspection query into definitions (GraphQL, section 4.2).
///
/// The definitions are then read as any others are, so that there is one way into a type system. What
/// older services lack is taken as absent: `specifiedByURL`, `isRepeatable`, `isOneOf`, interfaces of
/// interfaces, deprecated input values; and directives that say `onField` in place of `locations`.
struct IntrospectionReader: Sendable {
  private let file: String
  private var output = ""
  /// Where the element stands that is being read.
  private var path = JSONPath()

  /// The definitions in UTF-8.
  /// - Parameter json: The whole response, its `data`, or the `__schema` in it.
  static func definitions(
    in json: ContiguousArray<UInt8>, file: String
  ) throws(ServiceSchemaError) -> ContiguousArray<UInt8> {
    var reader = IntrospectionReader(file: file)
    switch JSONParser.parse(json) {
    case .failure(let error):
      throw ServiceSchemaError(problems: [
        ServiceSchemaError.Problem(
          message: IntrospectionFault.notJSON(error.reason).message, file: file, line: error.line,
          column: error.column)
      ])
    case .success(let json):
      try reader.read(json)
    }
    return ContiguousArray(reader.output.utf8)
  }

  private init(file: String) { self.file = file }

  private mutating func read(_ json: MockJSON) throws(ServiceSchemaError) {
    let forms: [(MockJSON, JSONPath)] = [
      (json["data"]["__schema"], JSONPath([.member("data"), .member("__schema")])),
      (json["__schema"], "__schema"), (json["types"].isNull ? .null : json, JSONPath()),
    ]
    guard let (schema, start) = forms.first(where: { $0.0.isObject }) else {
      throw error(.noSchema)
    }
    path = start
    var roots = ""
    for operation in OperationType.allCases {
      let member = operation.rawValue + "Type"
      guard !schema[member].isNull else { continue }
      path.components.append(.member(member))
      let name = try name(of: schema[member])
      path.components.removeLast()
      roots += " \(operation.rawValue): \(name)"
    }
    if !roots.isEmpty { output += "schema {\(roots) }\n" }
    try forEach("types", of: schema, isRequired: true) {
      (reader, type) throws(ServiceSchemaError) in try reader.writeType(type)
    }
    try forEach("directives", of: schema) {
      (reader, directive) throws(ServiceSchemaError) in try reader.writeDirective(directive)
    }
  }

  private mutating func writeType(_ type: MockJSON) throws(ServiceSchemaError) {
    let name = try name(of: type)
    // Introspection's own types are the same everywhere.
    guard !name.hasPrefix("__") else { return }
    switch type["kind"].string {
    case "SCALAR":
      output += "scalar \(name)"
      let url = type["specifiedByURL"].string ?? type["specifiedByUrl"].string
      if let url { output += " @specifiedBy(url: \(MockJSON.string(url)))" }
    case "OBJECT": try writeFields(of: type, "type \(name)")
    case "INTERFACE": try writeFields(of: type, "interface \(name)")
    case "UNION":
      output += "union \(name)"
      try writeNames(" = ", "possibleTypes", " | ", of: type)
    case "ENUM":
      output += "enum \(name)"
      try write("enumValues", " {\n", "}", of: type) {
        (reader, value) throws(ServiceSchemaError) in
        reader.output += "  " + (try reader.name(of: value))
      }
    case "INPUT_OBJECT":
      output += "input \(name)" + (type["isOneOf"].bool == true ? " @oneOf" : "")
      try writeInputs("inputFields", " {\n", "}", of: type)
    default:
      throw error(.unknownKind(path.appending(.member("kind"))))
    }
    output += "\n"
  }

  private mutating func writeFields(
    of type: MockJSON, _ head: String
  ) throws(ServiceSchemaError) {
    output += head
    try writeNames(" implements ", "interfaces", " & ", of: type)
    try write("fields", " {\n", "}", of: type) { (reader, field) throws(ServiceSchemaError) in
      reader.output += "  " + (try reader.name(of: field))
      try reader.writeInputs("args", "(", ")", of: field)
      reader.output += ": " + (try reader.typeText(field["type"]))
    }
  }

  private mutating func writeNames(
    _ head: String, _ member: String, _ separator: String, of type: MockJSON
  ) throws(ServiceSchemaError) {
    var separator = (next: head, later: separator)
    try forEach(member, of: type) { (reader, use) throws(ServiceSchemaError) in
      reader.output += separator.next + (try reader.name(of: use))
      separator.next = separator.later
    }
  }

  private mutating func writeInputs(
    _ member: String, _ opening: String, _ closing: String, of owner: MockJSON
  ) throws(ServiceSchemaError) {
    try write(member, opening, closing, of: owner) {
      (reader, input) throws(ServiceSchemaError) in
      reader.output +=
        "\(try reader.name(of: input)): \(try reader.typeText(input["type"]))"
      guard let text = input["defaultValue"].string else { return }
      guard Self.isConstant(text) else {
        throw reader.error(.noValue(reader.path.appending(.member("defaultValue"))))
      }
      reader.output += " = \(text)"
    }
  }

  /// Writes the elements of a list in brackets, each on its line with its deprecation; no list, no
  /// brackets.
  private mutating func write(
    _ member: String, _ opening: String, _ closing: String, of owner: MockJSON,
    _ body: (inout IntrospectionReader, MockJSON) throws(ServiceSchemaError) -> Void
  ) throws(ServiceSchemaError) {
    guard owner[member].array?.isEmpty != true, !owner[member].isNull else { return }
    output += opening
    try forEach(member, of: owner) { (reader, element) throws(ServiceSchemaError) in
      try body(&reader, element)
      reader.output += reader.deprecation(of: element) + "\n"
    }
    output += closing
  }

  private mutating func writeDirective(_ directive: MockJSON) throws(ServiceSchemaError) {
    let known = (directive["locations"].array ?? []).compactMap(\.string)
      .filter { DirectiveLocations(name: $0) != nil }
    let legacy: [(String, [String])] = [
      ("onOperation", ["QUERY", "MUTATION", "SUBSCRIPTION"]), ("onField", ["FIELD"]),
      ("onFragment", ["FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]),
    ]
    let locations =
      known.isEmpty
      ? legacy.flatMap { directive[$0.0].bool == true ? $0.1 : [] } : known
    // A directive of places that are not known here can't be used here either.
    guard !locations.isEmpty else { return }
    output += "directive @\(try name(of: directive))"
    try writeInputs("args", "(", ")", of: directive)
    output += directive["isRepeatable"].bool == true ? " repeatable on " : " on "
    output += locations.joined(separator: " | ") + "\n"
  }

  // MARK: Parts

  private func deprecation(of element: MockJSON) -> String {
    guard element["isDeprecated"].bool == true else { return "" }
    guard let reason = element["deprecationReason"].string else { return " @deprecated" }
    return " @deprecated(reason: \(MockJSON.string(reason)))"
  }

  /// A type as definitions write it, from the innermost wrapper outwards.
  private mutating func typeText(_ type: MockJSON) throws(ServiceSchemaError) -> String {
    var wrappers: [String] = []
    var type = type
    path.components.append(.member("type"))
    while let kind = type["kind"].string, kind == "LIST" || kind == "NON_NULL" {
      wrappers.append(kind)
      type = type["ofType"]
      if type.isNull { throw error(.typeCutOff(path)) }
      if kind == "NON_NULL", type["kind"].string == kind { throw error(.nonNullTwice(path)) }
    }
    var text = try name(of: type)
    path.components.removeLast()
    for kind in wrappers.reversed() { text = kind == "LIST" ? "[\(text)]" : "\(text)!" }
    return text
  }

  private func name(of element: MockJSON) throws(ServiceSchemaError) -> String {
    guard let name = element["name"].string, let first = name.utf8.first,
      first.startsName, name.utf8.allSatisfy({ $0.continuesName })
    else { throw error(.noName(path.appending(.member("name")))) }
    return name
  }

  private mutating func forEach(
    _ member: String, of owner: MockJSON, isRequired: Bool = false,
    _ body: (inout IntrospectionReader, MockJSON) throws(ServiceSchemaError) -> Void
  ) throws(ServiceSchemaError) {
    let list = owner[member]
    if list.isNull, !isRequired { return }
    path.components.append(.member(member))
    guard let elements = list.array else { throw error(.noList(path)) }
    for (index, element) in elements.enumerated() {
      path.components.append(.element(index))
      try body(&self, element)
      path.components.removeLast()
    }
    path.components.removeLast()
  }

  /// Whether a text is one value and nothing else, so that it can't bring definitions with it.
  private static func isConstant(_ text: String) -> Bool {
    let bytes = ContiguousArray(text.utf8)
    var parser = Parser()
    parser.token = parser.lexer.next(bytes.span)
    return parser.parseValue(bytes.span, isConstant: true) && parser.token.kind == .endOfFile
  }

  private func error(_ fault: IntrospectionFault) -> ServiceSchemaError {
    ServiceSchemaError(problems: [
      ServiceSchemaError.Problem(message: fault.message, file: file)
    ])
  }
}

/// What makes a JSON text no answer to an introspection query.
enum IntrospectionFault: Sendable, Hashable {
  case notJSON(String)
  case noSchema
  case noList(JSONPath)
  case noName(JSONPath)
  case noValue(JSONPath)
  case unknownKind(JSONPath)
  case typeCutOff(JSONPath)
  case nonNullTwice(JSONPath)

  var message: String {
    switch self {
    case .notJSON(let reason): "Invalid JSON: \(reason)."
    case .noSchema: "This is no answer to an introspection query: it has no \"__schema\"."
    case .noList(let path): "\(path) must be a list."
    case .noName(let path): "\(path) must be a name."
    case .noValue(let path): "\(path) must be a value as GraphQL writes it."
    case .unknownKind(let path): "\(path) must be a kind of named type."
    case .typeCutOff(let path):
      "\(path) is cut off: the introspection query asked for too few levels of \"ofType\"."
    case .nonNullTwice(let path): "\(path) is non-null twice."
    }
  }
}
