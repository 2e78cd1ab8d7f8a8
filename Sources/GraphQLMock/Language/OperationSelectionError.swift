import Foundation

/// GraphQL, section 6.1 "GetOperation".
indirect enum OperationSelectionError: Error, Hashable, Sendable {
  case unknownOperation(name: String)
  case operationNameMissing
  case noOperation
  /// The document has a type system definition. `schema` has no name.
  case notExecutable(definition: String?)
}

extension OperationSelectionError: CustomStringConvertible, LocalizedError {
  /// In graphql-js' words, without a position.
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
