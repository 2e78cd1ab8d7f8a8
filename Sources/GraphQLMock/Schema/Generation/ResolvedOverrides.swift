/// The overrides of a test by what their keys name: a type, a field of a type, or a path.
struct ResolvedOverrides: Sendable {
  private(set) var types: [NamedType: MockJSON] = [:]
  private(set) var fields: [FieldDefinition: GeneratedValue] = [:]
  /// The object types that the test chooses for interfaces and unions, as in `SearchResult.__typename`.
  private(set) var typeNames: [NamedType: String] = [:]
  private(set) var paths: [String: GeneratedValue] = [:]
  private(set) var hasErrors = false
  /// Whether the test states cursors. They don't tell where a page begins, so each page is the last one.
  private(set) var hasCursors = false
  /// What is wrong with overrides that have no effect, such as a key with a misspelled field.
  private(set) var problems: [String] = []
  private let stated: [GeneratedValue]

  init(_ overrides: GeneratedOverrides, in system: TypeSystem) {
    stated = Array(overrides.values.values)
    var ofInterfaces: [(NamedType, String, GeneratedValue)] = []
    for (key, value) in overrides.values.orderedByKey() {
      if case .error = value.content { hasErrors = true }
      let parts = key.split(separator: ".", omittingEmptySubsequences: false)
      let name = String(parts[parts.count - 1])
      if ResponseGenerator.isCursor(GeneratedScalars.foldedName(name)) { hasCursors = true }
      guard let type = system.types[String(parts[0])], parts.count <= 2 else {
        paths[key] = value
        continue
      }
      guard parts.count == 2 else {
        if case .json(let json) = value.content {
          types[type] = json
          note(value.problem(as: key, of: .named(type.name), in: system))
        } else {
          problems.append(
            "the override \(key.swiftLiteral) must be JSON, because its key isn't a field")
        }
        continue
      }
      guard let field = system.field(name, of: type) else {
        let near = EditDistance.nearest(to: name, among: type.fields.map(\.name))
        note(
          "the override \(key.swiftLiteral) matches nothing in the schema"
            + (near.map { "; nearest is \("\(type.name).\($0)".swiftLiteral)" } ?? ""))
        continue
      }
      if name == "__typename" {
        guard case .json(let json) = value.content, let text = json.string else {
          problems.append("the override \(key.swiftLiteral) must be the name of a type")
          continue
        }
        typeNames[type] = text
        let stated = GeneratedValue(json: ["__typename": json])
        note(stated.problem(as: key, of: .named(type.name), in: system))
        continue
      }
      note(value.problem(as: key, of: field.type, in: system))
      if type.kind == .interface {
        ofInterfaces.append((type, name, value))
      } else {
        fields[field] = value
      }
    }
    for (interface, name, value) in ofInterfaces {
      for type in system.possibleTypes(of: interface) {
        if let field = system.field(name, of: type) { fields[field] = fields[field] ?? value }
      }
    }
  }

  private mutating func note(_ problem: String?) { problems += problem.map { [$0] } ?? [] }

  /// Returns true if the JSON text of a value that the test states contains another.
  func contain(_ text: String) -> Bool {
    stated.contains {
      if case .json(let json) = $0.content { "\(json)".contains(text) } else { false }
    }
  }
}

extension GeneratedValue {
  /// Returns why a value of the given type can't have this override.
  func problem(as key: String, of type: WrappedType, in system: TypeSystem) -> String? {
    switch content {
    case .list where !type.nullable.isList:
      return "the override \(key.swiftLiteral) is a list, but \(type.text) isn't one"
    case .json(let json):
      guard let declared = system.namedType(of: type), declared.kind.isComposite else { return nil }
      // A type that the schema doesn't have stands for one of a newer schema.
      let types = (json.array ?? [json]).compactMap { value in
        value.members?["__typename"]?.string.flatMap { system.types[$0] }
      }
      return types.first { !system.isPossible($0, for: declared) }.map {
        "the override \(key.swiftLiteral) is of the type \($0.name), which isn't one of \(declared.name)"
      }
    case .list, .identifier, .error, .absent: return nil
    }
  }
}
