/// A named type, its extensions included.
package final class NamedType: SchemaElement, Hashable {
  private let block: Block

  init(_ block: Block) { self.block = block }

  package var facts: MemberFacts { block.facts }
  package var kind: TypeKind { block.kind }
  package var isBuiltIn: Bool { block.isBuiltIn }
  var isOneOf: Bool { block.isOneOf }
  package var interfaces: SchemaMembers<MemberFacts> { block.interfaces }
  package var fields: SchemaMembers<FieldDefinition> { block.fields }
  package var inputFields: SchemaMembers<FieldDefinition> { block.inputFields }
  package var enumValues: SchemaMembers<MemberFacts> { block.enumValues }
  package var members: SchemaMembers<MemberFacts> { block.members }
}

extension NamedType {
  /// The kinds of named types, as introspection spells them (`__TypeKind`).
  package enum TypeKind: String, Sendable {
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
  struct Block: SchemaElement {
    let facts: MemberFacts
    let kind: TypeKind
    let isExtension: Bool
    /// True for what every service has: `Int`, `__Type`.
    let isBuiltIn: Bool
    /// Whether exactly one field of an input object must be given (section 3.10.1).
    var isOneOf = false
    /// The interfaces that are implemented.
    var interfaces = SchemaMembers<MemberFacts>()
    /// The fields of an object or interface.
    var fields = SchemaMembers<FieldDefinition>()
    var inputFields = SchemaMembers<FieldDefinition>()
    var enumValues = SchemaMembers<MemberFacts>()
    /// The member types of a union.
    var members = SchemaMembers<MemberFacts>()

    /// Takes in an extension (section 3.4.3 "Type Extensions").
    mutating func extend(by other: Block) {
      isOneOf = isOneOf || other.isOneOf
      interfaces.append(contentsOf: other.interfaces)
      fields.append(contentsOf: other.fields)
      inputFields.append(contentsOf: other.inputFields)
      enumValues.append(contentsOf: other.enumValues)
      members.append(contentsOf: other.members)
    }
  }
}
