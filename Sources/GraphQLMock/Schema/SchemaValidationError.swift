/// What is wrong with a schema, and where in its text.
struct SchemaValidationError: Sendable, Equatable {
  var reason: Reason
  /// Bytes before it in all texts of the schema together; -1 for the schema as a whole.
  var offset: Int
  /// Where the first of several stands, of which there may be one; nil where it is none of those.
  var firstOffset: Int?

  /// What can be wrong, by the checks of the reference implementation (assertValidSDL and
  /// validateSchema).
  ///
  /// Types, and paths to fields and arguments, are as messages spell them: `[Int!]`, `Query.user(id:)`.
  indirect enum Reason: Sendable, Hashable {
    // Definitions
    case repeatedSchemaDefinition
    case repeatedRoot(OperationType)
    case repeatedField(path: String)
    case repeatedArgument(path: String)
    case repeatedEnumValue(path: String)
    /// What a document can have wrong too: a name, or a directive that is used.
    case use(ValidationError.Reason)
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
    case typeOfOtherUse(path: String, type: String, isInput: Bool)
    case requiredDeprecated(path: String, isArgument: Bool)
    case memberNotObject(union: String, String)
    case repeatedMember(union: String, String)
    case oneOfFieldNotNullable(path: String)
    case oneOfFieldWithDefault(path: String)
    case inputCycle(String, path: [String])

    // Interfaces
    case implementsOther(String, String)
    case repeatedInterface(String, String)
    /// The interface is nil for the type itself.
    case circularInterface(String, String?)
    case missingAncestor(String, ancestor: String, interface: String)
    // Fields of interfaces, and arguments of these
    case notProvided(path: String, isArgument: Bool, by: String)
    case ofOtherType(
      path: String, isArgument: Bool, expected: String, found: String, type: String)
    case argumentNotInInterface(path: String, argument: String, interface: String)
  }
}

// The wording is that of graphql-js.
extension SchemaValidationError {
  var message: String {
    switch reason {
    case .repeatedSchemaDefinition: "Must provide only one schema definition."
    case .repeatedRoot(let operation):
      "There can be only one \(operation.rawValue) type in schema."
    case .repeatedField(let path): "Field \"\(path)\" can only be defined once."
    case .repeatedArgument(let path): "Argument \"\(path)\" can only be defined once."
    case .repeatedEnumValue(let path): "Enum value \"\(path)\" can only be defined once."
    case .use(let reason): reason.message
    case .extendedNothing(let name, let similar):
      "Cannot extend type \"\(name)\" because it is not defined."
        + ValidationError.Reason.didYouMean(similar)
    case .extendedOtherKind(let kind, let name):
      "Cannot extend non-\(kind.phrase) type \"\(name)\"."
    case .listsTooDeep(let limit): "Lists are nested more than \(limit) deep."
    case .queryMissing: "Query root type must be provided."
    case .rootNotObject(let operation, let type):
      (operation == .query ? "Query" : operation == .mutation ? "Mutation" : "Subscription")
        + " root type must be Object type"
        + "\(operation == .query ? "" : " if provided"), it cannot be \(type)."
    case .reservedName(let name):
      "Name \"\(name)\" must not begin with \"__\", which is reserved by GraphQL introspection."

    case .noFields(let type): "Type \(type) must define one or more fields."
    case .noInputFields(let type): "Input Object type \(type) must define one or more fields."
    case .noEnumValues(let type): "Enum type \(type) must define one or more values."
    case .noMembers(let type): "Union type \(type) must define one or more member types."
    case .typeOfOtherUse(let path, let type, let isInput):
      "The type of \(path) must be \(isInput ? "Input" : "Output") Type but got: \(type)."
    case .requiredDeprecated(let path, let isArgument):
      "Required \(isArgument ? "argument" : "input field") \(path) cannot be deprecated."
    case .memberNotObject(let union, let type):
      "Union type \(union) can only include Object types, it cannot include \(type)."
    case .repeatedMember(let union, let type):
      "Union type \(union) can only include type \(type) once."
    case .oneOfFieldNotNullable(let path): "OneOf input field \(path) must be nullable."
    case .oneOfFieldWithDefault(let path):
      "OneOf input field \(path) cannot have a default value."
    case .inputCycle(let type, let path):
      "Cannot reference Input Object \"\(type)\" within itself through a series of non-null fields: "
        + "\"\(path.joined(separator: "."))\"."

    case .implementsOther(let type, let other):
      "Type \(type) must only implement Interface types, it cannot implement \(other)."
    case .repeatedInterface(let type, let interface):
      "Type \(type) can only implement \(interface) once."
    case .circularInterface(let type, let interface):
      "Type \(type) cannot implement \(interface ?? "itself") because it would create a circular "
        + "reference."
    case .missingAncestor(let type, let ancestor, let interface):
      "Type \(type) must implement \(ancestor) because it is implemented by \(interface)."
    case .notProvided(let path, let isArgument, let owner):
      "Interface field \(isArgument ? "argument " : "")\(path) expected but \(owner) does not "
        + "provide it."
    case .ofOtherType(let path, let isArgument, let expected, let found, let type):
      "Interface field \(isArgument ? "argument " : "")\(path) expects type \(expected) but \(found) "
        + "is type \(type)."
    case .argumentNotInInterface(let path, let argument, let interface):
      "Object field \(path) includes required argument \(argument) that is missing from the "
        + "Interface field \(interface)."
    }
  }
}
