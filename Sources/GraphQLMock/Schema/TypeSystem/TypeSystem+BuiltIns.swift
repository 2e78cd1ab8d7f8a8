// The types and directives that every GraphQL service has (GraphQL specification, sections 3.5, 3.13 and 4), and
// `__MetaFields`, our own type, from which the schema reader takes the meta-fields.

extension TypeSystem {
  static let builtIns = """
    scalar Int scalar Float scalar String scalar Boolean scalar ID
    directive @include(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @skip(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @deprecated(reason: String = "No longer supported") on FIELD_DEFINITION
      | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
    directive @specifiedBy(url: String!) on SCALAR
    directive @oneOf on INPUT_OBJECT
    type __Schema {
      description: String types: [__Type!]! queryType: __Type! mutationType: __Type
      subscriptionType: __Type directives: [__Directive!]!
    }
    type __Directive {
      name: String! description: String isRepeatable: Boolean! locations: [__DirectiveLocation!]!
      args(includeDeprecated: Boolean = false): [__InputValue!]!
    }
    enum __DirectiveLocation {
      QUERY MUTATION SUBSCRIPTION FIELD FRAGMENT_DEFINITION FRAGMENT_SPREAD INLINE_FRAGMENT
      VARIABLE_DEFINITION SCHEMA SCALAR OBJECT FIELD_DEFINITION ARGUMENT_DEFINITION INTERFACE UNION
      ENUM ENUM_VALUE INPUT_OBJECT INPUT_FIELD_DEFINITION DIRECTIVE_DEFINITION
    }
    type __Type {
      kind: __TypeKind! name: String description: String specifiedByURL: String
      fields(includeDeprecated: Boolean = false): [__Field!] interfaces: [__Type!]
      possibleTypes: [__Type!] enumValues(includeDeprecated: Boolean = false): [__EnumValue!]
      inputFields(includeDeprecated: Boolean = false): [__InputValue!] ofType: __Type
      isOneOf: Boolean
    }
    type __Field {
      name: String! description: String
      args(includeDeprecated: Boolean = false): [__InputValue!]!
      type: __Type! isDeprecated: Boolean! deprecationReason: String
    }
    type __InputValue {
      name: String! description: String type: __Type! defaultValue: String
      isDeprecated: Boolean! deprecationReason: String
    }
    type __EnumValue {
      name: String! description: String isDeprecated: Boolean! deprecationReason: String
    }
    enum __TypeKind { SCALAR OBJECT INTERFACE UNION ENUM INPUT_OBJECT LIST NON_NULL }
    type __MetaFields {
      __schema: __Schema! __type(name: String!): __Type __typename: String!
    }
    """

  /// The type system that is used without a schema. It has no root types, `@defer` or `@stream`.
  static let builtInsAlone: TypeSystem? = {
    guard let document = try? Document.parse(builtIns).get() else { return nil }
    var reader = SchemaReader(document, builtIns: document.bytes.count)
    return reader.typeSystem().system
  }()

  /// The directives `@defer` and `@stream`, which clients may use even if the schema doesn't define them.
  static let incrementalDirectives = """
    directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
    """

  /// Returns true for `@defer` and `@stream`, unless the service uses these names for its own directives.
  package func divides(_ directive: DirectiveDefinition) -> Bool {
    switch directive.name {
    case "defer": !directive.locations.isDisjoint(with: [.fragmentSpread, .inlineFragment])
    case "stream":
      directive.locations.contains(.field) && directive.arguments["initialCount"] != nil
    default: false
    }
  }
}
