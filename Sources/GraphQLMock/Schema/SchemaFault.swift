/// What is wrong with a schema, and where in its text.
struct SchemaFault: Sendable, Hashable {
  var reason: Reason
  /// Bytes before it in all texts of the schema together; -1 for the schema as a whole.
  var offset: Int

  /// What can be wrong, by the checks of the reference implementation (assertValidSDL and
  /// validateSchema).
  ///
  /// Types, and paths to fields and arguments, are as messages spell them: `[Int!]`, `Query.user(id:)`.
  enum Reason: Sendable, Hashable {
    // Definitions
    case repeatedSchemaDefinition
    case repeatedRoot(OperationType)
    case repeatedType(String)
    case repeatedDirective(String)
    case repeatedField(path: String)
    case repeatedArgument(path: String)
    case repeatedEnumValue(path: String)
    case unknownType(String, similar: [String])
    case extendedNothing(String, similar: [String])
    case extendedOtherKind(TypeKind, String)
    case listsTooDeep(limit: Int)

    // Types
    case queryMissing
    case rootNotObject(OperationType, String)
    case reservedName(String)
    case noFields(String)
    case noInputFields(String)
    case noEnumValues(String)
    case noMembers(String)
    case notOutputType(path: String, type: String)
    case notInputType(path: String, type: String)
    case requiredArgumentDeprecated(path: String)
    case requiredInputFieldDeprecated(path: String)
    case memberNotObject(union: String, String)
    case repeatedMember(union: String, String)
    case oneOfFieldNotNullable(path: String)
    case oneOfFieldWithDefault(path: String)
    case inputCycle(String, path: [String])

    // Interfaces
    case implementsOther(String, String)
    case implementsItself(String)
    case repeatedInterface(String, String)
    case circularInterface(String, String)
    case missingAncestor(String, ancestor: String, interface: String)
    case fieldNotProvided(path: String, String)
    case fieldOfOtherType(path: String, expected: String, found: String, type: String)
    case argumentNotProvided(path: String, found: String)
    case argumentOfOtherType(path: String, expected: String, found: String, type: String)
    case argumentNotInInterface(path: String, argument: String, interface: String)
  }
}
