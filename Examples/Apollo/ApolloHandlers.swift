// Handlers that are typed by the code that Apollo generates, and data from its test mocks.
//
// Copy this file into a test target that depends on GraphQLMock, ApolloAPI and ApolloTestSupport, of
// Apollo iOS 1.25 or 2.4:
//
//     .query(HeroQuery.self, variables: .init(episode: .null), .data(Mock<Query>(hero: droid)))
//
// Several responses are given in turn, and a closure may answer:
//
//     .query(HeroQuery.self, .status(503), .data(Mock<Query>(hero: droid)))
//     .query(HeroQuery.self) { request in .data(Mock<Query>(hero: droid)) }
//
// A name and variables go wherever handlers and the journal take them:
//
//     service.requests(named: .of(HeroQuery.self))

// Since 2.0 Apollo says by `@_spi` which of its public names are meant for generated code; 1.x has none in
// ApolloAPI.
@_spi(Execution) @_spi(Internal) @_spi(Unsafe) import ApolloAPI
import ApolloTestSupport
import Foundation
import GraphQLMock

// With `nonisolated` the file compiles, too, where the main actor is the default isolation.

nonisolated extension RequestHandler {
  /// Answers a query, by several responses in turn; `variables` are a subset, and those that are `.none` are free.
  static func query<Query: GraphQLQuery>(
    _ query: Query.Type, variables: Query? = nil, _ first: MockResponse, _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    .query(
      .of(query), variables: variables.map { .of($0) },
      inTurn: ([first] + rest).map { $0.rootType(query.rootType) },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Answers a query by a closure.
  static func query<Query: GraphQLQuery>(
    _ query: Query.Type, variables: Query? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    let rootType = query.rootType
    return .query(
      .of(query), variables: variables.map { .of($0) }, fileID: fileID, filePath: filePath,
      line: line, column: column
    ) { try await response($0)?.rootType(rootType) }
  }

  /// Answers a mutation.
  static func mutation<Mutation: GraphQLMutation>(
    _ mutation: Mutation.Type, variables: Mutation? = nil, _ first: MockResponse,
    _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    .mutation(
      .of(mutation), variables: variables.map { .of($0) },
      inTurn: ([first] + rest).map { $0.rootType(mutation.rootType) },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Answers a mutation by a closure.
  static func mutation<Mutation: GraphQLMutation>(
    _ mutation: Mutation.Type, variables: Mutation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    let rootType = mutation.rootType
    return .mutation(
      .of(mutation), variables: variables.map { .of($0) }, fileID: fileID, filePath: filePath,
      line: line, column: column
    ) { try await response($0)?.rootType(rootType) }
  }

  /// Answers a subscription, as by `.events([.data(mock)])`.
  static func subscription<Subscription: GraphQLSubscription>(
    _ subscription: Subscription.Type, variables: Subscription? = nil, _ first: MockResponse,
    _ rest: MockResponse...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RequestHandler {
    .subscription(
      .of(subscription), variables: variables.map { .of($0) },
      inTurn: ([first] + rest).map { $0.rootType(subscription.rootType) },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Answers a subscription by a closure.
  static func subscription<Subscription: GraphQLSubscription>(
    _ subscription: Subscription.Type, variables: Subscription? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ response: @escaping @Sendable (OperationRequest) async throws -> MockResponse?
  ) -> RequestHandler {
    let rootType = subscription.rootType
    return .subscription(
      .of(subscription), variables: variables.map { .of($0) }, fileID: fileID, filePath: filePath,
      line: line, column: column
    ) { try await response($0)?.rootType(rootType) }
  }
}

nonisolated extension GraphQLOperation {
  /// The name of the type that a mock must have to answer the operation, such as `Query`.
  fileprivate static var rootType: String { Data.__parentType.__typename }
}

nonisolated extension NameCondition {
  /// The name of a generated operation.
  static func of<Operation: GraphQLOperation>(_ operation: Operation.Type) -> NameCondition {
    .named(operation.operationName)
  }
}

nonisolated extension VariablesCondition {
  /// The variables of an operation, as a subset: those that are `.none` are free.
  static func of<Operation: GraphQLOperation>(_ operation: Operation) -> VariablesCondition {
    let variables = operation.__variables ?? [:]
    return .subset(
      .object(variables.compactMapValues { $0._jsonEncodableValue.map(MockJSON.init(apollo:)) }))
  }
}

nonisolated extension MockResponse {
  /// What Apollo's test mock of a root type holds, such as `Mock<Query>`, under the names of fields.
  ///
  /// A selected field that the mock doesn't hold is null, as in Apollo's own `from(_:)`. The handlers above
  /// fail a request that is answered by a mock of another type than the root type of their operation.
  static func data<Root: MockObject>(
    _ mock: Mock<Root>, errors: [MockResponseError] = []
  ) -> MockResponse {
    .data(fields: MockJSON(apollo: mock), errors: errors, warnsOfMissing: false)
  }
}

nonisolated extension MockJSON {
  /// A value of a mock or of a variable, as JSON: what Apollo makes of enums and custom scalars, too.
  init(apollo value: Any) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      self = mirror.children.first.map { MockJSON(apollo: $0.value) } ?? nil
      return
    }
    let value = (value as? AnyHashable)?.base ?? value
    self =
      switch value {
      case is NSNull: nil
      // A number of Foundation that is 0 or 1 can be had as a Bool.
      case let flag as Bool where type(of: value) == Bool.self: .bool(flag)
      case let text as String: .string(text)
      case let number as any BinaryInteger: .number(number)
      case let number as any BinaryFloatingPoint: .number(number)
      case let number as NSNumber: .number(number.decimalValue)
      case let mock as any AnyMock: MockJSON(apollo: mock._selectionSetMockData)
      case let members as [String: Any]: .object(members.mapValues(MockJSON.init(apollo:)))
      case let elements as [Any]: .array(elements.map(MockJSON.init(apollo:)))
      case let scalar as any JSONEncodable: MockJSON(apollo: scalar._jsonValue)
      default: nil
      }
  }
}
