/// The type system of a service: what is named, and what belongs to what (GraphQL, section 3).
///
/// It is read once and never changes, so that any number of services share it. All names are numbers
/// (``NameID``): a name of a document is looked up once, by `name(_:in:)`, and compared as a number
/// from there on. Places are offsets in `bytes`; `position(of:)` turns one into file, line and
/// column.
final class TypeSystem: Sendable {
  private let parts: TypeSystemBuilder.Parts
  private let memberIndex: MemberIndex
  private let possible: PossibleTypes
  /// What values of custom scalars must be; those without a check may be anything.
  let scalarChecks: [TypeID: ScalarCheck]

  struct Source: Sendable {
    var file: String
    var start: Int
  }

  /// The root operation types (section 3.3.1).
  struct RootTypes: Sendable {
    var query: TypeID?
    var mutation: TypeID?
    var subscription: TypeID?

    subscript(operation: OperationType) -> TypeID? {
      get {
        switch operation {
        case .query: query
        case .mutation: mutation
        case .subscription: subscription
        }
      }
      set {
        switch operation {
        case .query: query = newValue
        case .mutation: mutation = newValue
        case .subscription: subscription = newValue
        }
      }
    }
  }

  /// The fields that every object, or every query, has (section 4.1 and 4.2).
  struct MetaFields: Sendable {
    var schema: FieldID
    var type: FieldID
    var typename: FieldID
  }

  /// The scalars that the specification defines (section 3.5).
  struct StandardTypes: Sendable {
    var int: TypeID
    var float: TypeID
    var string: TypeID
    var boolean: TypeID
    var id: TypeID
  }

  init(_ parts: TypeSystemBuilder.Parts) {
    self.parts = parts
    memberIndex = MemberIndex(parts.tables)
    possible = PossibleTypes(parts.tables, typeOfName: parts.typeOfName)
    scalarChecks = [:]
  }

  /// The same types with checks of custom scalars.
  init(_ other: TypeSystem, scalarChecks: [TypeID: ScalarCheck]) {
    parts = other.parts
    memberIndex = other.memberIndex
    possible = other.possible
    self.scalarChecks = scalarChecks
  }

  /// All texts of the schema, that of the built-in types first.
  var bytes: ContiguousArray<UInt8> { parts.bytes }
  /// What the texts are called and where they begin, in order.
  var sources: [Source] { parts.sources }
  var names: SchemaNames { parts.tables.names }
  var types: ContiguousArray<NamedTypeDefinition> { parts.tables.types }
  var fields: ContiguousArray<FieldDefinition> { parts.tables.fields }
  var inputs: ContiguousArray<InputDefinition> { parts.tables.inputs }
  var enumValues: ContiguousArray<EnumValueDefinition> { parts.tables.enumValues }
  var uses: ContiguousArray<TypeUse> { parts.tables.uses }
  var directives: ContiguousArray<DirectiveDefinition> { parts.tables.directives }

  var queryType: TypeID? { parts.roots.query }
  var mutationType: TypeID? { parts.roots.mutation }
  var subscriptionType: TypeID? { parts.roots.subscription }
  var metaFields: MetaFields { parts.metaFields }
  var standard: StandardTypes { parts.standard }

  subscript(type: TypeID) -> NamedTypeDefinition { types[Int(type.index)] }
  subscript(field: FieldID) -> FieldDefinition { fields[Int(field.index)] }
  subscript(input: InputID) -> InputDefinition { inputs[Int(input.index)] }
}

/// Looking up.
extension TypeSystem {
  /// The number of a name in another text; nil if the schema does not have it.
  func name(_ range: Range<Int>, in text: Span<UInt8>) -> NameID? {
    let bytes = bytes
    return names.find(text, range.lowerBound, range.upperBound, in: bytes.span)
  }

  /// The number of a name; nil if the schema does not have it.
  func name(_ text: String) -> NameID? {
    let text = ContiguousArray(text.utf8)
    return self.name(text.indices, in: text.span)
  }

  func text(_ name: NameID) -> String {
    String(decoding: bytes[names.range(of: name)], as: UTF8.self)
  }

  func text(_ type: TypeID) -> String { text(self[type].name) }

  /// The type as it is written: `[Int!]!`.
  func text(_ type: WrappedType) -> String { type.text(text(type.name)) }

  /// The type of that name.
  func type(named name: NameID) -> TypeID? {
    // A name that was read after the schema was made has no place in the table.
    let index = parts.typeOfName[Int(name.index)]
    return index < 0 ? nil : TypeID(Int(index))
  }

  func type(named text: String) -> TypeID? { name(text).flatMap { type(named: $0) } }

  /// What a wrapped type names; nil only for a type that the schema lacks.
  func namedType(of type: WrappedType) -> TypeID? { self.type(named: type.name) }

  func kind(of type: WrappedType) -> TypeKind? { namedType(of: type).map { self[$0].kind } }

  func rootType(of operation: OperationType) -> TypeID? { parts.roots[operation] }

  /// The definition of a directive.
  func directive(named name: NameID) -> DirectiveDefinition? {
    parts.directiveOfName[name].map { directives[$0] }
  }

  /// The fields of an object or interface type in the order of the schema, as positions in `fields`;
  /// of any other kind, none.
  func fields(of type: TypeID) -> Range<Int> {
    let definition = self[type]
    guard definition.kind == .object || definition.kind == .interface else { return 0..<0 }
    return Self.range(definition.members)
  }

  /// The fields of an input object type, as positions in `inputs`; of any other kind, none.
  func inputFields(of type: TypeID) -> Range<Int> {
    let definition = self[type]
    return definition.kind == .inputObject ? Self.range(definition.members) : 0..<0
  }

  /// The values of an enum type, as positions in `enumValues`; of any other kind, none.
  func enumValues(of type: TypeID) -> Range<Int> {
    let definition = self[type]
    return definition.kind == .enum ? Self.range(definition.members) : 0..<0
  }

  /// The member types of a union in the order of the schema, as positions in `uses`.
  func members(ofUnion type: TypeID) -> Range<Int> {
    let definition = self[type]
    return definition.kind == .union ? Self.range(definition.members) : 0..<0
  }

  /// The interfaces that a type states, as positions in `uses`.
  func interfaces(of type: TypeID) -> Range<Int> { Self.range(self[type].interfaces) }

  /// The arguments of a field in the order of the schema, as positions in `inputs`.
  func arguments(of field: FieldID) -> Range<Int> { Self.range(self[field].arguments) }

  func arguments(of directive: DirectiveDefinition) -> Range<Int> {
    Self.range(directive.arguments)
  }

  /// The field that a selection names: a meta-field, or one of the type (sections 4.1 and 5.3.1).
  func field(_ name: NameID, of type: TypeID) -> FieldID? {
    let kind = self[type].kind
    if kind.isComposite, name == self[metaFields.typename].name { return metaFields.typename }
    if type == queryType {
      if name == self[metaFields.schema].name { return metaFields.schema }
      if name == self[metaFields.type].name { return metaFields.type }
    }
    return memberIndex.position(of: name, owner: .type(type), in: fields(of: type)) {
      fields[$0].name
    }.map { FieldID($0) }
  }

  func argument(_ name: NameID, of field: FieldID) -> InputID? {
    memberIndex.position(of: name, owner: .field(field), in: arguments(of: field)) {
      inputs[$0].name
    }.map { InputID($0) }
  }

  func argument(_ name: NameID, of directive: DirectiveDefinition) -> InputID? {
    arguments(of: directive).first { inputs[$0].name == name }.map { InputID($0) }
  }

  func inputField(_ name: NameID, of type: TypeID) -> InputID? {
    memberIndex.position(of: name, owner: .type(type), in: inputFields(of: type)) {
      inputs[$0].name
    }.map { InputID($0) }
  }

  func enumValue(_ name: NameID, of type: TypeID) -> EnumValueDefinition? {
    memberIndex.position(of: name, owner: .type(type), in: enumValues(of: type)) {
      enumValues[$0].name
    }.map { enumValues[$0] }
  }

  private static func range(_ range: Range<Int32>) -> Range<Int> {
    Int(range.lowerBound)..<Int(range.upperBound)
  }
}

/// Which types stand for which.
extension TypeSystem {
  /// The object types that a value of this type can have, sorted; of an object type, itself.
  func possibleTypes(of type: TypeID) -> [TypeID] {
    switch self[type].kind {
    case .object: [type]
    case .interface, .union: Array(possible.types(of: type))
    case .scalar, .enum, .inputObject: []
    }
  }

  /// Whether an object type is one that a value of this type can have.
  func isPossible(_ object: TypeID, for type: TypeID) -> Bool {
    object == type || (self[type].kind.isAbstract && possible.contains(object, for: type))
  }

  /// Whether two composite types have an object type in common (section 5.5.2.3).
  func overlap(_ left: TypeID, _ right: TypeID) -> Bool {
    if left == right { return true }
    if self[left].kind == .object { return isPossible(left, for: right) }
    if self[right].kind == .object { return isPossible(right, for: left) }
    return possible.overlap(left, right)
  }

  /// Whether a type is the other one, or an object or interface type that stands for it.
  func isSubtype(_ type: TypeID, of other: TypeID) -> Bool {
    if type == other { return true }
    switch self[other].kind {
    case .union: return isPossible(type, for: other)
    case .interface:
      let name = self[other].name
      return interfaces(of: type).contains { uses[$0].name == name }
    case .scalar, .object, .enum, .inputObject: return false
    }
  }

  /// IsSubType(possibleSubType, superType) (section 3.6, "Type Validation").
  func isSubtype(_ type: WrappedType, of other: WrappedType) -> Bool {
    var (type, other) = (type, other)
    while true {
      if type == other { return true }
      if other.isNonNull {
        guard type.isNonNull else { return false }
        (type, other) = (type.unwrapped, other.unwrapped)
      } else if type.isNonNull {
        type = type.unwrapped
      } else if other.isList {
        guard type.isList else { return false }
        (type, other) = (type.unwrapped, other.unwrapped)
      } else {
        guard type.isNamed, let type = namedType(of: type), let other = namedType(of: other) else {
          return false
        }
        return isSubtype(type, of: other)
      }
    }
  }
}
