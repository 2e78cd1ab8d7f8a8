/// What a test states of answers that are made up; see ``GeneratedValue``.
///
/// A key is a type (`DateTime`), a field of a type (`User.avatar`, `Node.id` for all types that
/// implement it) or a path of response keys in the answer (`viewer.friends[0].name`; without a number,
/// `viewer.friends.name`, every element). A path goes before a field, a field before a type, an object
/// type before the interfaces that it implements. Of two equal keys the last counts.
///
/// A field that its type does not have makes the request fail. A key that begins with no type of the
/// schema is a path; one that leads nowhere is ignored.
public struct GeneratedOverrides: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  let values: [String: GeneratedValue]

  /// Overrides by type, field or path.
  public init(_ values: [String: GeneratedValue] = [:]) { self.values = values }

  /// Overrides by type, field or path; of two equal keys the last counts.
  public init(dictionaryLiteral elements: (String, GeneratedValue)...) {
    values = Dictionary(elements) { _, last in last }
  }
}

/// Overrides, looked up in a type system once.
struct ResolvedOverrides: Sendable {
  private(set) var types: [NamedType: MockJSON] = [:]
  private(set) var fields: [FieldDefinition: GeneratedValue] = [:]
  /// The types that abstract types have, by `SearchResult.__typename`.
  private(set) var typeNames: [NamedType: String] = [:]
  private(set) var paths: [String: GeneratedValue] = [:]
  /// Keys that mean nothing, sorted: a field that its type does not have, the length of a type.
  private(set) var unknownKeys: [String] = []

  init(_ overrides: GeneratedOverrides, in system: TypeSystem) {
    var ofInterfaces: [(NamedType, String, GeneratedValue)] = []
    for (key, value) in overrides.values.orderedByKey() {
      let parts = key.split(separator: ".", omittingEmptySubsequences: false)
      guard let type = system.types[String(parts[0])], parts.count <= 2 else {
        paths[key] = value
        continue
      }
      guard parts.count == 2 else {
        if case .json(let json) = value.content {
          types[type] = json
        } else {
          unknownKeys.append(key)
        }
        continue
      }
      let name = String(parts[1])
      guard let field = system.field(name, of: type) else {
        unknownKeys.append(key)
        continue
      }
      if name == "__typename" {
        if case .json(let json) = value.content { typeNames[type] = json.string }
      } else if type.kind == .interface {
        ofInterfaces.append((type, name, value))
      } else {
        fields[field] = value
      }
    }
    for (interface, name, value) in ofInterfaces {
      for type in system.possibleTypes(of: interface) {
        guard let field = system.field(name, of: type), fields[field] == nil else { continue }
        fields[field] = value
      }
    }
  }
}
