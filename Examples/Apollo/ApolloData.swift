// Data of the types that Apollo generates: made up from the schema, for previews and unit tests, and decoded
// from fixtures.
//
// Copy this file into a target that depends on GraphQLMock and Apollo, of Apollo iOS 1.25 or 2.4:
//
//     let data = try await schema.response(to: HeroQuery.self, ["Droid.name": "R2-D2"])
//     #expect(await FixtureTable("StarWars").check(decoding: HeroQuery.self) == [])
//
// Apollo 2 makes data asynchronously, so a preview calls this in a task.

// Since 2.0 Apollo says by `@_spi` which of its public names are meant for generated code; 1.x has none in
// ApolloAPI.
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
    return try await operation.data(json, variables: stated)
  }
}

nonisolated extension FixtureTable {
  /// The errors of decoding the responses to an operation into its data.
  func check<Operation: GraphQLOperation>(
    decoding operation: Operation.Type, variables: Operation? = nil, filePath: String = #filePath
  ) async -> [FixtureError] {
    let responses = DecodedResponses()
    let types = [operation.operationName: ApolloData.self]
    func pass() -> [FixtureError] {
      ApolloData.$responses.withValue(responses) { check(decoding: types, filePath: filePath) }
    }
    let unread = pass()
    for json in responses.all {
      do {
        _ = try await operation.data(json, variables: variables?.__variables)
        responses.errors.append(nil)
      } catch {
        responses.errors.append(error)
      }
    }
    // A second pass throws the errors of the first one, so that they get the places of their responses.
    return responses.all.isEmpty ? unread : pass()
  }
}

nonisolated extension GraphQLOperation {
  fileprivate static func data(_ json: MockJSON, variables: Variables?) async throws -> Data {
    let data = try JSONSerialization.jsonObject(with: json.encoded()) as? [String: Any]
    // Apollo 1 has a synchronous initializer instead.
    let make: ([String: Any], Variables?) async throws -> Data = Data.init(data:variables:)
    return try await make(data ?? [:], variables)
  }
}

/// The responses of a table in the order in which it decodes them, and the error of each.
nonisolated private final class DecodedResponses: @unchecked Sendable {
  // `@unchecked` is safe, because one task at a time uses it.
  var all: [MockJSON] = []
  var errors: [(any Error)?] = []
}

nonisolated private struct ApolloData: Decodable {
  @TaskLocal static var responses = DecodedResponses()

  init(from decoder: any Decoder) throws {
    let responses = Self.responses
    let json = try MockJSON(from: decoder)
    if responses.errors.isEmpty {
      responses.all.append(json)
    } else if let error = responses.errors.removeFirst() {
      throw error
    }
  }
}
