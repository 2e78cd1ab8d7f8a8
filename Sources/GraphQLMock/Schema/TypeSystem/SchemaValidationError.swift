import Foundation

struct SchemaValidationError: Sendable, Equatable {
  let reason: Reason
  /// The byte offset of the error in the joined text of all schema files, or -1 if the error has no position.
  let offset: Int
  /// If a definition is repeated, the byte offset of the first definition.
  var firstOffset: Int?

  /// graphql-js reports these errors, except `listsTooDeep`, in `assertValidSDL` and `validateSchema`.
  enum Reason: Sendable, Hashable {
    case repeatedSchemaDefinition
    case repeatedRoot(OperationType)
    case repeatedField(path: String)
    case repeatedArgument(path: String)
    case repeatedEnumValue(path: String)
    /// An error that documents can have, too, such as an unknown type or a repeated name.
    case use(ValidationError.Reason)
    case extendedNothing(String, similar: [String])
    case extendedOtherKind(TypeKind, String)
    case listsTooDeep(limit: Int)

    case queryMissing
    case rootNotObject(OperationType, String)
    case noEnumValues(String)
    case noMembers(String)
    case typeOfOtherUse(path: String, type: String, isInput: Bool)
    case memberNotObject(union: String, String)

    case defaultCycle(path: String, via: [String])
    case unfitDefault(path: String, ValidationError.Reason)

    case implementsOther(String, String)
    case notProvided(path: String, by: String)
  }

  /// The error message, with the wording of graphql-js. Only `listsTooDeep` has its own.
  var message: String {
    switch reason {
    case .repeatedSchemaDefinition: "Must provide only one schema definition."
    case .repeatedRoot(let operation): "There can be only one \(operation.rawValue) type in schema."
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
      "\(operation.rawValue.capitalized) root type must be Object type"
        + "\(operation == .query ? "" : " if provided"), it cannot be \(type)."
    case .noEnumValues(let type): "Enum type \(type) must define one or more values."
    case .noMembers(let type): "Union type \(type) must define one or more member types."
    case .typeOfOtherUse(let path, let type, let isInput):
      "The type of \(path) must be \(isInput ? "Input" : "Output") Type but got: \(type)."
    case .memberNotObject(let union, let type):
      "Union type \(union) can only include Object types, it cannot include \(type)."
    case .defaultCycle(let path, let via):
      "Invalid circular reference. The default value of Input Object field \(path) references itself"
        + (via.isEmpty ? "." : " via the default values of: \(via.joined(separator: ", ")).")
    case .unfitDefault(let path, let reason): "\(path) has invalid default value: \(reason.message)"
    case .implementsOther(let type, let other):
      "Type \(type) must only implement Interface types, it cannot implement \(other)."
    case .notProvided(let path, let owner):
      "Interface field \(path) expected but \(owner) does not provide it."
    }
  }
}
