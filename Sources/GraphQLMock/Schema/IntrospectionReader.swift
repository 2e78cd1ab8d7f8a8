/// Turns the answer to an introspection query into definitions (GraphQL, section 4.2).
///
/// The definitions are then read as any others are, so that there is one way into a type system. What
/// older services lack is taken as absent: `specifiedByURL`, `isRepeatable`, `isOneOf`, interfaces of
/// interfaces, deprecated input values; and directives that say `onField` in place of `locations`.
struct IntrospectionReader: Sendable {
  private let file: String
  private var output = ""

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
    guard let (schema, path) = forms.first(where: { $0.0.isObject }) else {
      throw error(.noSchema)
    }
    var roots = ""
    for operation in OperationType.allCases {
      let member = operation.rawValue + "Type"
      guard !schema[member].isNull else { continue }
      let name = try name(of: schema[member], at: path.appending(.member(member)))
      roots += " \(operation.rawValue): \(name)"
    }
    if !roots.isEmpty { output += "schema {\(roots) }\n" }
    for (type, path) in try elements("types", of: schema, at: path, isRequired: true) {
      try writeType(type, at: path)
    }
    for (directive, path) in try elements("directives", of: schema, at: path) {
      try writeDirective(directive, at: path)
    }
  }

  private mutating func writeType(
    _ type: MockJSON, at path: JSONPath
  ) throws(ServiceSchemaError) {
    let name = try name(of: type, at: path)
    // Introspection's own types are the same everywhere.
    guard !name.hasPrefix("__") else { return }
    switch type["kind"].string {
    case "SCALAR":
      output += "scalar \(name)"
      let url = type["specifiedByURL"].string ?? type["specifiedByUrl"].string
      if let url { output += " @specifiedBy(url: \(MockJSON.string(url)))" }
    case "OBJECT": try writeFields(of: type, "type \(name)", at: path)
    case "INTERFACE": try writeFields(of: type, "interface \(name)", at: path)
    case "UNION":
      output += "union \(name)"
      try writeNames(" = ", "possibleTypes", " | ", of: type, at: path)
    case "ENUM":
      output += "enum \(name)"
      let values = try elements("enumValues", of: type, at: path)
      if !values.isEmpty { output += " {\n" }
      for (value, path) in values {
        output += "  \(try self.name(of: value, at: path))\(deprecation(of: value))\n"
      }
      if !values.isEmpty { output += "}" }
    case "INPUT_OBJECT":
      output += "input \(name)" + (type["isOneOf"].bool == true ? " @oneOf" : "")
      try writeInputs("inputFields", " {\n", "}", of: type, at: path)
    default:
      throw error(.unknownKind(path.appending(.member("kind"))))
    }
    output += "\n"
  }

  private mutating func writeFields(
    of type: MockJSON, _ head: String, at path: JSONPath
  ) throws(ServiceSchemaError) {
    output += head
    try writeNames(" implements ", "interfaces", " & ", of: type, at: path)
    let fields = try elements("fields", of: type, at: path)
    if !fields.isEmpty { output += " {\n" }
    for (field, path) in fields {
      output += "  " + (try name(of: field, at: path))
      try writeInputs("args", "(", ")", of: field, at: path)
      output += ": \(try typeText(field["type"], at: path))\(deprecation(of: field))\n"
    }
    if !fields.isEmpty { output += "}" }
  }

  private mutating func writeNames(
    _ head: String, _ member: String, _ separator: String, of type: MockJSON, at path: JSONPath
  ) throws(ServiceSchemaError) {
    var names: [String] = []
    for (use, path) in try elements(member, of: type, at: path) {
      names.append(try name(of: use, at: path))
    }
    if !names.isEmpty { output += head + names.joined(separator: separator) }
  }

  private mutating func writeInputs(
    _ member: String, _ opening: String, _ closing: String, of owner: MockJSON, at path: JSONPath
  ) throws(ServiceSchemaError) {
    let inputs = try elements(member, of: owner, at: path)
    guard !inputs.isEmpty else { return }
    output += opening
    for (input, path) in inputs {
      output += "\(try name(of: input, at: path)): \(try typeText(input["type"], at: path))"
      if let text = input["defaultValue"].string {
        guard Self.isConstant(text) else {
          throw error(.noValue(path.appending(.member("defaultValue"))))
        }
        output += " = \(text)"
      }
      output += deprecation(of: input) + "\n"
    }
    output += closing
  }

  private mutating func writeDirective(
    _ directive: MockJSON, at path: JSONPath
  ) throws(ServiceSchemaError) {
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
    output += "directive @\(try name(of: directive, at: path))"
    try writeInputs("args", "(", ")", of: directive, at: path)
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
  private func typeText(_ type: MockJSON, at path: JSONPath) throws(ServiceSchemaError) -> String {
    var wrappers: [String] = []
    var type = type
    let path = path.appending(.member("type"))
    while let kind = type["kind"].string, kind == "LIST" || kind == "NON_NULL" {
      wrappers.append(kind)
      type = type["ofType"]
      if type.isNull { throw error(.typeCutOff(path)) }
      if kind == "NON_NULL", type["kind"].string == kind { throw error(.nonNullTwice(path)) }
    }
    var text = try name(of: type, at: path)
    for kind in wrappers.reversed() { text = kind == "LIST" ? "[\(text)]" : "\(text)!" }
    return text
  }

  private func name(of element: MockJSON, at path: JSONPath) throws(ServiceSchemaError) -> String {
    guard let name = element["name"].string, let first = name.utf8.first,
      first.startsName, name.utf8.allSatisfy({ $0.continuesName })
    else { throw error(.noName(path.appending(.member("name")))) }
    return name
  }

  private func elements(
    _ member: String, of owner: MockJSON, at path: JSONPath, isRequired: Bool = false
  ) throws(ServiceSchemaError) -> [(MockJSON, JSONPath)] {
    let path = path.appending(.member(member))
    if owner[member].isNull, !isRequired { return [] }
    guard let array = owner[member].array else { throw error(.noList(path)) }
    return array.enumerated().map { ($1, path.appending(.element($0))) }
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
