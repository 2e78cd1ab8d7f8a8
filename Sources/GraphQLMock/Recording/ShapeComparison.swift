/// Compares the shape of a recorded or stated value with the real service's: the kinds of values and the members.
///
/// All values at one place are compared together: the elements of a list, and the fields of different types, which have
/// the same shape (GraphQL, section 5.3.2 "SameResponseShape"). Null and empty lists match any value.
struct ShapeComparison {
  struct Difference: Sendable {
    let path: JSONPath
    /// The expected value, or nil if it lacks a member that the service has.
    let expected: MockJSON?
    let actual: Value
  }

  struct Value: Sendable {
    let json: MockJSON
    let path: JSONPath
    /// The selection of an object's fields in the document, or nil for a scalar or without a document.
    var group: SelectedFields.Group?

    fileprivate var elements: [Value] {
      (json.array ?? []).enumerated().map { Value(json: $1, path: path[$0], group: group) }
    }
  }

  private typealias Place = (expected: [Value], actual: [Value])

  private static let limit = 10

  private var selected: SelectedFields?
  private var pending: [Place]
  private var found: [Difference] = []

  /// - Parameter selected: The fields of the document. Without them, all members of all objects are compared.
  static func differences(
    from expected: MockJSON, to actual: MockJSON, at path: JSONPath = JSONPath(),
    _ selected: SelectedFields? = nil
  ) -> [Difference] {
    let root = Value(json: expected, path: path, group: SelectedFields.root)
    var comparison = ShapeComparison(
      selected: selected, pending: [([root], [Value(json: actual, path: path)])])
    while comparison.found.count < limit, let place = comparison.pending.popLast() {
      comparison.compare(place)
    }
    return Array(comparison.found.prefix(limit))
  }

  private mutating func compare(_ place: Place) {
    let actual = place.actual.filter { !$0.json.isNull }
    // If the service's values are of several kinds, the field is a custom scalar.
    guard let first = actual.first, let kind = first.json.kind,
      actual.allSatisfy({ $0.json.kind == kind })
    else { return }
    let expected = place.expected.filter { $0.json.kind == kind }
    let other = place.expected.first { !$0.json.isNull && $0.json.kind != kind }
    if let other, selected != nil || expected.isEmpty {
      return found.append(Difference(path: other.path, expected: other.json, actual: first))
    }
    switch kind {
    case .array: pending.append((expected.flatMap(\.elements), actual.flatMap(\.elements)))
    case .object: compareMembers(expected, actual)
    case .string: if selected != nil { compareEnumValues(expected, actual) }
    default: break
    }
  }

  private mutating func compareMembers(_ expected: [Value], _ actual: [Value]) {
    var places: [String: Place] = [:]
    for value in actual {
      for member in value.json.members ?? JSONMembers([]) {
        places[member.name, default: ([], [])].actual.append(
          Value(json: member.value, path: value.path[member.name]))
      }
    }
    var missing = selected == nil ? Self.missingMembers(expected, actual) : []
    for value in expected {
      guard let members = value.json.members else { continue }
      var fields: SelectedFields.Fields?
      if selected != nil {
        // Nothing inside of a custom scalar is compared.
        guard let group = value.group else { continue }
        fields = selected?.fields(of: group, typeName: value.json["__typename"].string)
      }
      for field in fields?.required(with: members).compactMap({ fields?.all[$0] }) ?? []
      // Many clients select `__typename` without using it.
      where members[field.key] == nil && field.first.name != "__typename" {
        missing.append((field.key, value.path[field.key]))
      }
      for member in members {
        let position = fields?.positions[member.name]
        if fields != nil, position == nil { continue }
        places[member.name]?.expected.append(
          Value(
            json: member.value, path: value.path[member.name],
            group: position.flatMap { fields?.all[$0].group }))
      }
    }
    // Elements of a list usually lack the same member, so only the first one is reported.
    var reported: Set<String> = []
    for (key, path) in missing where reported.insert(key).inserted {
      let examples = places[key]?.actual ?? []
      guard let example = examples.first(where: { !$0.json.isNull }) ?? examples.first else {
        continue
      }
      found.append(Difference(path: path, expected: nil, actual: example))
    }
    pending += places.orderedByKey().reversed().map(\.value).filter { !$0.expected.isEmpty }
  }

  /// Returns the members that all of the service's objects of a type have, and none of the expected ones.
  private static func missingMembers(
    _ expected: [Value], _ actual: [Value]
  ) -> [(key: String, path: JSONPath)] {
    let areTyped = [expected, actual].allSatisfy { $0.contains { $0.json.has("__typename") } }
    func byType(_ values: [Value]) -> [String: [Value]] {
      Dictionary(grouping: values) { areTyped ? $0.json["__typename"].string ?? "" : "" }
    }
    func names(_ value: Value) -> Set<String> {
      Set((value.json.members ?? JSONMembers([])).map(\.name))
    }
    let others = byType(actual)
    return byType(expected).orderedByKey().flatMap {
      type, values -> [(key: String, path: JSONPath)] in
      guard let first = others[type]?.first else { return [] }
      let all = others[type, default: []].reduce(names(first)) { $0.intersection(names($1)) }
      return values.reduce(all) { $0.subtracting(names($1)) }.ordered().map {
        ($0, values[0].path[$0])
      }
    }
  }

  /// Without a schema, a text that differs from an enum value only by case and separators is a mistake.
  private mutating func compareEnumValues(_ expected: [Value], _ actual: [Value]) {
    func key(_ text: String) -> String { text.uppercased().filter { !"_- ".contains($0) } }
    func isEnumValue(_ text: String) -> Bool { text.filter { $0 != "_" } == key(text) }
    let texts = Set(actual.compactMap(\.json.string))
    let known = Dictionary(actual.map { (key($0.json.string ?? ""), $0) }) { first, _ in first }
    for value in expected {
      guard let text = value.json.string, !texts.contains(text), let actual = known[key(text)],
        isEnumValue(text) || isEnumValue(actual.json.string ?? "")
      else { continue }
      return found.append(Difference(path: value.path, expected: value.json, actual: actual))
    }
  }
}

extension ShapeComparison.Difference {
  /// A message about a recording, such as `data.book.pages was a number, and is now a string`.
  var change: String {
    guard let old = expected?.kind, let new = actual.json.kind else { return "\(path) is new" }
    return "\(path.components.isEmpty ? "the value" : "\(path)") was \(old.rawValue), "
      + "and is now \(new.rawValue)"
  }

  /// A message about data of a test, such as `data.book.pages is 474, the service answered "474" (a string)`.
  /// - Parameter shown: The service's data without secrets.
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
    let kind = actual.json.kind.map {
      $0 == expected?.kind || $0 == .null ? "" : " (\($0.rawValue))"
    }
    return "\(path) is \(expected.map { JSONWriter.describe($0, limit: limit) } ?? "missing"), "
      + "the service answered \(text)\(kind ?? "")"
  }
}
