/// Compares the shape of a recorded or stated value with the real service's: the kinds of values and the members.
///
/// All values at one place are compared together: the elements of a list, and the fields of different types, which have
/// the same shape (GraphQL, section 5.3.2 "SameResponseShape"). Null and empty lists match any value.
struct ShapeComparison {
  struct Difference: Sendable {
    let path: JSONPath
    /// The expected value, or nil if it lacks a member that the service has.
    let expected: MockJSON?
    /// The service's value, or nil if it lacks an expected member.
    let actual: Value?
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

  /// The maximum number of differences, which one message lists.
  private static let limit = 10

  private var selected: SelectedFields?
  /// The places to compare, the next of which is last.
  private var pending: [Place]
  private var found: [Difference] = []

  /// - Parameter selected: The fields of the document. Without them, all members of all objects are compared.
  static func differences(
    from expected: MockJSON, to actual: MockJSON, at path: JSONPath = JSONPath(),
    _ selected: SelectedFields? = nil
  ) -> [Difference] {
    func root(_ json: MockJSON) -> [Value] {
      [Value(json: json, path: path, group: SelectedFields.root)]
    }
    var comparison = ShapeComparison(selected: selected, pending: [(root(expected), root(actual))])
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
    case .null, .boolean, .number, .string: break
    }
  }

  private mutating func compareMembers(_ expected: [Value], _ actual: [Value]) {
    var places: [String: Place] = [:]
    var missing = selected == nil ? Self.missingMembers(expected, actual) : []
    var unanswered: [String] = []
    for value in actual {
      let members = members(of: value)
      for (name, member) in members.present {
        places[name, default: ([], [])].actual.append(member)
      }
      unanswered += members.missing
    }
    for value in expected {
      let members = members(of: value)
      for (name, member) in members.present {
        places[name, default: ([], [])].expected.append(member)
      }
      missing += members.missing.map { ($0, value.path[$0]) }
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
    for key in unanswered where reported.insert(key).inserted {
      guard let example = places[key]?.expected.first else { continue }
      found.append(Difference(path: example.path, expected: example.json, actual: nil))
    }
    pending += places.orderedByKey().reversed().map(\.value).filter { !$0.expected.isEmpty }
  }

  /// Returns the members of an object that the document selects, and the names of those that it lacks.
  private mutating func members(
    of value: Value
  ) -> (present: [(name: String, value: Value)], missing: [String]) {
    guard let members = value.json.members else { return ([], []) }
    guard selected != nil else {
      return (members.map { ($0.name, Value(json: $0.value, path: value.path[$0.name])) }, [])
    }
    // Nothing inside of a custom scalar is compared.
    guard let group = value.group,
      let fields = selected?.fields(of: group, typeName: value.json["__typename"].string)
    else { return ([], []) }
    let present = members.compactMap { member in
      fields.position(of: member.name).map {
        let path = value.path[member.name]
        return (member.name, Value(json: member.value, path: path, group: fields.all[$0].group))
      }
    }
    // Many clients select `__typename` without using it.
    let missing = fields.required(with: members).map { fields.all[$0] }
      .filter { members[$0.key] == nil && $0.first.name != "__typename" }
    return (present, missing.map(\.key))
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
}

extension ShapeComparison.Difference {
  /// A message about a recording, such as `data.book.pages was a number, and is now a string`.
  var change: String {
    guard let old = expected?.kind, let new = actual?.json.kind else { return "\(path) is new" }
    return "\(path.components.isEmpty ? "the value" : "\(path)") was \(old.rawValue), "
      + "and is now \(new.rawValue)"
  }

  /// A message about data of a test, such as `data.book.pages is 474, the service answered "474" (a string)`.
  /// - Parameters:
  ///   - stated: The test's data without secrets.
  ///   - answered: The service's data without secrets.
  func description(stated: MockJSON, answered: MockJSON) -> String {
    let own = expected.map { Self.text($0, at: path, of: stated) } ?? "missing"
    guard let actual else {
      return "\(path) is \(own), the service answered no \(JSONPath(path.components.suffix(1)))"
    }
    let isKindShown = ![expected?.kind, .null].contains(actual.json.kind)
    return "\(path) is \(own), the service answered "
      + Self.text(actual.json, at: actual.path, of: answered, isKindShown: isKindShown)
  }

  private static func text(
    _ json: MockJSON, at path: JSONPath, of shown: MockJSON, isKindShown: Bool = false
  ) -> String {
    let visible = shown.value(at: path)
    let isHidden = !json.isObject && json.array == nil && visible != json
    let text =
      isHidden
      ? SecretReplacement.word : JSONWriter.describe(visible, limit: JSONDifference.valueLimit)
    return isHidden || isKindShown ? "\(text) (\(json.kind?.rawValue ?? "null"))" : text
  }
}
