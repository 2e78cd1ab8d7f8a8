/// Compares the data that a test states for a query with the data of the real service.
///
/// All values at one place of the document are compared together: the elements of a list, and the fields of different
/// types, which have the same shape (GraphQL, section 5.3.2 "SameResponseShape"). Null and empty lists match any value,
/// and nothing inside of a custom scalar is compared.
struct ShapeComparison {
  struct Difference: Sendable, Equatable {
    let path: JSONPath
    /// The stated value, or nil if the data lacks a selected field.
    let stated: MockJSON?
    let actual: Value
  }

  struct Value: Sendable, Equatable {
    let json: MockJSON
    let path: JSONPath
    /// The selection of an object's fields in the document, or nil for a scalar and for the service's values.
    var group: SelectedFields.Group?

    fileprivate var elements: [Value] {
      (json.array ?? []).enumerated().map { Value(json: $1, path: path[$0], group: group) }
    }
  }

  /// The values at one place of the document.
  private struct Place {
    var stated: [Value] = []
    var actual: [Value] = []
  }

  static let limit = 10

  private var selected: SelectedFields
  private var pending: [Place]
  private var found: [Difference] = []

  static func differences(
    between stated: MockJSON, and actual: MockJSON, of selected: SelectedOperation,
    variables: MockJSON
  ) -> [Difference] {
    let fields = SelectedFields(
      of: selected.operation, in: selected.document, on: nil, by: FragmentRule(data: stated),
      variables: variables)
    let root = Place(
      stated: [Value(json: stated, path: "data", group: SelectedFields.root)],
      actual: [Value(json: actual, path: "data")])
    var comparison = ShapeComparison(selected: fields, pending: [root])
    while comparison.found.count < limit, let place = comparison.pending.popLast() {
      comparison.compare(place)
    }
    return comparison.found
  }

  private mutating func compare(_ place: Place) {
    let actual = place.actual.filter { !$0.json.isNull }
    // If the service's values are of several kinds, the field is a custom scalar.
    guard let first = actual.first, actual.allSatisfy({ $0.json.kind == first.json.kind }) else {
      return
    }
    let stated = place.stated.filter { $0.json.kind.map { $0 != .null } ?? false }
    if let other = stated.first(where: { $0.json.kind != first.json.kind }) {
      return found.append(Difference(path: other.path, stated: other.json, actual: first))
    }
    switch first.json.kind {
    case .array:
      pending.append(Place(stated: stated.flatMap(\.elements), actual: actual.flatMap(\.elements)))
    case .object: compareMembers(stated, actual)
    case .string: compareEnumValues(stated, actual)
    default: break
    }
  }

  private mutating func compareMembers(_ stated: [Value], _ actual: [Value]) {
    var places: [String: Place] = [:]
    var missing: [(key: String, path: JSONPath)] = []
    var keys: [String] = []
    for value in stated {
      guard let group = value.group, let members = value.json.members else { continue }
      let fields = selected.fields(of: group, typeName: value.json["__typename"].string)
      for position in fields.required(with: members) {
        let field = fields.all[position]
        // Many clients select `__typename` without using it.
        guard members[field.key] == nil, field.first.name != "__typename" else { continue }
        missing.append((field.key, value.path[field.key]))
      }
      for member in members {
        guard let position = fields.positions[member.name] else { continue }
        if places[member.name] == nil { keys.append(member.name) }
        places[member.name, default: Place()].stated.append(
          Value(
            json: member.value, path: value.path[member.name], group: fields.all[position].group))
      }
    }
    var examples: [String: Value] = [:]
    let lacking = Set(missing.map(\.key))
    for value in actual {
      for member in value.json.members ?? JSONMembers([]) {
        let inner = Value(json: member.value, path: value.path[member.name])
        places[member.name]?.actual.append(inner)
        if lacking.contains(member.name), examples[member.name]?.json.isNull != false {
          examples[member.name] = inner
        }
      }
    }
    // Elements of a list usually lack the same field, so only the first one is reported.
    for (key, path) in missing {
      guard let example = examples.removeValue(forKey: key) else { continue }
      found.append(Difference(path: path, stated: nil, actual: example))
    }
    pending += keys.reversed().compactMap { places[$0] }
  }

  /// Without a schema, a text that differs from an enum value of the service only by case and separators is a mistake.
  private mutating func compareEnumValues(_ stated: [Value], _ actual: [Value]) {
    let texts = Set(actual.compactMap(\.json.string))
    var enumValues: [String: Value] = [:]
    for value in actual {
      let text = value.json.string ?? ""
      if text.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }),
        text.contains(where: \.isLetter)
      {
        enumValues[Self.key(text)] = value
      }
    }
    if enumValues.isEmpty { return }
    for value in stated {
      guard let text = value.json.string, !texts.contains(text),
        let actual = enumValues[Self.key(text)]
      else { continue }
      return found.append(Difference(path: value.path, stated: value.json, actual: actual))
    }
  }

  private static func key(_ text: String) -> String {
    text.uppercased().filter { !"_- ".contains($0) }
  }
}

extension ShapeComparison.Difference {
  /// Returns a message such as `data.book.pages is 474, the service answered "474" (a string)`.
  /// - Parameter shown: The service's answer without secrets.
  func description(showing shown: MockJSON) -> String {
    let limit = JSONDifference.valueLimit
    let visible = actual.path.components.dropFirst().reduce(shown) { json, component in
      switch component {
      case .member(let name): json[name]
      case .element(let index): json[index]
      }
    }
    let isHidden = !actual.json.isObject && actual.json.array == nil && visible != actual.json
    let text = isHidden ? "a secret" : JSONWriter.describe(visible, limit: limit)
    let kind = stated?.kind == actual.json.kind ? nil : actual.json.kind
    return "\(path) is \(stated.map { JSONWriter.describe($0, limit: limit) } ?? "missing"), "
      + "the service answered \(text)" + (kind.map { $0 == .null ? "" : " (\($0.rawValue))" } ?? "")
  }
}
