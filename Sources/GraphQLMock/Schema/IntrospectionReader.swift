/// Turns the answer to an introspection query into definitions (GraphQL, section 4.2).
///
/// The definitions are then read as any others are, so that there is one way into a type system. What
/// older services lack is taken as absent: `specifiedByURL`, `isRepeatable`, `isOneOf`, interfaces of
/// interfaces, deprecated input values; and directives that say `onField` in place of `locations`.
struct IntrospectionReader: Sendable {
  private let file: String
  private let json: JSONTape
  private var output = ContiguousArray<UInt8>()
  /// Where the element stands that is being read.
  private var path = JSONPath()

  /// The definitions in UTF-8.
  /// - Parameter json: The whole response, its `data`, or the `__schema` in it.
  static func definitions(
    in json: ContiguousArray<UInt8>, file: String
  ) throws(ServiceSchemaError) -> ContiguousArray<UInt8> {
    guard json.count < Parser.sizeLimit else { throw .tooLarge }
    switch JSONTape.read(json) {
    case .failure(let error):
      throw ServiceSchemaError(problems: [
        ServiceSchemaError.Problem(
          message: IntrospectionFault.notJSON(error.reason).message, file: file, line: error.line,
          column: error.column)
      ])
    case .success(let tape):
      var reader = IntrospectionReader(file: file, json: tape)
      try reader.read()
      return reader.output
    }
  }

  private init(file: String, json: JSONTape) {
    self.file = file
    self.json = json
    output.reserveCapacity(json.bytes.count / 2)
  }

  private mutating func read() throws(ServiceSchemaError) {
    let data = json.member("data", of: 0)
    let forms: [(node: Int?, path: JSONPath)] = [
      (
        data.flatMap { json.member("__schema", of: $0) },
        JSONPath([.member("data"), .member("__schema")])
      ),
      (json.member("__schema", of: 0), "__schema"),
      (json.member("types", of: 0).map { _ in 0 }, JSONPath()),
    ]
    var start: Int?
    for form in forms where start == nil {
      guard let node = form.node, json.nodes[node].kind == .object else { continue }
      start = node
      path = form.path
    }
    guard let schema = start else { throw error(.noSchema) }
    let lengthBefore = output.count
    writeDescription(of: schema)
    output += "schema {".utf8
    var hasRoots = false
    for operation in OperationType.allCases {
      let member = operation.rawValue + "Type"
      guard let root = json.member(member, of: schema) else { continue }
      hasRoots = true
      output += " \(operation.rawValue): ".utf8
      path.components.append(.member(member))
      try writeName(of: root)
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

  private mutating func writeType(_ type: Int) throws(ServiceSchemaError) {
    let name = try name(of: type)
    // Introspection's own types are the same everywhere.
    let isOwn =
      name.count > 2 && json.bytes[name.lowerBound] == UInt8(ascii: "_")
      && json.bytes[name.lowerBound + 1] == UInt8(ascii: "_")
    guard !isOwn else { return }
    writeDescription(of: type)
    let kind = json.member("kind", of: type).flatMap(json.string)
    switch kind {
    case "SCALAR":
      write("scalar ", name)
      let url = json.member("specifiedByURL", of: type) ?? json.member("specifiedByUrl", of: type)
      if let url, json.nodes[url].kind == .string {
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
      if isTrue("isOneOf", of: type) { output += " @oneOf".utf8 }
      try writeInputs("inputFields", " {\n", "}", of: type)
    default:
      throw error(.unknownKind(path.appending(.member("kind"))))
    }
    output += "\n".utf8
  }

  private mutating func writeFields(of type: Int) throws(ServiceSchemaError) {
    try writeNames(" implements ", "interfaces", " & ", of: type)
    try write("fields", " {\n", "}", of: type) { (reader, field) throws(ServiceSchemaError) in
      try reader.writeName(of: field)
      try reader.writeInputs("args", "(", ")", of: field)
      try reader.writeType(ofElement: field)
    }
  }

  private mutating func writeNames(
    _ head: String, _ member: String, _ separator: String, of type: Int
  ) throws(ServiceSchemaError) {
    var separator = (next: head, later: separator)
    try forEach(member, of: type) { (reader, use) throws(ServiceSchemaError) in
      reader.output += separator.next.utf8
      try reader.writeName(of: use)
      separator.next = separator.later
    }
  }

  private mutating func writeInputs(
    _ member: String, _ opening: String, _ closing: String, of owner: Int
  ) throws(ServiceSchemaError) {
    try write(member, opening, closing, of: owner) {
      (reader, input) throws(ServiceSchemaError) in
      try reader.writeName(of: input)
      try reader.writeType(ofElement: input)
      guard let value = reader.json.member("defaultValue", of: input),
        reader.json.nodes[value].kind == .string
      else { return }
      let text = ContiguousArray(reader.json.bytes[reader.json.content(of: value)])
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
    _ member: String, _ opening: String, _ closing: String, of owner: Int,
    _ body: (inout IntrospectionReader, Int) throws(ServiceSchemaError) -> Void
  ) throws(ServiceSchemaError) {
    guard let list = json.member(member, of: owner) else { return }
    if json.nodes[list].kind == .array, Int(json.nodes[list].next) == list + 1 { return }
    output += opening.utf8
    try forEach(member, of: owner) { (reader, element) throws(ServiceSchemaError) in
      reader.writeDescription(of: element)
      try body(&reader, element)
      reader.writeDeprecation(of: element)
      reader.output.append(UInt8(ascii: "\n"))
    }
    output += closing.utf8
  }

  private mutating func writeDirective(_ directive: Int) throws(ServiceSchemaError) {
    let stated = json.member("locations", of: directive).flatMap(json.elements) ?? []
    let known = stated.compactMap(json.string).filter { DirectiveLocation(rawValue: $0) != nil }
    let legacy: [(String, [String])] = [
      ("onOperation", ["QUERY", "MUTATION", "SUBSCRIPTION"]), ("onField", ["FIELD"]),
      ("onFragment", ["FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]),
    ]
    let locations =
      known.isEmpty
      ? legacy.flatMap { isTrue($0.0, of: directive) ? $0.1 : [] } : known
    // A directive of places that are not known here can't be used here either.
    guard !locations.isEmpty else { return }
    writeDescription(of: directive)
    write("directive @", try name(of: directive))
    try writeInputs("args", "(", ")", of: directive)
    output += (isTrue("isRepeatable", of: directive) ? " repeatable on " : " on ").utf8
    output += (locations.joined(separator: " | ") + "\n").utf8
  }

  // MARK: Parts

  private mutating func writeDescription(of element: Int) {
    guard let text = json.member("description", of: element), json.nodes[text].kind == .string
    else { return }
    writeString(text)
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func writeDeprecation(of element: Int) {
    guard isTrue("isDeprecated", of: element) else { return }
    output += " @deprecated".utf8
    guard let reason = json.member("deprecationReason", of: element),
      json.nodes[reason].kind == .string
    else { return }
    output += "(reason: ".utf8
    writeString(reason)
    output += ")".utf8
  }

  /// Writes a string as the language does: what needs no escapes in JSON needs none there.
  private mutating func writeString(_ node: Int) {
    guard !json.nodes[node].isPlain, let text = json.string(node) else {
      output.append(UInt8(ascii: "\""))
      output += json.bytes[json.content(of: node)]
      output.append(UInt8(ascii: "\""))
      return
    }
    output += JSONWriter.describe(.string(text)).utf8
  }

  /// Writes the type of a field or input value behind a colon, from the outermost wrapper inwards.
  private mutating func writeType(ofElement element: Int) throws(ServiceSchemaError) {
    output += ": ".utf8
    path.components.append(.member("type"))
    var closing = ContiguousArray<UInt8>()
    var type = json.member("type", of: element)
    while let wrapper = type {
      let isNonNull = isString("kind", of: wrapper, "NON_NULL")
      guard isNonNull || isString("kind", of: wrapper, "LIST") else { break }
      guard let inner = json.member("ofType", of: wrapper) else { throw error(.typeCutOff(path)) }
      if isNonNull {
        if isString("kind", of: inner, "NON_NULL") { throw error(.nonNullTwice(path)) }
        closing.append(UInt8(ascii: "!"))
      } else {
        output.append(UInt8(ascii: "["))
        closing.append(UInt8(ascii: "]"))
      }
      type = inner
    }
    guard let type else { throw error(.noName(path.appending(.member("name")))) }
    try writeName(of: type)
    output += closing.reversed()
    path.components.removeLast()
  }

  private mutating func writeName(of element: Int) throws(ServiceSchemaError) {
    output += json.bytes[try name(of: element)]
  }

  private mutating func write(_ keyword: String, _ name: Range<Int>) {
    output += keyword.utf8
    output += json.bytes[name]
  }

  private func name(of element: Int) throws(ServiceSchemaError) -> Range<Int> {
    guard let node = json.member("name", of: element), json.nodes[node].kind == .string,
      let first = json.bytes[json.content(of: node)].first, first.startsName,
      json.bytes[json.content(of: node)].allSatisfy(\.continuesName)
    else { throw error(.noName(path.appending(.member("name")))) }
    return json.content(of: node)
  }

  private func isTrue(_ member: String, of element: Int) -> Bool {
    json.member(member, of: element).map(json.isTrue) ?? false
  }

  private func isString(_ member: String, of element: Int, _ text: String) -> Bool {
    json.member(member, of: element).map { json.isString($0, text) } ?? false
  }

  private mutating func forEach(
    _ member: String, of owner: Int, isRequired: Bool = false,
    _ body: (inout IntrospectionReader, Int) throws(ServiceSchemaError) -> Void
  ) throws(ServiceSchemaError) {
    let list = json.member(member, of: owner)
    if list == nil, !isRequired { return }
    path.components.append(.member(member))
    guard let elements = list.flatMap(json.elements) else { throw error(.noList(path)) }
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
