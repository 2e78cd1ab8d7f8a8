/// A location where a directive can be used, such as `FIELD` (GraphQL, section 3.13 "Directives").
///
/// A new case also needs a value of `__DirectiveLocation` in `TypeSystem+BuiltIns.swift` and, if it's in operations, a
/// case in `DocumentValidator.location(of:)`. The last one isn't in the specification of September 2025 yet.
package enum DirectiveLocation: String, Sendable, CaseIterable {
  // In the order in which `SchemaChanges` lists them.
  case query = "QUERY", mutation = "MUTATION", subscription = "SUBSCRIPTION", field = "FIELD"
  case fragmentDefinition = "FRAGMENT_DEFINITION", fragmentSpread = "FRAGMENT_SPREAD"
  case inlineFragment = "INLINE_FRAGMENT", variableDefinition = "VARIABLE_DEFINITION"
  case schema = "SCHEMA", scalar = "SCALAR", object = "OBJECT"
  case fieldDefinition = "FIELD_DEFINITION", argumentDefinition = "ARGUMENT_DEFINITION"
  case interface = "INTERFACE", union = "UNION", `enum` = "ENUM", enumValue = "ENUM_VALUE"
  case inputObject = "INPUT_OBJECT", inputFieldDefinition = "INPUT_FIELD_DEFINITION"
  case directiveDefinition = "DIRECTIVE_DEFINITION"
}
