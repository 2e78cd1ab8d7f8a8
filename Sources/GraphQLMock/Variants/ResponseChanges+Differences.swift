/// Objects of one type that differ, and objects of two types that have the same ID.
extension ResponseChanges {
  /// The values of a field in the second and third of three objects, by its path of response keys.
  struct Difference: Sendable {
    var path: [String]
    var second: MockJSON?
    var third: MockJSON?

    var name: String { path.joined(separator: ".") }

    func inside(_ key: String) -> Difference? {
      let value = third ?? second
      return value?.isNull == false ? Difference(path: [key] + path, third: value) : nil
    }
  }

  /// A place at which an object of the plain responses occurs, with the object's ID and the fields that could differ there.
  struct Occurrence: Sendable {
    let object: Object
    let place: String
    let id: (key: String, json: MockJSON)?
    let differences: [Difference]
  }

  /// The maximum number of objects on the path of a difference, and of objects to compare.
  private static let (depthLimit, occurrenceLimit) = (3, 100)

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
        !isStated(definition, of: type)
      else { continue }
      var own = Difference(path: [field.key])
      let usual = field.group == nil ? plain(of: named, field: name) : [:]
      if definition.type.nullable.isList {
        guard !hasStatedObjects(of: named) else { continue }
        let isNested = definition.type.nullable.unwrapped.nullable.isList
        (own.second, own.third) = ([], isNested ? nil : [usual, usual, usual])
      } else if let group = field.group {
        let (types, _) = possibleTypes(of: named, group, &fields)
        if types.count > 1 {
          own.third = ["__typename": .string(types[1].name)]
        } else if let type = types.first, depth < Self.depthLimit {
          found += differences(of: type, group, &fields, withTexts: withTexts, depth: depth + 1)
            .compactMap { $0.inside(field.key) }
        }
      } else {
        (own.second, own.third) = otherValues(of: named, definition, usual, withTexts)
      }
      if mayBeNull(definition, of: type), named.kind != .enum { own.second = .null }
      if own.second != nil || own.third != nil { found.append(own) }
    }
    return found
  }

  private func otherValues(
    of type: NamedType, _ field: FieldDefinition, _ usual: MockJSON, _ withTexts: Bool
  ) -> (MockJSON?, MockJSON?) {
    let name = GeneratedScalars.foldedName(field.name)
    guard !GeneratedScalars.pageFieldNames.contains(name), !ResponseGenerator.isCursor(name),
      GeneratedScalars.onLastPage(name) == nil, values.examples[type.name] == nil
    else { return (nil, nil) }
    if let text = usual.string, text.contains(GeneratedScalars.day) {
      func on(_ day: String) -> MockJSON {
        .string(text.replacing(GeneratedScalars.day, with: day))
      }
      return (on("2026-03-05"), on("2025-11-20"))
    }
    let others = type.enumValues.dropFirst().map { MockJSON.string($0.name) }
    return switch type.name {
    case "Boolean": (nil, .bool(usual.bool == false))
    case "Int" where withTexts, "Float" where withTexts: (nil, 0)
    case "String" where withTexts: (nil, .string("another \(field.name)"))
    default: (others.first, others.last)
    }
  }

  /// Remembers a place of an object for `contradictions()`, unless a variant has to choose another type for it first.
  mutating func noteOccurrence(of object: Object, _ fields: inout SelectedFields) {
    guard object.field != nil, !objectTypes.contains(object.type.name),
      object.needs.allSatisfy({ $0.choice == nil }), occurrences.count < Self.occurrenceLimit
    else { return }
    occurrences.append(
      Occurrence(
        object: object, place: object.path.replacing("[0]", with: ""),
        id: id(of: object.type, object.group, &fields, plain: object.plain),
        differences: differences(of: object.type, object.group, &fields, withTexts: true)))
  }

  /// Returns changes that make an object differ from the object of its type in another response, such as a list, and
  /// changes that give an object the ID that an object of another type has.
  func contradictions() -> [ResponseChange] {
    var found: [ResponseChange] = []
    var types: Set<String> = []
    var owner: Occurrence?
    for occurrence in occurrences where types.insert(occurrence.object.type.name).inserted {
      let all = occurrences.filter { $0.object.type == occurrence.object.type }
      if let one = all.last(where: { $0.place == $0.object.path }),
        let other = all.first(where: { $0.place != one.place }), stated.values[one.place] == nil
      {
        let names = Set(other.differences.map(\.name))
        let common = one.differences.filter { names.contains($0.name) && $0.third != nil }
        let value = ResponseValues.Value.of(common, "differing from \(other.place)") {
          $0.object(\.third)
        }
        if !common.isEmpty { found.append(one.change(to: value)) }
      }
      guard let id = occurrence.id else { continue }
      if let owner, let other = owner.id, occurrence.object.field?.arguments.isEmpty == true,
        !areUnique(owner.object.type, occurrence.object.type)
      {
        let kind = "with the ID of the first \(owner.object.type.name)"
        found.append(occurrence.change(of: id.key, to: .init(other.json, kind)))
      }
      owner = owner ?? occurrence
    }
    return found
  }

  /// Returns the response key and plain value of the `id` that the document selects, or nil if none may vary.
  func id(
    of type: NamedType, _ group: SelectedFields.Group, _ fields: inout SelectedFields,
    plain: MockJSON?
  ) -> (key: String, json: MockJSON)? {
    guard let id = type.fields["id"], !isStated(id, of: type),
      let leaf = system.namedType(of: id.type), leaf.kind.isLeaf, !id.type.nullable.isList
    else { return nil }
    let field = fields.fields(of: group, typeName: type.name).all.first { $0.first.name == "id" }
    return field.map { field in
      let known = plain?.members?[field.key]
      return (field.key, known?.idText == nil ? self.plain(of: leaf, field: "id") : known ?? .null)
    }
  }

  /// Returns whether objects of the types have different IDs, because an ID alone finds them, as with Relay's `node`.
  func areUnique(_ one: NamedType, _ other: NamedType) -> Bool {
    let id = one.fields["id"]?.type.name
    let finds = system.rootTypes[.query]?.fields.contains { field in
      let type = field.type.nullable.isList ? nil : system.namedType(of: field.type)
      return field.arguments.contains { $0.type.name == id }
        && type.map { system.isPossible(one, for: $0) && system.isPossible(other, for: $0) } == true
    }
    return finds == true || id != other.fields["id"]?.type.name
  }
}

extension ResponseChanges.Occurrence {
  /// Returns a change to the object, or to the object's first occurrence if only one of its fields changes.
  fileprivate func change(of key: String? = nil, to value: ResponseValues.Value) -> ResponseChange {
    let member = key.map { ".\($0)" } ?? ""
    return ResponseChange(
      object.path + member, value, type: key == nil ? object.field?.type.text ?? "" : "ID!",
      route: .init(place: place + member, needs: object.needs), nulled: [place])
  }
}

extension ResponseValues.Value {
  /// Returns a value with differences, with a part for each of them.
  static func of(
    _ differences: [ResponseChanges.Difference], _ kind: String,
    _ json: ([ResponseChanges.Difference]) -> MockJSON
  ) -> ResponseValues.Value {
    if differences.count == 1 {
      return .init(json(differences), "\(kind) in \(differences[0].name)")
    }
    return .init(json(differences), kind, parts: differences.map { of([$0], kind, json) })
  }
}

extension [ResponseChanges.Difference] {
  func object(_ value: (Element) -> MockJSON?) -> MockJSON {
    reduce([:]) { object, difference in
      guard let value = value(difference) else { return object }
      return object.merging(difference.path.reversed().reduce(value) { .object([$1: $0]) })
    }
  }
}
