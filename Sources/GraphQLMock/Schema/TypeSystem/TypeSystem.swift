/// The types and directives of a schema, which several mock services can share (GraphQL specification, section 3).
package final class TypeSystem: Sendable {
  /// The built-in types, followed by the text of all schema files. Offsets refer to this text.
  let document: Document
  package let types: SchemaMembers<NamedType>
  package let directives: SchemaMembers<DirectiveDefinition>
  /// The root type of each kind of operation, such as `Query` (GraphQL specification, section 3.3.1).
  let rootTypes: [OperationType: NamedType]
  /// The introspection fields `__typename`, `__schema` and `__type` (GraphQL specification, sections 4.1 and 4.2).
  let metaFields: SchemaMembers<FieldDefinition>
  let scalarChecks: [String: ScalarCheck]
  /// Default values that don't fit their types. A service only warns of them.
  package let unfitDefaults: [ServiceSchemaError.Problem]
  /// The files of the schema, or an empty array if the schema is an introspection response.
  private let sources: [Source]
  /// The object types of each interface, each only once, although the text may repeat an interface.
  private let implementers: [String: [NamedType]]
  private let enumValues = OnceValue<Set<String>>()
  /// A number that identifies the type system in caches. No other type system in the process has the same number.
  let number = TypeSystem.lastNumber.withLock { $0.next() }
  private static let lastNumber = Locked(0)

  package typealias Place = (file: String, line: Int, column: Int)

  typealias Source = (file: String, range: Range<Int>)

  init(
    document: Document, types: SchemaMembers<NamedType>,
    directives: SchemaMembers<DirectiveDefinition>, rootTypes: [OperationType: NamedType],
    metaFields: SchemaMembers<FieldDefinition>, scalarChecks: [String: ScalarCheck] = [:],
    unfitDefaults: [ServiceSchemaError.Problem] = [], sources: [Source]
  ) {
    self.document = document
    self.types = types
    self.directives = directives
    self.rootTypes = rootTypes
    self.metaFields = metaFields
    self.scalarChecks = scalarChecks
    self.unfitDefaults = unfitDefaults
    self.sources = sources
    var implementers: [String: [NamedType]] = [:]
    for type in types where type.kind == .object {
      for use in type.interfaces where implementers[use.name]?.last != type {
        implementers[use.name, default: []].append(type)
      }
    }
    self.implementers = implementers
  }

  convenience init(
    _ other: TypeSystem, scalarChecks: [String: ScalarCheck],
    unfitDefaults: [ServiceSchemaError.Problem]
  ) {
    self.init(
      document: other.document, types: other.types, directives: other.directives,
      rootTypes: other.rootTypes, metaFields: other.metaFields, scalarChecks: scalarChecks,
      unfitDefaults: unfitDefaults, sources: other.sources)
  }

  /// Returns the place of each byte offset in a schema file, and none for offsets in built-in definitions.
  package func places(of offsets: [Int]) -> [Int: Place] {
    sources.places(of: offsets, in: document.bytes)
  }

  func namedType(of type: WrappedType) -> NamedType? { types[type.name] }

  var enumValueNames: Set<String> {
    enumValues.value { Set(types.flatMap { $0.enumValues.map(\.name) }) }
  }

  func kind(of type: WrappedType) -> TypeKind? { namedType(of: type)?.kind }

  func isInput(_ type: WrappedType) -> Bool { kind(of: type)?.isInput == true }

  /// Returns the type in a range of the text, or nil if its name is unknown or its lists are nested too deeply.
  func type(_ range: Range<Int>, in text: ContiguousArray<UInt8>) -> WrappedType? {
    WrappedType.read(range, in: text).type.flatMap { namedType(of: $0) == nil ? nil : $0 }
  }

  /// Returns a type's field, or an introspection field such as `__typename` (GraphQL specification, section 4.1).
  func field(_ name: String, of type: NamedType) -> FieldDefinition? {
    if name.utf8.first == UInt8(ascii: "_"), let field = metaFields[name] {
      let isThere = name == "__typename" ? type.kind.isComposite : type == rootTypes[.query]
      if isThere { return field }
    }
    return type.fields[name]
  }

  func isMeta(_ field: FieldDefinition) -> Bool { metaFields[field.name] == field }

  /// The maximum number of default values in a value. Without it, types such as `input A { b: B = {} c: B = {} }`
  /// that use each other could make a value huge.
  private static let defaultLimit = 10_000

  package func defaultValue(of input: FieldDefinition) -> MockJSON? {
    input.defaultValue.map { coerced(document.json(of: $0), to: input.type) }
  }

  /// Coerces a value to an input type (GraphQL, sections 3.5 to 3.12), down to `NestingLimit.recursion` levels.
  func coerced(_ value: MockJSON, to type: WrappedType) -> MockJSON {
    var defaults = Self.defaultLimit
    return coerced(value, to: type, depth: 0, &defaults)
  }

  private func coerced(
    _ value: MockJSON, to type: WrappedType, depth: Int, _ defaults: inout Int
  ) -> MockJSON {
    if value.isNull || depth == NestingLimit.recursion { return value }
    let type = type.nullable
    if type.isList {
      let elements = value.array ?? [value]
      return .array(
        elements.map { coerced($0, to: type.unwrapped, depth: depth + 1, &defaults) })
    }
    if let members = value.members, let fields = namedType(of: type)?.inputFields {
      let known = fields.compactMap { field -> (String, MockJSON)? in
        var value = members[field.name]
        if value == nil, defaults > 0, let usual = field.defaultValue {
          value = document.json(of: usual)
          defaults -= 1
        }
        return value.map {
          (field.name, coerced($0, to: field.type, depth: depth + 1, &defaults))
        }
      }
      let others = members.filter { fields[$0.name] == nil }.map { ($0.name, $0.value) }
      return .object(of: known + others)
    }
    return type == .named("ID") ? value.int.map { .string("\($0)") } ?? value : value
  }

  /// Returns the object types of an interface, in the order of the schema's text, or of a union, in its own order.
  func possibleTypes(of type: NamedType) -> [NamedType] {
    switch type.kind {
    case .object: [type]
    case .interface: implementers[type.name] ?? []
    case .union: type.members.unique.compactMap { types[$0.name] }
    case .scalar, .enum, .inputObject: []
    }
  }

  func isPossible(_ object: NamedType, for type: NamedType) -> Bool {
    object == type || (object.kind == .object && isSubtype(object, of: type))
  }

  /// Returns true if at least one object type belongs to both types (GraphQL specification, section 5.5.2.3).
  func overlap(_ left: NamedType, _ right: NamedType) -> Bool {
    left == right || possibleTypes(of: left).contains { isPossible($0, for: right) }
  }

  func isSubtype(_ type: NamedType, of other: NamedType) -> Bool {
    type == other || type.interfaces[other.name] != nil || other.members[type.name] != nil
  }

  /// Returns true if a type is a subtype of another (`IsSubType` in section 3.6 of the GraphQL specification).
  func isSubtype(_ type: WrappedType, of other: WrappedType) -> Bool {
    switch (type, other) {
    case (.nonNull(let type), .nonNull(let other)): isSubtype(type, of: other)
    case (_, .nonNull): false
    case (.nonNull(let type), _): isSubtype(type, of: other)
    case (.list(let type), .list(let other)): isSubtype(type, of: other)
    case (.named(let type), .named(let other)):
      type == other
        || types[type].flatMap { type in types[other].map { isSubtype(type, of: $0) } } == true
    case (.list, .named), (.named, .list): false
    }
  }
}

extension TypeSystem: FragmentRule.FieldTypes {
  func applies(_ condition: String, to typeName: String) -> Bool? {
    guard let type = types[typeName], let condition = types[condition] else { return nil }
    if isSubtype(type, of: condition) { return true }
    return overlap(type, condition) ? nil : false
  }

  func typeName(ofField name: String, of typeName: String) -> String? {
    types[typeName].flatMap { field(name, of: $0)?.type.name }
  }

  func isOwn(directive name: String) -> Bool { directives[name].map { !divides($0) } ?? false }

  func definition(of selection: FieldCollector.Selection) -> FieldDefinition? {
    selection.scope.typeName.flatMap { types[$0] }.flatMap { field(selection.name, of: $0) }
  }
}
