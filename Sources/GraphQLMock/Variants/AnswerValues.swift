/// Valid values of scalars and enums that clients often mishandle, such as an empty string.
struct AnswerValues: Sendable {
  struct Value: Sendable {
    let value: GeneratedValue
    let wording: String
    let literal: String
    var isInvalid = false
    var isFault = false

    init(_ json: MockJSON, _ wording: String? = nil, literal: String? = nil) {
      let text = literal ?? SwiftLiteral.whole(json)
      self.init(.init(.json(json)), wording ?? "\(json)", literal: text)
    }

    init(_ value: GeneratedValue, _ wording: String, literal: String) {
      (self.value, self.wording, self.literal) = (value, wording, literal)
    }

    var json: MockJSON? { if case .json(let json) = value.content { json } else { nil } }
  }

  let system: TypeSystem
  /// The example values that the test provides for a type (`Money`) or for a field (`Order.total`).
  let examples: [String: [MockJSON]]

  func values(of type: NamedType, field: FieldDefinition, of object: NamedType) -> [Value] {
    let owners = [object.name] + object.interfaces.map(\.name)
    let keys = owners.map { "\($0).\(field.name)" } + [type.name]
    if let stated = keys.lazy.compactMap({ examples[$0] }).first {
      let plain = plainExample(of: type)
      return stated.filter { $0 != plain }.map { Value($0) }
    }
    let field = field.name
    if type.kind == .enum {
      return type.enumValues.dropFirst().map { Value(.string($0.name), $0.name) }
    }
    switch type.name {
    case "String": return Self.texts
    case "Int": return [0, -1, 2_147_483_647, -2_147_483_648].map { Value($0) }
    case "Float": return [0, 2, -1, -0.25, 123_456_789.125, 1e19, -1e19].map { Value($0) }
    case "Boolean":
      // Without a change, the field has the other Boolean.
      return [Value(.bool(GeneratedScalars.value(ofType: "Boolean", field: field) == false))]
    case "ID":
      return [
        Value(.numericID, "the text of a number", literal: ".numericID"),
        Value(.uuid, "a UUID", literal: ".uuid"),
      ]
    default: return values(ofScalar: type.name, field: field)
    }
  }

  /// Returns the first example of a scalar, or nil if the scalar's format is known.
  func plainExample(of type: NamedType) -> MockJSON? {
    type.kind == .scalar && !GeneratedScalars.isKnown(type.name) ? examples[type.name]?.first : nil
  }

  func plain(of type: NamedType, field: String) -> MockJSON {
    if let example = plainExample(of: type) { return example }
    return switch type.name {
    case "ID": "1"
    case "String": .string(field)
    default:
      type.enumValues.first.map { .string($0.name) }
        ?? GeneratedScalars.value(ofType: type.name, field: field)
    }
  }

  private static let extremes = [
    Value("", "empty"),
    Value(
      .string(String(repeating: "long text ", count: 200)), "of 2,000 characters",
      literal: #".string(String(repeating: "long text ", count: 200))"#),
  ]

  private static let texts =
    extremes + [
      Value(" ", "blank"),
      Value("\u{1F600} \u{1D4B3} e\u{301}", "with characters beyond the BMP"),
      Value(
        "\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{645}\u{631}\u{62D}\u{628}\u{627}", "from right to left"),
      Value("\"quoted\" \\ 'it'\nnext line", "with quotes and a line break"),
    ]

  /// Returns values of a custom scalar that pass the scalar's check, if there is one.
  private func values(ofScalar name: String, field: String) -> [Value] {
    let plain = GeneratedScalars.value(ofType: name, field: field)
    let check = system.scalarChecks[name]?.problem
    let candidates =
      GeneratedScalars.wellKnown[name]?.dropFirst().map { Value($0) }
      ?? (check == nil ? Self.extremes : Self.extremes + Self.anything.map { Value($0) })
    return candidates.filter { $0.json != plain && $0.json.flatMap { check?($0) } == nil }
  }

  private static let anything: [MockJSON] = [
    "text", 0, -1, 2_147_483_648, 0.5, true, false, [], [:],
  ]
}
