/// The arrays that a type system consists of.
///
/// What belongs together lies together: the fields of a type are a range of `fields`, so that walking
/// them touches one piece of memory, and owners are no objects of their own.
struct SchemaTables: Sendable {
  var names: SchemaNames
  var types = ContiguousArray<NamedTypeDefinition>()
  var fields = ContiguousArray<FieldDefinition>()
  var inputs = ContiguousArray<InputDefinition>()
  var enumValues = ContiguousArray<EnumValueDefinition>()
  var uses = ContiguousArray<TypeUse>()
  var directives = ContiguousArray<DirectiveDefinition>()

  /// - Parameter byteCount: The length of the text, which says how much room is needed.
  init(byteCount: Int) {
    names = SchemaNames(expected: byteCount / 128 + 256)
    fields.reserveCapacity(byteCount / 48)
    inputs.reserveCapacity(byteCount / 64)
  }
}

/// A type definition or extension as it stands in the text, before extensions are joined with what
/// they extend.
struct TypeBlock: Sendable {
  var definition: NamedTypeDefinition
  var isExtension: Bool
}
