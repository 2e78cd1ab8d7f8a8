/// A field, an argument or an input field.
package final class FieldDefinition: SchemaElement, Hashable {
  package let facts: MemberFacts
  package let type: WrappedType
  /// Where the type stands.
  let typeOffset: Int
  /// The arguments of a field of an object or interface type.
  package let arguments: SchemaMembers<FieldDefinition>
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

  /// Whether a value has to be given (section 5.4.2.1 "Required Arguments").
  package var isRequired: Bool { type.isNonNull && defaultValue == nil }
}
