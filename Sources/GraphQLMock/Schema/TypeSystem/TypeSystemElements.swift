// The elements of a schema. Their offsets are byte offsets in the text of `TypeSystem.document`.

package protocol SchemaElement: Sendable {
  var facts: MemberFacts { get }
}

extension SchemaElement {
  package var name: String { facts.name }
  package var offset: Int { facts.offset }
}

/// A type or field definition. Definitions are compared by identity, so two different definitions are never equal.
package protocol SchemaDefinition: AnyObject, SchemaElement, Hashable {}

extension SchemaDefinition {
  package static func == (left: Self, right: Self) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Schema elements in their original order. A subscript with a name returns the first element of this name.
package struct SchemaMembers<Member: SchemaElement>: RandomAccessCollection, Sendable {
  private var all: [Member] = []
  private var byName: [String: Member] = [:]

  package init(_ all: [Member] = []) { append(contentsOf: all) }

  mutating func append(_ member: Member) {
    all.append(member)
    if byName[member.name] == nil { byName[member.name] = member }
  }

  mutating func append(contentsOf members: some Sequence<Member>) {
    for member in members { append(member) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { all.count }
  package subscript(position: Int) -> Member { all[position] }

  package subscript(name: String) -> Member? {
    guard let member = byName[name] else { return nil }
    // Swift treats the letter K and the Kelvin sign (U+212A) as equal, but GraphQL distinguishes them.
    return member.name.utf8.count == name.utf8.count ? member : nil
  }

  /// The first member of each name.
  var unique: [Member] {
    byName.count == all.count ? all : all.filter { byName[$0.name]?.offset == $0.offset }
  }

  /// The members with repeated names, and the offset of the first member with the same name.
  var repeated: [(member: Member, first: Int)] {
    guard byName.count < all.count else { return [] }
    return all.compactMap { member in
      byName[member.name].flatMap { $0.offset == member.offset ? nil : (member, $0.offset) }
    }
  }

  func names(similarTo name: String) -> [String] {
    EditDistance.similar(to: name, among: lazy.map(\.name))
  }
}

package enum TypeKind: String, Sendable {
  case scalar = "SCALAR", object = "OBJECT", interface = "INTERFACE", union = "UNION"
  case `enum` = "ENUM", inputObject = "INPUT_OBJECT"

  var isComposite: Bool { self == .object || self == .interface || self == .union }

  var isLeaf: Bool { self == .scalar || self == .enum }

  var isInput: Bool { isLeaf || self == .inputObject }

  var isOutput: Bool { self != .inputObject }

  var isAbstract: Bool { self == .interface || self == .union }

  var phrase: String { self == .inputObject ? "input object" : "\(self)" }
}

struct TypeBlock: SchemaElement {
  let facts: MemberFacts
  let kind: TypeKind
  let isExtension: Bool
  let isBuiltIn: Bool
  /// A Boolean value that indicates whether an input object must have exactly one field (`@oneOf`, section 3.10.1).
  var isOneOf = false
  var interfaces = SchemaMembers<MemberFacts>()
  var fields = SchemaMembers<FieldDefinition>()
  var inputFields = SchemaMembers<FieldDefinition>()
  var enumValues = SchemaMembers<MemberFacts>()
  var members = SchemaMembers<MemberFacts>()
  /// For each field with `@semanticNonNull`, the list levels that are null only after an error. Level 0 is the field.
  var semanticNonNullLevels: [String: Set<Int>] = [:]

  var isMetaFields: Bool { isBuiltIn && name == "__MetaFields" }

  /// Adds an extension. Whatever an extension can state must be here, or it's lost.
  mutating func extend(by other: TypeBlock) {
    isOneOf = isOneOf || other.isOneOf
    interfaces.append(contentsOf: other.interfaces)
    fields.append(contentsOf: other.fields)
    inputFields.append(contentsOf: other.inputFields)
    enumValues.append(contentsOf: other.enumValues)
    members.append(contentsOf: other.members)
    semanticNonNullLevels.merge(other.semanticNonNullLevels) { $0.union($1) }
  }
}

package final class NamedType: SchemaDefinition {
  private let block: TypeBlock

  init(_ block: TypeBlock) { self.block = block }

  package var facts: MemberFacts { block.facts }
  package var kind: TypeKind { block.kind }
  package var isBuiltIn: Bool { block.isBuiltIn }
  package var isOneOf: Bool { block.isOneOf }
  package var interfaces: SchemaMembers<MemberFacts> { block.interfaces }
  package var fields: SchemaMembers<FieldDefinition> { block.fields }
  package var inputFields: SchemaMembers<FieldDefinition> { block.inputFields }
  package var enumValues: SchemaMembers<MemberFacts> { block.enumValues }
  package var members: SchemaMembers<MemberFacts> { block.members }
  var semanticNonNullLevels: [String: Set<Int>] { block.semanticNonNullLevels }
  /// Whether the type is a scalar of the schema. A definition of `Int` or another built-in scalar is ignored.
  var isCustomScalar: Bool { kind == .scalar && !isBuiltIn }
}

package struct MemberFacts: SchemaElement {
  let name: String
  let offset: Int
  /// The syntax node of the element's first `@deprecated` directive (GraphQL specification, section 3.13.3).
  var deprecation: Int?

  package var facts: MemberFacts { self }
}

package final class FieldDefinition: SchemaDefinition {
  package let facts: MemberFacts
  package let type: WrappedType
  let typeOffset: Int
  package let arguments: SchemaMembers<FieldDefinition>
  /// The syntax node of the default value of an argument or input field.
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

  package var isRequired: Bool { type.isNonNull && defaultValue == nil }
}

package struct DirectiveDefinition: SchemaElement {
  package let facts: MemberFacts
  package let arguments: SchemaMembers<FieldDefinition>
  package let locations: Set<DirectiveLocation>
  package let isRepeatable: Bool
  package let isBuiltIn: Bool
}
