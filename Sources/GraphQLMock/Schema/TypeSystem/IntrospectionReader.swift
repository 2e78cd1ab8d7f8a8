/// Converts an introspection response (GraphQL specification, section 4.2) to the schema definition language.
///
/// Older services don't support `isRepeatable`, `isOneOf`, interfaces of interfaces, or deprecated input values,
/// and they have `onField` instead of `locations`. Descriptions are omitted from the result.
struct IntrospectionReader: Sendable {
  private typealias Element = (json: MockJSON, path: JSONPath)

  static func definitions(
    in json: ContiguousArray<UInt8>, file: String
  ) throws(ServiceSchemaError) -> ContiguousArray<UInt8> {
    guard json.count < Parser.sizeLimit else { throw .tooLarge }
    let json = try JSONParser.parse(json).mapError { error in
      ServiceSchemaError(
        IntrospectionError.notJSON(error.reason).message, file: file, line: error.line,
        column: error.column)
    }.get()
    do {
      return ContiguousArray(try IntrospectionReader().definitions(in: json).utf8)
    } catch {
      throw ServiceSchemaError(error.message, file: file)
    }
  }

  private func definitions(in json: MockJSON) throws(IntrospectionError) -> String {
    let forms: [Element] = [
      (json["data"]["__schema"], JSONPath([.member("data"), .member("__schema")])),
      (json["__schema"], "__schema"), (json["types"].isNull ? .null : json, JSONPath()),
    ]
    guard let schema = forms.first(where: { $0.json.isObject }) else { throw .noSchema }
    var roots = ""
    for operation in OperationType.allCases {
      let member = operation.rawValue + "Type"
      guard !schema.json[member].isNull else { continue }
      roots += " \(operation.rawValue): \(try name(of: (schema.json[member], schema.path[member])))"
    }
    var text = roots.isEmpty ? "" : "schema {\(roots) }\n"
    for type in try elements("types", of: schema, isRequired: true) {
      text += try definition(of: type)
    }
    for directive in try elements("directives", of: schema) {
      text += try definition(ofDirective: directive)
    }
    return text
  }

  private func definition(of type: Element) throws(IntrospectionError) -> String {
    let name = try name(of: type)
    // Types whose names continue after two underscores are part of introspection. Every schema already has them.
    guard name == "__" || !name.hasPrefix("__") else { return "" }
    guard let kind = type.json["kind"].string.flatMap(TypeKind.init(rawValue:)) else {
      throw .unknownKind(type.path["kind"])
    }
    let text =
      switch kind {
      case .scalar: "scalar \(name)"
      case .object, .interface:
        try "\(kind == .object ? "type" : "interface") \(name)"
          + names("interfaces", of: type, " implements ", " & ")
          + members("fields", of: type, field)
      case .union: try "union \(name)" + names("possibleTypes", of: type, " = ", " | ")
      case .enum: try "enum \(name)" + members("enumValues", of: type, self.name)
      case .inputObject:
        try "input \(name)\(type.json["isOneOf"].bool == true ? " @oneOf" : "")"
          + members("inputFields", of: type, input)
      }
    return text + "\n"
  }

  private func definition(ofDirective directive: Element) throws(IntrospectionError) -> String {
    let stated = directive.json["locations"].array ?? []
    let known = stated.compactMap(\.string).filter { DirectiveLocation(rawValue: $0) != nil }
    let legacy: [(String, [String])] = [
      ("onOperation", ["QUERY", "MUTATION", "SUBSCRIPTION"]), ("onField", ["FIELD"]),
      ("onFragment", ["FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]),
    ]
    let locations =
      known.isEmpty ? legacy.flatMap { directive.json[$0.0].bool == true ? $0.1 : [] } : known
    // No document can use a directive without known locations.
    guard !locations.isEmpty else { return "" }
    let isRepeatable = directive.json["isRepeatable"].bool == true
    return "directive @" + (try name(of: directive))
      + (try members("args", of: directive, in: ("(", ")"), input))
      + "\(isRepeatable ? " repeatable" : "") on \(locations.joined(separator: " | "))\n"
  }

  private func members(
    _ member: String, of owner: Element, in brackets: (String, String) = (" {\n", "}"),
    _ text: (Element) throws(IntrospectionError) -> String
  ) throws(IntrospectionError) -> String {
    let elements = try elements(member, of: owner)
    guard !elements.isEmpty else { return "" }
    var result = brackets.0
    for element in elements {
      result += try text(element)
      result += element.json["isDeprecated"].bool == true ? " @deprecated\n" : "\n"
    }
    return result + brackets.1
  }

  private func field(_ field: Element) throws(IntrospectionError) -> String {
    try name(of: field) + members("args", of: field, in: ("(", ")"), input) + type(of: field)
  }

  private func input(_ input: Element) throws(IntrospectionError) -> String {
    let text = try name(of: input) + type(of: input)
    guard let value = input.json["defaultValue"].string else { return text }
    let isConstant = Self.isConstant(ContiguousArray(value.utf8))
    guard isConstant else { throw .noValue(input.path["defaultValue"]) }
    return "\(text) = \(value)"
  }

  private func names(
    _ member: String, of type: Element, _ head: String, _ separator: String
  ) throws(IntrospectionError) -> String {
    let names = try elements(member, of: type).map(name)
    return names.isEmpty ? "" : head + names.joined(separator: separator)
  }

  private func elements(
    _ member: String, of owner: Element, isRequired: Bool = false
  ) throws(IntrospectionError) -> [Element] {
    if owner.json[member].isNull, !isRequired { return [] }
    guard let elements = owner.json[member].array else { throw .noList(owner.path[member]) }
    return elements.enumerated().map { index, json in (json, owner.path[member][index]) }
  }

  private func type(of element: Element) throws(IntrospectionError) -> String {
    var type = element.json["type"]
    var text = (before: ": ", behind: "")
    while let kind = type["kind"].string, kind == "NON_NULL" || kind == "LIST" {
      let inner = type["ofType"]
      guard !inner.isNull else { throw .typeCutOff(element.path["type"]) }
      if kind == "LIST" {
        text = (text.before + "[", "]" + text.behind)
      } else if inner["kind"].string == kind {
        throw .nonNullTwice(element.path["type"])
      } else {
        text.behind = "!" + text.behind
      }
      type = inner
    }
    return text.before + (try name(of: (type, element.path["type"]))) + text.behind
  }

  private func name(of element: Element) throws(IntrospectionError) -> String {
    let name = element.json["name"].string ?? ""
    guard name.isGraphQLName else { throw .noName(element.path["name"]) }
    return name
  }

  /// Returns true if a default value is a single GraphQL value. Other text could add definitions to the schema.
  private static func isConstant(_ bytes: ContiguousArray<UInt8>) -> Bool {
    var parser = Parser()
    parser.token = parser.lexer.next(bytes.span)
    return parser.parseValue(bytes.span, isConstant: true) && parser.token.kind == .endOfFile
  }
}
