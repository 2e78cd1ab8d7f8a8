/// Objects of one type that differ, and objects of two types that don't.
extension ResponseChanges {
  static let differing = "of elements that differ"

  /// A field that has other values in two objects, by its path of response keys. A nil value isn't changed.
  struct Difference: Sendable {
    var path: [String]
    var second: MockJSON?
    var third: MockJSON?

    var name: String { path.joined(separator: ".") }
  }

  /// An object of the plain responses.
  struct Sighting: Sendable {
    let object: Object
    let place: String
    let idKey: String?
    let differences: [Difference]
  }

  private static let (depthLimit, sightingLimit) = (3, 100)

  /// Returns the fields that differ: lists in their length, others in null, enum values, Booleans, or days.
  /// - Parameter withTexts: Whether texts and numbers differ, too.
  func differences(
    of type: NamedType, _ group: SelectedFields.Group, _ fields: inout SelectedFields,
    withTexts: Bool = false, depth: Int = 1
  ) -> [Difference] {
    var found: [Difference] = []
    for field in fields.fields(of: group, typeName: type.name).all {
      let name = field.first.name
      guard let definition = system.field(name, of: type), !system.isMeta(definition),
        let named = system.namedType(of: definition.type), stated.values[named.name] == nil,
        stated.values["\(type.name).\(name)"] == nil
      else { continue }
      var own = Difference(path: [field.key])
      let list = definition.type.nullable
      let usual = field.group == nil ? plain(of: named, field: name) : [:]
      if list.isList {
        guard system.node(of: .named(named.name)).map({ objectTypes.contains($0.name) }) != true
        else { continue }
        own.second = []
        if !list.unwrapped.nullable.isList { own.third = [usual, usual, usual] }
      } else if let group = field.group {
        let (types, _) = possibleTypes(of: named, group, &fields)
        if types.count > 1 {
          own.third = ["__typename": .string(types[1].name)]
        } else if let type = types.first, depth < Self.depthLimit {
          found += differences(of: type, group, &fields, withTexts: withTexts, depth: depth + 1)
            .map { Difference(path: own.path + $0.path, second: nil, third: $0.third ?? $0.second) }
            .filter { $0.third?.isNull == false }
        }
      } else {
        (own.second, own.third) = otherValues(of: named, definition, of: type, usual, withTexts)
      }
      let isNeverNull =
        definition.type.isNonNull || type.semanticNonNullLevels[name]?.contains(0) == true
      if !isNeverNull, named.kind != .enum { own.second = .null }
      if own.second != nil || own.third != nil { found.append(own) }
    }
    return found
  }

  private func otherValues(
    of type: NamedType, _ field: FieldDefinition, of object: NamedType, _ usual: MockJSON,
    _ withTexts: Bool
  ) -> (MockJSON?, MockJSON?) {
    let name = GeneratedScalars.plain(field.name)
    let isOfPage = GeneratedScalars.otherPages.contains(name) || ResponseGenerator.isCursor(name)
    guard !isOfPage, GeneratedScalars.onLastPage(field.name) == nil else { return (nil, nil) }
    let isKnown = GeneratedScalars.isKnown(type.name)
    if type.kind == .enum || type.name == "Boolean" || !isKnown {
      let others = values.values(of: type, field: field, of: object, except: nil).map(\.json)
      let isLong = type.kind == .scalar && !isKnown && values.plainExample(of: type) == nil
      return isLong ? (nil, nil) : (others.first ?? nil, others.last ?? nil)
    }
    if let text = usual.string, text.contains("2026-01-01") {
      func on(_ day: String) -> MockJSON { .string(text.replacing("2026-01-01", with: day)) }
      return (on("2026-03-05"), on("2025-11-20"))
    }
    guard withTexts else { return (nil, nil) }
    return switch type.name {
    case "Int", "Float": (nil, 0)
    case "String": (nil, .string("another \(field.name)"))
    default: (nil, nil)
    }
  }

  // MARK: Objects in several responses

  mutating func sight(_ object: Object, _ fields: inout SelectedFields) {
    guard !object.path.isEmpty, !objectTypes.contains(object.type.name),
      object.needs.allSatisfy({ $0.choice == nil }),
      sightings.count < Self.sightingLimit
    else { return }
    sightings.append(
      Sighting(
        object: object, place: object.path.replacing("[0]", with: ""),
        idKey: idKey(of: object.type, object.group, &fields),
        differences: differences(of: object.type, object.group, &fields, withTexts: true)))
  }

  /// Returns changes that make an object differ from the object of its type in another response, such as a list.
  func disagreeing() -> [ResponseChange] {
    var types: Set<String> = []
    return sightings.filter { types.insert($0.object.type.name).inserted }.compactMap { first in
      let all = sightings.filter { $0.object.type == first.object.type }
      guard let one = all.last(where: { $0.place == $0.object.path }),
        let other = all.first(where: { $0.place != one.place }), stated.values[one.place] == nil
      else { return nil }
      let names = Set(other.differences.map(\.name))
      let common = one.differences.filter { names.contains($0.name) && $0.third != nil }
      guard !common.isEmpty else { return nil }
      return ResponseChange(
        one.place, .object(common, "differing from \(other.place)"), type: one.object.declared,
        route: .init(place: one.place, needs: one.object.needs), nulled: one.place)
    }
  }

  /// Returns changes that give an object the ID that an object of another type has in the plain responses.
  func sameIDs() -> [ResponseChange] {
    var types: Set<String> = []
    let all = sightings.filter { $0.idKey != nil && types.insert($0.object.type.name).inserted }
    guard let first = all.first, let id = first.object.plain?[first.idKey ?? ""], id.idText != nil
    else { return [] }
    let others = all.dropFirst().filter {
      !$0.object.isChosen && !areUnique($0.object.type, first.object.type)
    }
    return others.prefix(2).map { other in
      let key = "\(other.object.path).\(other.idKey ?? "")"
      return ResponseChange(
        key, .init(id, "with the ID of the first \(first.object.type.name)"), type: "ID!",
        route: .init(place: "\(other.place).\(other.idKey ?? "")", needs: []), nulled: "")
    }
  }

  /// Returns the response key of the `id` that the document selects, or nil if it selects none that may vary.
  func idKey(
    of type: NamedType, _ group: SelectedFields.Group, _ fields: inout SelectedFields
  ) -> String? {
    guard let id = type.fields["id"], stated.values["\(type.name).id"] == nil,
      system.kind(of: id.type)?.isLeaf == true, !id.type.nullable.isList
    else { return nil }
    return fields.fields(of: group, typeName: type.name).all.first { $0.first.name == "id" }?.key
  }

  /// Returns whether objects of the types have different IDs, because an ID alone finds them, as with Relay's `node`.
  func areUnique(_ one: NamedType, _ other: NamedType) -> Bool {
    guard one.fields["id"]?.type.name == other.fields["id"]?.type.name else { return true }
    return system.rootTypes[.query]?.fields.contains { field in
      guard let type = system.namedType(of: field.type), type.kind.isAbstract else { return false }
      return system.isPossible(one, for: type) && system.isPossible(other, for: type)
        && field.arguments.contains { $0.type.name == one.fields["id"]?.type.name }
        && !field.type.nullable.isList
    } ?? false
  }
}

extension ResponseValues.Value {
  typealias Differences = [ResponseChanges.Difference]

  /// Returns a list of three objects that differ, with a part for each field.
  static func list(_ differences: Differences) -> ResponseValues.Value {
    let (second, third) = (differences.object(\.second), differences.object(\.third))
    return of(differences, ResponseChanges.differing, [[:], second, third], list)
  }

  static func object(_ differences: Differences, _ wording: String) -> ResponseValues.Value {
    of(differences, wording, differences.object(\.third)) { object($0, wording) }
  }

  private static func of(
    _ differences: Differences, _ wording: String, _ json: MockJSON,
    _ make: (Differences) -> ResponseValues.Value
  ) -> ResponseValues.Value {
    if differences.count == 1 { return .init(json, "\(wording) in \(differences[0].name)") }
    return .init(json, wording, parts: differences.map { make([$0]) })
  }
}

extension [ResponseChanges.Difference] {
  fileprivate func object(_ value: (Element) -> MockJSON?) -> MockJSON {
    reduce(into: [:]) { object, difference in
      if let value = value(difference) { object.set(value, at: difference.path[...]) }
    }
  }
}

extension MockJSON {
  fileprivate mutating func set(_ value: MockJSON, at path: ArraySlice<String>) {
    guard let name = path.first else { return self = value }
    self[name].set(value, at: path.dropFirst())
  }
}
