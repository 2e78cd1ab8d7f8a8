/// Converts an introspection response (GraphQL specification, section 4.2) to the schema definition language.
///
/// Responses of older services lack `isRepeatable`, `isOneOf`, interfaces of interfaces, and deprecated inputs.
/// They have `onField` instead of `locations`. Descriptions are omitted.
struct IntrospectionReader: Sendable {
  private typealias Element = (json: MockJSON, path: JSONPath)

  private let file: String

  static func definitions(
    in json: ContiguousArray<UInt8>, file: String
  ) throws(ServiceSchemaError) -> ContiguousArray<UInt8> {
    guard json.count < Parser.sizeLimit else { throw .tooLarge }
    switch JSONParser.parse(json) {
    case .failure(let error):
      throw ServiceSchemaError(
        "Invalid JSON: \(error.reason).", file: file, line: error.line, column: error.column)
    case .success(let json):
      return ContiguousArray(try IntrospectionReader(file: file).definitions(in: json).utf8)
    }
  }

  private func problem(_ message: String) -> ServiceSchemaError {
    ServiceSchemaError(message, file: file)
  }

  private func definitions(in json: MockJSON) throws(ServiceSchemaError) -> String {
    let forms: [Element] = [
      (json["data"]["__schema"], JSONPath([.member("data"), .member("__schema")])),
      (json["__schema"], "__schema"), (json["types"].isNull ? .null : json, JSONPath()),
    ]
    guard let schema = forms.first(where: { $0.json.isObject }) else {
      throw problem("This isn't a response to an introspection query: it has no \"__schema\".")
    }
    var roots = ""
    for operation in OperationType.allCases {
      let member = operation.rawValue + "Type"
      guard !schema.json[member].isNull else { continue }
      roots += " \(operation.rawValue): \(try name(schema.json[member], schema.path[member]))"
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

  private func definition(of type: Element) throws(ServiceSchemaError) -> String {
    let name = try name(of: type)
    // Types whose names start with two underscores belong to introspection, and are built in.
    guard name == "__" || !name.hasPrefix("__") else { return "" }
    guard let kind = type.json["kind"].string.flatMap(TypeKind.init(rawValue:)) else {
      throw problem("\(type.path["kind"]) must be a kind of named type.")
    }
    let text: String
    switch kind {
    case .scalar: text = "scalar \(name)"
    case .object, .interface:
      text =
        "\(kind == .object ? "type" : "interface") \(name)"
        + (try names("interfaces", of: type, " implements ", " & "))
        + (try members("fields", of: type, field))
    case .union: text = "union \(name)" + (try names("possibleTypes", of: type, " = ", " | "))
    case .enum: text = "enum \(name)" + (try members("enumValues", of: type, self.name))
    case .inputObject:
      text =
        "input \(name)\(type.json["isOneOf"].bool == true ? " @oneOf" : "")"
        + (try members("inputFields", of: type, input))
    }
    return text + "\n"
  }

  private func definition(ofDirective directive: Element) throws(ServiceSchemaError) -> String {
    let stated = directive.json["locations"].array ?? []
    let known = stated.compactMap(\.string).filter { DirectiveLocation(rawValue: $0) != nil }
    let legacy: [(String, [String])] = [
      ("onOperation", ["QUERY", "MUTATION", "SUBSCRIPTION"]), ("onField", ["FIELD"]),
      ("onFragment", ["FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]),
    ]
    let locations =
      known.isEmpty
      ? legacy.flatMap { directive.json[$0.0].bool == true ? $0.1 : [] } : known
    // A directive without known locations is omitted, because no document can use it.
    guard !locations.isEmpty else { return "" }
    let isRepeatable = directive.json["isRepeatable"].bool == true
    return "directive @" + (try name(of: directive))
      + (try members("args", of: directive, in: ("(", ")"), input))
      + "\(isRepeatable ? " repeatable" : "") on \(locations.joined(separator: " | "))\n"
  }

  private func members(
    _ member: String, of owner: Element, in brackets: (String, String) = (" {\n", "}"),
    _ text: (Element) throws(ServiceSchemaError) -> String
  ) throws(ServiceSchemaError) -> String {
    let elements = try elements(member, of: owner)
    guard !elements.isEmpty else { return "" }
    var result = brackets.0
    for element in elements {
      result += try text(element)
      result += element.json["isDeprecated"].bool == true ? " @deprecated\n" : "\n"
    }
    return result + brackets.1
  }

  private func field(_ field: Element) throws(ServiceSchemaError) -> String {
    try name(of: field) + members("args", of: field, in: ("(", ")"), input) + type(of: field)
  }

  private func input(_ input: Element) throws(ServiceSchemaError) -> String {
    let text = try name(of: input) + type(of: input)
    guard let value = input.json["defaultValue"].string else { return text }
    guard Self.isConstant(ContiguousArray(value.utf8)) else {
      throw problem("\(input.path["defaultValue"]) must be a GraphQL literal.")
    }
    return "\(text) = \(value)"
  }

  private func names(
    _ member: String, of type: Element, _ head: String, _ separator: String
  ) throws(ServiceSchemaError) -> String {
    let names = try elements(member, of: type).map(name)
    return names.isEmpty ? "" : head + names.joined(separator: separator)
  }

  private func elements(
    _ member: String, of owner: Element, isRequired: Bool = false
  ) throws(ServiceSchemaError) -> [Element] {
    if owner.json[member].isNull, !isRequired { return [] }
    guard let elements = owner.json[member].array else {
      throw problem("\(owner.path[member]) must be a list.")
    }
    return elements.enumerated().map { index, json in (json, owner.path[member][index]) }
  }

  private func type(of element: Element) throws(ServiceSchemaError) -> String {
    var type = element.json["type"]
    var text = (before: ": ", behind: "")
    while let kind = type["kind"].string, kind == "NON_NULL" || kind == "LIST" {
      let inner = type["ofType"]
      let path = element.path["type"]
      guard !inner.isNull else {
        throw problem(
          "\(path) is incomplete: the introspection query selects too few levels of \"ofType\".")
      }
      if kind == "LIST" {
        text = (text.before + "[", "]" + text.behind)
      } else if inner["kind"].string == kind {
        throw problem("\(path) is non-null twice.")
      } else {
        text.behind = "!" + text.behind
      }
      type = inner
    }
    return text.before + (try name(type, element.path["type"])) + text.behind
  }

  private func name(of element: Element) throws(ServiceSchemaError) -> String {
    try name(element.json, element.path)
  }

  private func name(
    _ json: MockJSON, _ path: @autoclosure () -> JSONPath
  ) throws(ServiceSchemaError) -> String {
    guard let name = json["name"].string, name.isGraphQLName else {
      throw problem("\(path()["name"]) must be a name.")
    }
    return name
  }

  /// Returns true if the text of a default value is a single value, so that it can't add definitions to the schema.
  private static func isConstant(_ bytes: ContiguousArray<UInt8>) -> Bool {
    var parser = Parser()
    parser.token = parser.lexer.next(bytes.span)
    return parser.parseValue(bytes.span, isConstant: true) && parser.token.kind == .endOfFile
  }
}
