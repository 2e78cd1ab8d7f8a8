// What a type system consists of (GraphQL, section 3), as a schema writes it: types have members by
// name, and say by name which other types they use. Places are offsets in the text of the
// schema.

/// Something that a schema names.
protocol SchemaElement: Sendable {
  var name: String { get }
  /// Where the name stands.
  var offset: Int { get }
}

/// Something that a schema defines, which is there once: no two definitions are equal.
protocol SchemaDefinition: AnyObject, SchemaElement, Hashable {}

extension SchemaDefinition {
  static func == (left: Self, right: Self) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Elements in the order of the schema, found by name; of two with one name, the first.
struct SchemaMembers<Member: SchemaElement>: RandomAccessCollection, Sendable {
  private let all: [Member]
  private let byName: [String: Member]

  init(_ all: [Member]) {
    self.all = all
    byName = Dictionary(all.lazy.map { ($0.name, $0) }) { first, _ in first }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { all.count }
  subscript(position: Int) -> Member { all[position] }

  subscript(name: String) -> Member? {
    guard let member = byName[name] else { return nil }
    // Swift takes a Kelvin sign for a K.
    return member.name.utf8.count == name.utf8.count ? member : nil
  }

  /// Those that have the name of an earlier one.
  var repeated: [Member] {
    guard byName.count < all.count else { return [] }
    var seen: Set<String> = []
    return all.filter { !seen.insert($0.name).inserted }
  }
}

/// The kinds of named types, as introspection spells them (`__TypeKind`).
enum TypeKind: String, Sendable {
  case scalar = "SCALAR", object = "OBJECT", interface = "INTERFACE", union = "UNION"
  case `enum` = "ENUM", inputObject = "INPUT_OBJECT"

  /// Whether values of the type have a selection set.
  var isComposite: Bool { self == .object || self == .interface || self == .union }

  /// Whether values of the type are leaves of an answer.
  var isLeaf: Bool { self == .scalar || self == .enum }

  /// Whether arguments and variables may have the type (section 3.4.2 "Input and Output Types").
  var isInput: Bool { isLeaf || self == .inputObject }

  /// Whether fields may have the type.
  var isOutput: Bool { self != .inputObject }

  /// Whether a value's own type is another one.
  var isAbstract: Bool { self == .interface || self == .union }

  /// The kind as messages spell it: `input object`.
  var phrase: String { self == .inputObject ? "input object" : "\(self)" }
}

/// A type definition or extension as it stands in the text.
struct TypeBlock: SchemaElement {
  let name: String
  let kind: TypeKind
  let isExtension: Bool
  /// True for what every service has: `Int`, `__Type`.
  let isBuiltIn: Bool
  let offset: Int
  /// The node of the string that describes it.
  let description: Int?
  /// Whether exactly one field of an input object must be given (section 3.10.1).
  var isOneOf = false
  /// The node of the first `@specifiedBy`.
  var specifiedBy: Int?
  /// The interfaces that are implemented.
  var interfaces: [TypeUse] = []
  /// The fields of an object or interface.
  var fields: [FieldDefinition] = []
  var inputFields: [FieldDefinition] = []
  var enumValues: [MemberFacts] = []
  /// The member types of a union.
  var members: [TypeUse] = []

  /// Takes in an extension (section 3.4.3 "Type Extensions").
  mutating func extend(by other: TypeBlock) {
    isOneOf = isOneOf || other.isOneOf
    specifiedBy = specifiedBy ?? other.specifiedBy
    interfaces += other.interfaces
    fields += other.fields
    inputFields += other.inputFields
    enumValues += other.enumValues
    members += other.members
  }
}

/// A named type, its extensions included.
final class NamedType: SchemaDefinition {
  let name: String
  let kind: TypeKind
  /// True for what every service has: `Int`, `__Type`.
  let isBuiltIn: Bool
  /// Whether exactly one field of an input object must be given (section 3.10.1).
  let isOneOf: Bool
  let offset: Int
  /// The node of the string that describes it.
  let description: Int?
  /// The node of the first `@specifiedBy`.
  let specifiedBy: Int?
  /// The interfaces that are implemented.
  let interfaces: SchemaMembers<TypeUse>
  /// The fields of an object or interface type; of any other kind, none.
  let fields: SchemaMembers<FieldDefinition>
  /// The fields of an input object type; of any other kind, none.
  let inputFields: SchemaMembers<FieldDefinition>
  /// The values of an enum type; of any other kind, none.
  let enumValues: SchemaMembers<MemberFacts>
  /// The member types of a union; of any other kind, none.
  let members: SchemaMembers<TypeUse>

  init(_ block: TypeBlock) {
    name = block.name
    kind = block.kind
    isBuiltIn = block.isBuiltIn
    isOneOf = block.isOneOf
    offset = block.offset
    description = block.description
    specifiedBy = block.specifiedBy
    interfaces = SchemaMembers(block.interfaces)
    fields = SchemaMembers(block.fields)
    inputFields = SchemaMembers(block.inputFields)
    enumValues = SchemaMembers(block.enumValues)
    members = SchemaMembers(block.members)
  }

  /// The values of an enum type whose names are similar, the most similar first.
  func enumValues(similarTo text: String) -> [String] {
    ValidationSuggestions.similar(to: text, among: enumValues.lazy.map(\.name))
  }
}

/// A value of an enum type, or what it has in common with fields and input values.
struct MemberFacts: SchemaElement {
  let name: String
  let offset: Int
  /// The node of the string that describes it.
  var description: Int?
  /// The node of the first `@deprecated` (section 3.13.3).
  var deprecation: Int?
}

/// A field, an argument or an input field.
final class FieldDefinition: SchemaDefinition {
  let facts: MemberFacts
  let type: WrappedType
  /// Where the type stands.
  let typeOffset: Int
  /// The arguments of a field of an object or interface type.
  let arguments: SchemaMembers<FieldDefinition>
  /// The node of an input value's default.
  let defaultValue: Int?

  init(
    _ facts: MemberFacts, _ type: WrappedType, at typeOffset: Int, arguments: [FieldDefinition],
    defaultValue: Int?
  ) {
    self.facts = facts
    self.type = type
    self.typeOffset = typeOffset
    self.arguments = SchemaMembers(arguments)
    self.defaultValue = defaultValue
  }

  var name: String { facts.name }
  var offset: Int { facts.offset }

  /// Whether a value has to be given (section 5.4.2.1 "Required Arguments").
  var isRequired: Bool { type.isNonNull && defaultValue == nil }
}

/// A name where a type is used: a union's member, an interface that is implemented.
struct TypeUse: SchemaElement {
  let name: String
  let offset: Int
}

/// A directive that a schema defines (section 3.13).
struct DirectiveDefinition: SchemaElement {
  let name: String
  let offset: Int
  /// The node of the string that describes it.
  let description: Int?
  let arguments: SchemaMembers<FieldDefinition>
  let locations: Set<DirectiveLocation>
  /// Whether it may be used more than once at one place.
  let isRepeatable: Bool
  /// True for what every service has: `@skip`, `@deprecated`.
  let isBuiltIn: Bool
}
