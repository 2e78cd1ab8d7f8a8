// Data of the types that Apollo generates, made up from the schema, for previews and unit tests.
//
// Copy this file into a target that depends on GraphQLMock and Apollo, of Apollo iOS 1.25 or 2.4:
//
//     let data = try await schema.response(to: HeroQuery.self, ["Droid.name": "R2-D2"])
//
// Apollo 2 makes data asynchronously, so a preview calls this in a task.

// Since 2.0 Apollo says by `@_spi` which of its public names are meant for generated code; 1.x has none.
@_spi(Internal) import Apollo
@_spi(Internal) @_spi(Unsafe) import ApolloAPI
import Foundation
import GraphQLMock

nonisolated extension ServiceSchema {
  /// The generated data of an operation, with the values that `overrides` set.
  func response<Operation: GraphQLOperation>(
    to operation: Operation.Type, _ overrides: GeneratedOverrides = [:],
    variables: Operation? = nil, filePath: String = #filePath
  ) async throws -> Operation.Data {
    let stated = variables?.__variables
    let sent = try JSONSerializationFormat.serialize(value: (stated ?? [:])._jsonEncodableObject)
    let json: MockJSON = try value(
      // A code generator that is set to persisted operations alone leaves out the document.
      for: operation.operationDocument.definition?.queryDocument ?? "", overrides,
      variables: MockJSON(parsing: sent), filePath: filePath)
    let data = try JSONSerialization.jsonObject(with: json.encoded()) as? [String: Any]
    // Apollo 1 has a synchronous initializer instead.
    let make: ([String: Any], Operation.Variables?) async throws -> Operation.Data =
      Operation.Data.init(data:variables:)
    return try await make(data ?? [:], stated)
  }
}
