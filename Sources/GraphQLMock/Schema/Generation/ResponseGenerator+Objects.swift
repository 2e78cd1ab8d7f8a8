import Foundation

extension ResponseGenerator {
  mutating func object(
    _ declared: NamedType, _ group: SelectedFields.Group, field: String, isNonNull: Bool,
    at place: Place
  ) throws(GenerationError) -> Node {
    var place = place
    place.isOldest = false
    if !closed.isEmpty, try !find(declared, field: field, isNonNull: isNonNull, at: &place) {
      return .value(.null)
    }
    let type = ownType(declared, group, at: &place)
    if place.stated.isEmpty, let own = overrides.types[type], !own.isObject { return .value(own) }
    if !overrides.types.isEmpty {
      let interfaces = type.interfaces.compactMap { system.types[$0.name] }
      for json in ([type] + interfaces + [declared]).compactMap({ overrides.types[$0] }) {
        place.state(json, .type)
      }
    }
    place.stated.removeAll { !$0.json.isObject }
    if type.fields["id"] != nil {
      (place.page, place.slot, place.parent, place.list) = (nil, nil, nil, "")
      (place.filters, place.typeName) = ([], nil)
    }
    identify(&place, type)
    if let key = place.key, let objects,
      place.stated.allSatisfy({ $0.isOfObject || $0.origin == .type })
    {
      let object = ObjectKey(typeName: type.name, id: key.value)
      let isSeeded = closed.contains(type.name)
      if isSeeded || !isMutation, !objects.has(object) {
        if place.stated.contains(where: { $0.json["id"].idText == object.id }) {
          noteAbsence(of: object, at: place.path)
        }
        changesObjects = true
        guard isNonNull else { return .value(.null) }
        // A service would have no object either, so the test doesn't fail.
        if isSeeded {
          _ = try fail(.named(type.name), "There's \(object.absence)", at: place)
          return .failed
        }
      }
    }
    let selected = fields.fields(of: group, typeName: type.name)
    if try refuse(selected.undecided, .named(type.name), at: place) != nil { return .failed }
    open(&place, of: type, selected)
    let changed = changes(of: type, selected, at: &place)
    if !changed.isEmpty {
      place.state(.object(changed), closed.contains(type.name) ? .object : .change)
    }
    var object = Object()
    // Members that the document doesn't select are kept, because the validation reports them.
    if let data = place.stated.first, !data.isOverride {
      object.stated = data.json.members?.map { ($0.name, $0.value) } ?? []
    }
    for (position, field) in selected.all.enumerated()
    where place.unknownType == nil || selected.certain.contains(position) {
      try grow(by: field.key)
      guard let member = try member(field, of: type, in: place) else { continue }
      object.members.append((field.key, member))
    }
    return .object(object)
  }

  /// Returns the object type of a value. By default, this is the first type that an interface or union allows.
  private mutating func ownType(
    _ declared: NamedType, _ group: SelectedFields.Group, at place: inout Place
  ) -> NamedType {
    place.unknownType = nil
    guard declared.kind.isAbstract else { return declared }
    if let type = place.typeName.flatMap({ system.types[$0] }),
      system.isPossible(type, for: declared)
    {
      return type
    }
    var names = place.stated.compactMap { $0.json["__typename"].string }
    if let name = overrides.types[declared]?["__typename"].string { names.append(name) }
    let selected = fields.fields(of: group)
    for key in selected.typeNameKeys {
      names += place.stated.compactMap { $0.isOverride ? nil : $0.json[key].string }
    }
    if let name = overrides.typeNames[declared] { names.append(name) }
    let choice = choices[group] ?? TypeChoice(of: declared, selected, in: system, overrides)
    choices[group] = choice
    if names.isEmpty, let id = place.key?.value, let known = objects?.typeNames(ofID: id) {
      names = choice.types.lazy.map(\.name).filter(known.contains)
    }
    for name in names {
      guard let type = system.types[name] else {
        place.unknownType = name
        return declared
      }
      if system.isPossible(type, for: declared) { return type }
    }
    let stated = place.stated.first { $0.json.isObject }
    let byNames = stated?.isOverride == true
    return stated?.json.members.flatMap { choice.type(of: $0, byNames: byNames) }
      ?? choice.types.first ?? declared
  }

  /// Decides on the ID of an object, and so on the key and identity of its place.
  func identify(_ place: inout Place, _ type: NamedType) {
    let byPath = pathOverride(at: place, member: ".id")
    let id = (byPath ?? type.fields["id"].flatMap { overrides.fields[$0] })?.content
    var stated = place.stated.map { $0.json["id"] }
    if case .json(let json)? = id { stated.append(json) }
    if let text = stated.lazy.compactMap(\.idText).first {
      place.key = ("id", text)
    } else if place.key == nil, let idType = type.fields["id"]?.type,
      GeneratedScalars.id("1", ofType: idType.name, isStated: false) != nil, !idType.nullable.isList
    {
      var text = place.identity
      let own = GeneratedScalars.form(ofID: idType.name)
      var form = own
      if case .identifier(let stated)? = id { form = stated }
      if let form { text = form.text(for: text) }
      // Nine digits fit into an `Int` (GraphQL, section 3.5.1).
      if own == .number { text = String(text.prefix(9)) }
      if let given = inputID(type, at: place) { text = given } else { place.parent = place.owner }
      place.key = ("id", text)
    }
    guard let id = place.key?.value else { return }
    place.identity = ObjectKey(typeName: type.name, id: id).identity
  }

  private mutating func member(
    _ field: SelectedFields.Field, of type: NamedType, in object: Place
  ) throws(GenerationError) -> Int? {
    let name = field.first.name
    if name == "__typename" {
      let stated = object.stated.first { !$0.isOverride }
      return try add(stated?.json.members?[field.key] ?? .string(object.unknownType ?? type.name))
    }
    guard let definition = system.field(name, of: type) else { return try add(.null) }
    var place = object
    place.depth += 1
    if !overrides.paths.isEmpty || mayFail {
      place.path += (place.path.isEmpty ? "" : ".") + field.key
      place.openPath += (place.openPath.isEmpty ? "" : ".") + field.key
    }
    if let node = try refuse(field.first.node, definition.type, at: place) { return node }
    place.stated = object.stated.compactMap { stated in
      stated.member(field.key, ofField: name).map { Stated(json: $0, origin: stated.origin) }
    }
    var count: Int?
    let candidates: [(GeneratedValue?, Stated.Origin)] = [
      (pathOverride(at: place), .path), (overrides.fields[definition], .field),
    ]
    for case (let override?, let origin) in candidates {
      switch override.content {
      case .json(let json): place.state(json, origin)
      case .list(let length):
        if let node = objectType(in: definition.type), isClosed(node) {
          let key = origin == .path ? place.openPath : "\(type.name).\(name)"
          throw .lengthOfObjects(override: key, typeName: node.name)
        }
        count = count ?? length
        place.stated.removeAll { $0.origin == .change }
      case .identifier where name == "id" && (origin == .field || field.key == "id"):
        // The ID is the object's, and takes precedence over a value for its type.
        if let id = object.id(ofType: definition.type.name) { place.state(id, origin) }
      case .identifier(let form):
        place.state(.string(form.text(for: "\(place.identity).\(name)")), origin)
      case .error(let message): return try fail(definition.type, message, at: place)
      case .absent: return nil
      }
    }
    if place.stated.isEmpty, system.isMeta(definition) { throw .introspection(field: name) }
    // A field without a selection set contains no object.
    if field.group != nil { step(into: field, definition, of: type, &place) }
    if let cursor = place.page?.unknownCursor, place.stated.first?.isData != true {
      let reason = ValidationError.Reason.unknownCursor("\(cursor)", list: place.list)
      refused.append(ValidationError(reason: reason, locations: []))
      return try fail(definition.type, reason.message, at: place)
    }
    place.page?.unknownCursor = nil
    return try add(definition.type, field.group, field: name, count: count, at: place)
  }

  private mutating func step(
    into field: SelectedFields.Field, _ definition: FieldDefinition, of type: NamedType,
    _ place: inout Place
  ) {
    let (node, name) = (field.first.node, definition.name)
    place.mutationInput = mutationInput(to: field, definition, in: place)
    // In the payload of a mutation, the viewer isn't the object that the arguments are about.
    if name == "viewer" || name == "me" { place.mutationInput = [] }
    let isNode = name == "node" && place.slot != nil
    place.slot = nil
    // The `nodes` and `edges` of a connection contain the same objects, so their identities must be equal.
    if isNode || (place.page != nil && Page.connectionFields.contains(name)) { return }
    let arguments = knownArguments[definition]?[node] ?? arguments(of: field, definition, of: type)
    knownArguments[definition, default: [:]][node] = arguments
    (place.key, place.typeName) = (arguments.key, nil)
    let keepsPage = definition.type.nullable.isList && definition.arguments.isEmpty
    if place.page == nil || !keepsPage { place.filters = arguments.filters }
    if let page = arguments.page, place.page == nil || !keepsPage {
      (place.page, place.list) = (page, page.list)
    }
    place.identity += (place.identity.isEmpty ? "" : ".") + name
    guard !arguments.text.isEmpty else { return }
    place.identity += "(\(arguments.text))"
    place.parent = nil
  }

  struct Arguments: Sendable {
    var key: (name: String, value: String)?
    var page: Page?
    var filters: [(field: String, value: MockJSON)] = []
    /// The arguments as text, such as `year:2026`. Default values and arguments for paging are left out.
    var text = ""
  }

  /// Returns a text for identities, which is a digest if it's long, or if Swift treats it as equal to other bytes.
  static func keyText(_ text: String) -> String {
    let isASCII = text.utf8.count == text.utf16.count
    let isShown = isASCII || Bytes.areEqual(text, text.precomposedStringWithCanonicalMapping)
    return text.utf8.count > 32 || !isShown ? StableDigest(of: [text]).description : text
  }

  private func arguments(
    of field: SelectedFields.Field, _ definition: FieldDefinition, of parent: NamedType
  ) -> Arguments {
    let given = fields.collector.arguments(of: field.first).members
    let type = system.namedType(of: definition.type)
    let isList = definition.type.nullable.isList || type.flatMap(list(ofPage:)) != nil
    var found = Arguments(page: isList ? Page() : nil)
    found.page?.isLast = overrides.hasCursors
    let seeded =
      closed.isEmpty ? nil : objectType(in: definition.type).flatMap { isClosed($0) ? $0 : nil }
    found.page?.list = "\(parent.name).\(definition.name)"
    var (values, texts) = ([String: MockJSON](), [String]())
    for input in definition.arguments.ordered(by: { $0.name < $1.name }) {
      // Coercion makes equivalent values equal, such as the IDs `7` and `"7"` (GraphQL, section 6.4.1).
      let value = given?[input.name].map { system.coerced($0, to: input.type) }
      let usual = system.defaultValue(of: input)
      var choosing = value ?? usual ?? .null
      if let page = found.page, let objects, Page.isCursorArgument(input.name) {
        if choosing == "" { choosing = .null }
        let sent = objects.cursors(of: page.list)
        if let slot = sent[choosing] ?? seeded.flatMap({ slot(ofCursor: choosing, of: $0) }) {
          choosing = "\(Page.cursorPrefix)\(slot)"
        } else if mayFail, !sent.isEmpty, sent[choosing] == nil, choosing.idText != nil,
          wasSent?("\(choosing)") == false, !overrides.contain("\(choosing)")
        {
          found.page?.unknownCursor = choosing
        }
      }
      let isTaken = found.page?.take(choosing, as: input.name, default: usual) == true
      guard !isTaken, let value, !value.isNull else { continue }
      values[input.name] = value
      if isID(input, of: type, inList: true) { found.page?.ids = value.array?.map(\.idText) }
      if let seeded, seeded.fields[input.name]?.type.nullable == input.type.nullable,
        system.kind(of: input.type)?.isLeaf == true
      {
        found.filters.append((input.name, value))
      } else if let reference = seeded.flatMap({ reference(by: input, of: $0) }) {
        found.filters.append((reference.name, value))
      }
      if value != usual { texts.append("\(input.name):\(Self.keyText("\(value)"))") }
    }
    found.text = texts.joined(separator: ",")
    let own = definition.arguments.first { isID($0, of: type) }?.name ?? ""
    if !isList, values.count == 1, let id = values[own] { values["id"] = id }
    // The object is identified by the argument `id`, or else by the only required argument if it's an `ID`.
    let required = definition.arguments.filter(\.isRequired)
    // In `removeItem(itemId:): Cart`, the identifier is another object's, not that of the stated cart.
    let isOnly =
      required.count == 1 && required[0].type.nullable == .named("ID")
      && (seeded == nil || !GeneratedScalars.foldedName(required[0].name).hasSuffix("id")
        || required[0].name == own)
    let name = values["id"] == nil && isOnly ? required[0].name : "id"
    found.key = values[name]?.idText.map { (name, $0) }
    return found
  }

  /// Returns the field that an argument such as `roomId` is about, as `room` or the only field with a `Room`.
  private func reference(by input: FieldDefinition, of type: NamedType) -> FieldDefinition? {
    guard system.kind(of: input.type)?.isLeaf == true else { return nil }
    func isNamed(_ name: String) -> Bool {
      GeneratedScalars.foldedName(input.name) == GeneratedScalars.foldedName(name) + "id"
    }
    let fields = type.fields.filter { system.namedType(of: $0.type)?.fields["id"] != nil }
      .filter { !$0.type.nullable.isList }
    let ofType = fields.filter { isNamed($0.type.name) }
    return fields.first { isNamed($0.name) } ?? (ofType.count == 1 ? ofType[0] : nil)
  }

  /// Returns true if an argument such as `userId` is the `id` of an object, or `userIds` those of a list's objects.
  private func isID(_ input: FieldDefinition, of type: NamedType?, inList: Bool = false) -> Bool {
    guard let type, input.type.nullable.isList == inList,
      let id = (system.possibleTypes(of: type).first ?? type).fields["id"]?.type.nullable
    else { return false }
    let inner = inList ? input.type.nullable.unwrapped : input.type
    let name = GeneratedScalars.foldedName(input.name)
    let own = GeneratedScalars.foldedName(type.name) + "id"
    return inner.nullable == id && (inList ? ["ids", own + "s"].contains(name) : name == own)
  }
}
