/// Turns the answer to an introspection query into definitions (GraphQL, section 4.2).
///
/// The definitions are then read as any others are, so that there is one way into a type system. What
/// older services lack is taken as absent: `specifiedByURL`, `isRepeatable`, `isOneOf`, interfaces of
/// interfaces, deprecated input values; and directives that say `onField` in place of `locations`.
struct IntrospectionReader: Sendable {
  private let file: String
  private var output = ContiguousArray<UInt8>()
  /// Where the element stands that is being read.
  private var path = JSONPath()

  /// The definitions in UTF-8.
  /// - Parameter json: The whole response, its `data`, or the `__schema` in it.
  static func definitions(
    in json: ContiguousArray<UInt8>, file: String
  ) throws(ServiceSchemaError) -> ContiguousArray<UInt8> {
    guard json.count < Parser.sizeLimit else { throw .tooLarge }
    switch JSONParser.parse(json) {
    case .failure(let error):
      throw ServiceSchemaError(problems: [
        ServiceSchemaError.Problem(
          message: IntrospectionFault.notJSON(error.reason).message, file: file, line: error.line,
          column: error.column)
      ])
    case .success(let value):
      var reader = IntrospectionReader(file: file)
      reader.output.reserveCapacity(json.count / 2)
      try reader.read(value)
      return reader.output
    }
  }

  private init(file: String) { self.file = file }

  private mutating func read(_ json: MockJSON) throws(ServiceSchemaError) {
    let forms: [(schema: MockJSON, path: JSONPath)] = [
      (json["data"]["__schema"], JSONPath([.member("data"), .member("__schema")])),
      (json["__schema"], "__schema"),
      (json["types"].isNull ? .null : json, JSONPath()),
    ]
    guard let (schema, start) = forms.first(where: { $0.schema.isObject }) else {
      throw error(.noSchema)
    }
    path = start
    let lengthBefore = output.count
    writeDescription(of: schema)
    output += "schema {".utf8
    var hasRoots = false
    for operation in OperationType.allCases {
      let member = operation.rawValue + "Type"
      guard !schema[member].isNull else { continue }
      hasRoots = true
      output += " \(operation.rawValue): ".utf8
      path.components.append(.member(member))
      try writeName(of: schema[member])
      path.components.removeLast()
    }
    if hasRoots { output += " }\n".utf8 } else { output.removeSubrange(lengthBefore...) }
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
    guard name == "__" || !name.hasPrefix("__") else { return }
    writeDescription(of: type)
    let kind = type["kind"].string
    switch kind {
    case "SCALAR":
      write("scalar ", name)
      let isOld = type["specifiedByURL"].isNull
      if let url = type[isOld ? "specifiedByUrl" : "specifiedByURL"].string {
        output += " @specifiedBy(url: ".utf8
        writeString(url)
        output += ")".utf8
      }
    case "OBJECT", "INTERFACE":
      write(kind == "OBJECT" ? "type " : "interface ", name)
      try writeFields(of: type)
    case "UNION":
      write("union ", name)
      try writeNames(" = ", "possibleTypes", " | ", of: type)
    case "ENUM":
      write("enum ", name)
      try write("enumValues", " {\n", "}", of: type) {
        (reader, value) throws(ServiceSchemaError) in try reader.writeName(of: value)
      }
    case "INPUT_OBJECT":
      write("input ", name)
      if type["isOneOf"].bool == true { output += " @oneOf".utf8 }
      try writeInputs("inputFields", " {\n", "}", of: type)
    default:
      throw error(.unknownKind(path.appending(.member("kind"))))
    }
    output += "\n".utf8
  }

  private mutating func writeFields(of type: MockJSON) throws(ServiceSchemaError) {
    try writeNames(" implements ", "interfaces", " & ", of: type)
    try write("fields", " {\n", "}", of: type) { (reader, field) throws(ServiceSchemaError) in
      try reader.writeName(of: field)
      try reader.writeInputs("args", "(", ")", of: field)
      try reader.writeType(ofElement: field)
    }
  }

  private mutating func writeNames(
    _ head: String, _ member: String, _ separator: String, of type: MockJSON
  ) throws(ServiceSchemaError) {
    var separator = (next: head, later: separator)
    try forEach(member, of: type) { (reader, use) throws(ServiceSchemaError) in
      reader.output += separator.next.utf8
      try reader.writeName(of: use)
      separator.next = separator.later
    }
  }

  private mutating func writeInputs(
    _ member: String, _ opening: String, _ closing: String, of owner: MockJSON
  ) throws(ServiceSchemaError) {
    try write(member, opening, closing, of: owner) {
      (reader, input) throws(ServiceSchemaError) in
      try reader.writeName(of: input)
      try reader.writeType(ofElement: input)
      guard let value = input["defaultValue"].string else { return }
      let text = ContiguousArray(value.utf8)
      guard Self.isConstant(text) else {
        throw reader.error(.noValue(reader.path.appending(.member("defaultValue"))))
      }
      reader.output += " = ".utf8
      reader.output += text
    }
  }

  /// Writes the elements of a list in brackets, each on its line with its description and deprecation;
  /// no list, no brackets.
  private mutating func write(
    _ member: String, _ opening: String, _ closing: String, of owner: MockJSON,
    _ body: (inout IntrospectionReader, MockJSON) throws(ServiceSchemaError) -> Void
  ) throws(ServiceSchemaError) {
    if owner[member].isNull || owner[member].array?.isEmpty == true { return }
    output += opening.utf8
    try forEach(member, of: owner) { (reader, element) throws(ServiceSchemaError) in
      reader.writeDescription(of: element)
      try body(&reader, element)
      reader.writeDeprecation(of: element)
      reader.output.append(UInt8(ascii: "\n"))
    }
    output += closing.utf8
  }

  private mutating func writeDirective(_ directive: MockJSON) throws(ServiceSchemaError) {
    let stated = directive["locations"].array ?? []
    let known = stated.compactMap(\.string).filter { DirectiveLocation(rawValue: $0) != nil }
    let legacy: [(String, [String])] = [
      ("onOperation", ["QUERY", "MUTATION", "SUBSCRIPTION"]), ("onField", ["FIELD"]),
      ("onFragment", ["FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]),
    ]
    let locations =
      known.isEmpty
      ? legacy.flatMap { directive[$0.0].bool == true ? $0.1 : [] } : known
    // A directive of places that are not known here can't be used here either.
    guard !locations.isEmpty else { return }
    writeDescription(of: directive)
    write("directive @", try name(of: directive))
    try writeInputs("args", "(", ")", of: directive)
    output += (directive["isRepeatable"].bool == true ? " repeatable on " : " on ").utf8
    output += (locations.joined(separator: " | ") + "\n").utf8
  }

  // MARK: Parts

  private mutating func writeDescription(of element: MockJSON) {
    guard let text = element["description"].string else { return }
    writeString(text)
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func writeDeprecation(of element: MockJSON) {
    guard element["isDeprecated"].bool == true else { return }
    output += " @deprecated".utf8
    guard let reason = element["deprecationReason"].string else { return }
    output += "(reason: ".utf8
    writeString(reason)
    output += ")".utf8
  }

  /// Writes a string as the language does: what needs no escapes in JSON needs none there.
  private mutating func writeString(_ text: String) {
    output += JSONWriter.describe(.string(text)).utf8
  }

  /// Writes the type of a field or input value behind a colon, from the outermost wrapper inwards.
  private mutating func writeType(ofElement element: MockJSON) throws(ServiceSchemaError) {
    output += ": ".utf8
    path.components.append(.member("type"))
    var closing = ContiguousArray<UInt8>()
    var type = element["type"]
    while true {
      let isNonNull = type["kind"].string == "NON_NULL"
      guard isNonNull || type["kind"].string == "LIST" else { break }
      let inner = type["ofType"]
      guard !inner.isNull else { throw error(.typeCutOff(path)) }
      if isNonNull {
        if inner["kind"].string == "NON_NULL" { throw error(.nonNullTwice(path)) }
        closing.append(UInt8(ascii: "!"))
      } else {
        output.append(UInt8(ascii: "["))
        closing.append(UInt8(ascii: "]"))
      }
      type = inner
    }
    try writeName(of: type)
    output += closing.reversed()
    path.components.removeLast()
  }

  private mutating func writeName(of element: MockJSON) throws(ServiceSchemaError) {
    output += try name(of: element).utf8
  }

  private mutating func write(_ keyword: String, _ name: String) {
    output += keyword.utf8
    output += name.utf8
  }

  private func name(of element: MockJSON) throws(ServiceSchemaError) -> String {
    guard let name = element["name"].string, name.isGraphQLName else {
      throw error(.noName(path.appending(.member("name"))))
    }
    return name
  }

  private mutating func forEach(
    _ member: String, of owner: MockJSON, isRequired: Bool = false,
    _ body: (inout IntrospectionReader, MockJSON) throws(ServiceSchemaError) -> Void
  ) throws(ServiceSchemaError) {
    if owner[member].isNull, !isRequired { return }
    path.components.append(.member(member))
    guard let elements = owner[member].array else { throw error(.noList(path)) }
    for (index, element) in elements.enumerated() {
      path.components.append(.element(index))
      try body(&self, element)
      path.components.removeLast()
    }
    path.components.removeLast()
  }

  /// Whether a text is one value and nothing else, so that it can't bring definitions with it.
  private static func isConstant(_ bytes: ContiguousArray<UInt8>) -> Bool {
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
