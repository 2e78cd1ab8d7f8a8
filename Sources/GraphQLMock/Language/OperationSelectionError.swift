import Foundation

/// Why no operation of a document can be selected (GraphQL, section 6.1 "GetOperation").
indirect enum OperationSelectionError: Error, Hashable, Sendable {
  /// The document has no operation of that name.
  case unknownOperation(name: String)
  /// The document has several operations and no name was given.
  case operationNameMissing
  /// The document has no operation at all.
  case noOperation
  /// The document holds a type system definition; nil stands for `schema`, which has no name.
  case notExecutable(definition: String?)
}

extension OperationSelectionError: CustomStringConvertible, LocalizedError {
  /// The message that graphql-js gives, without a position.
  var message: String {
    switch self {
    case .unknownOperation(let name): "Unknown operation named \"\(name)\"."
    case .operationNameMissing:
      "Must provide operation name if query contains multiple operations."
    case .noOperation: "Must provide an operation."
    case .notExecutable(let definition?): "The \"\(definition)\" definition is not executable."
    case .notExecutable(nil): "The schema definition is not executable."
    }
  }

  var description: String { message }
  var errorDescription: String? { message }
}
