import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service whose objects the tests of this folder state and change.
struct ObjectBackend {
  static let schema = """
    interface Node { id: ID! }
    union Anything = Todo | User | Tag
    type Query {
      todos(done: Boolean, sort: String): [Todo!]! by(authorId: ID, userId: ID): [Todo!]! todo(id: ID!): Todo must(id: ID!): Todo! titled(title: String): Todo
      byIDs(ids: [ID!]!): [Todo]! paged(offset: Int, limit: Int): [Todo!]! numbered(page: Int, perPage: Int): [Todo!]!
      feed(first: Int, after: String, last: Int): TodoConnection! me: User someone: User! nodes: [Node!]!
      node(id: ID!): Node anything: [Anything!]! tags: [Tag!]! tag(id: ID!): Tag counter(id: Int!): Counter
      tokens: [Token!]! counters: [Counter!]!
    }
    type Mutation {
      rename(id: ID!, title: String!): Todo createTodo(title: String!): Payload deleteTodo(id: ID!): ID
      increment(id: Int!): Counter createTag(name: String!): Tag renameTag(id: ID!, name: String!): Tag
      untag(tagId: ID!): Todo! retitle(input: Retitle!): Payload
    }
    input Retitle { todoId: ID! title: String! }
    type Match { id: ID! home: User away: User }
    type Subscription { changed(id: ID!): Todo }
    scalar UUID
    type Payload { todo: Todo errors: [String!]! }
    type TodoConnection { edges: [TodoEdge!]! totalCount: Int! pageInfo: PageInfo! }
    type TodoEdge { cursor: String! node: Todo! }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! endCursor: String }
    type Todo implements Node { id: ID! title: String! done: Boolean! note: String author: User lists: [Tag!]! }
    type User implements Node { id: ID! name: String! todos: [Todo!]! friends: [User!]! best: User! matches: [Match!]! }
    type Tag implements Node { id: ID! name: String! color: Color todos: [Todo!]! }
    enum Color { RED GREEN }
    type Counter { id: Int! value: Int! }
    type Token { id: UUID! text: String! }
    """

  static let todos: [MockJSON] = [
    ["id": "1", "title": "Milk", "done": false], ["id": "2", "title": "Bread", "done": true],
  ]

  let service: MockGraphQLService

  init(
    _ objects: [String: [MockJSON]]? = ["Todo": todos], _ handlers: RequestHandler...,
    unhandled: UnhandledPolicy = .generated
  ) throws {
    service = MockGraphQLService(
      handlers, schema: try ServiceSchema(definitions: Self.schema), unhandled: unhandled,
      objects: objects)
  }

  var objects: ServiceObjects { service.objects }

  func response(_ query: String, _ variables: MockJSON = [:]) async throws -> MockJSON {
    let request = try URLRequest.graphQL(["query": .string(query), "variables": variables])
    return try MockJSON(parsing: try await service.respond(to: request).body.collect())
  }

  func data(_ query: String, _ variables: MockJSON = [:]) async throws -> MockJSON {
    let response = try await response(query, variables)
    #expect(response["errors"].isNull, "\(response)")
    #expect(service.failures == [])
    return response["data"]
  }

  static func numbered(_ count: Int) -> [MockJSON] {
    (1...count).map { ["id": .number($0), "title": .string("T\($0)"), "done": true] }
  }
}
