import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Overrides that match nothing, as the article FromASchema describes them.
struct OverrideCheckTests {
  private func service(
    _ overrides: GeneratedOverrides, asking queries: String...
  ) async throws -> MockGraphQLService {
    let schema = """
      scalar DateTime
      type Query { product: Product hits: [Hit!]! Media: Product viewer: User }
      type Product { name: String! tags: [String!]! born: DateTime owner: User }
      type User { login: String! }
      type Photo { url: String size: Int }
      type Video { url: String }
      union Hit = Photo | Video
      """
    let service = MockGraphQLService(
      schema: try ServiceSchema(definitions: schema), unhandled: .generated(overrides))
    for query in queries {
      let request = try URLRequest.graphQL(["query": .string(query)])
      _ = try? await service.respond(to: request).body.collect()
    }
    return service
  }

  static let query = "query Q { product { name } hits { ... on Photo { url } } }"

  @Test func overridesThatNeverMatchFailTheFirstRequestAllAtOnce() async throws {
    let service = try await service(
      [
        "Prodct.likes": 0, "DateTme": "2026-01-01", "Product.nam": "x", "product.name": .list(2),
        "Product.name": .list(2), "Query.product": .list(2), "Hit": ["__typename": "User"],
        "Hit.__typename": "Product",
        "Query.hits": [["__typename": "Photo"], ["__typename": "User"]],
        "hits[0]": ["__typename": "User"],
      ], asking: Self.query)
    #expect(
      service.failures.map(\.message) == [
        """
        No response can be generated: the override "Hit" is of the type User, which isn't one of Hit
          the override "Hit.__typename" is of the type Product, which isn't one of Hit
          the override "Product.nam" matches nothing in the schema; nearest is "Product.name"
          the override "Product.name" is a list, but String! isn't one
          the override "Query.hits" is of the type User, which isn't one of Hit
          the override "Query.product" is a list, but Product isn't one
          the override "DateTme" names no type of the schema; nearest is "DateTime"
          the override "Prodct.likes" names no type of the schema; nearest is "Product"
          the override "hits[0]" is of the type User, which isn't one of Hit
          the override "product.name" is a list, but String! isn't one
        """
      ])
  }

  @Test func aTypeOfAnotherSchemaIsAWarningOnce() async throws {
    let service = try await service(
      ["Warehouse.city": "Rome", "DateTime": "2026-01-01T00:00:00Z"],
      asking: Self.query, Self.query)
    #expect(service.failures == [])
    #expect(
      service.requests.map(\.warnings) == [
        [
          #"the override "Warehouse.city" names no type of the schema, so it has no effect"#
        ], [],
      ])
  }

  @Test func aPathThatLeadsNowhereIsAWarningAtTheEndOfTheTest() async throws {
    let service = try await service(
      [
        "product.nam": "x", "product.name.first": "x", "produkt.name": "x", "viewer.logn": "x",
        "product.owner.login": "x", "product": ["titel": "x", "tags": ["a"]], "hits[1].url": "x",
        "item.name": "x", "Media.name": "x", "hits[0].size": 1, "hits": [["link": "x"]],
        "Product.owner.login": "x", "user.login": "x",
      ], asking: Self.query, "query R { item: product { name } }")
    #expect(service.failures == [])
    #expect(service.requests.flatMap(\.warnings) == [])
    service.end(test: "T")
    #expect(
      service.requests.flatMap(\.warnings) == [
        #"the override "hits.link" matched nothing: "link" is neither a response key of a request nor a field of Hit"#,
        #"the override "product.nam" matched nothing: "nam" is neither a response key of a request nor a field of Product; nearest is "name""#,
        #"the override "product.name.first" matched nothing: "first" is neither a response key of a request nor a field of String"#,
        #"the override "product.titel" matched nothing: "titel" is neither a response key of a request nor a field of Product"#,
        #"the override "Product.owner.login" matched nothing: "Product" is neither a response key of a request nor a field of Query; nearest is "product""#,
        #"the override "produkt.name" matched nothing: "produkt" is neither a response key of a request nor a field of Query; nearest is "product""#,
        #"the override "user.login" matched nothing: "user" is neither a response key of a request nor a field of Query"#,
      ])
    // The test shows them, too.
    #expect(
      service.requests.warningsToReport.map(\.message)
        == service.requests.flatMap { request in request.warnings.map { "\(request.title): \($0)" }
        })
  }

  @Test func anElementOfAListHasTheTypeOfTheElement() async throws {
    let service = try await service(
      ["product.tags[0]": .list(2), "product.tags[0][0]": .list(2)],
      asking: "query Q { product { tags } }")
    #expect(
      service.failures.map(\.message) == [
        """
        No response can be generated: the override "product.tags[0]" is a list, but String! isn't one
          the override "product.tags[0][0]" is a list, but String! isn't one
        """
      ])
  }

  /// The response key `x` has two types, and one of them has the field.
  @Test func aPathIsNoMistakeIfItFitsOneRequest() async throws {
    for queries in [
      ["query Q { x: product { name } }", "query R { x: viewer { __typename } }"],
      ["query R { x: viewer { __typename } }", "query Q { x: product { name } }"],
    ] {
      let service = try await service(["x.login": "a"], asking: queries[0], queries[1])
      service.end(test: "T")
      #expect(service.requests.map(\.warnings) == [[], []], "\(queries)")
    }
  }

  @Test func aPathThatLeadsNowhereAfterAResetIsAWarning() async throws {
    let service = try await service(
      ["product.nam": "x", "Warehouse.city": "Rome"], asking: Self.query)
    service.reset()
    let request = try URLRequest.graphQL(["query": .string(Self.query)])
    _ = try await service.respond(to: request).body.collect()
    service.end(test: "T")
    #expect(
      service.requests.map(\.warnings) == [
        [
          #"the override "Warehouse.city" names no type of the schema, so it has no effect"#,
          #"the override "product.nam" matched nothing: "nam" is neither a response key of a request nor a field of Product; nearest is "name""#,
        ]
      ])
  }

  /// A value may be 512 levels deep, and a thread's stack as small as 512 KiB.
  @Test func deepOverrideIsFollowedOnASmallStack() async throws {
    let schema = try ServiceSchema(definitions: "type Query { a: Query x: Int }")
    let query = String(repeating: "{ a ", count: 500) + "{ x }" + String(repeating: "}", count: 500)
    let value = (0..<500).reduce(["x": 1] as MockJSON) { inner, _ in ["a": inner] }
    let message: String = try await onSmallStack {
      do {
        return "\(try schema.value(of: MockJSON.self, for: query, ["a": .init(json: value["a"])]))"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message
        == "No response can be generated: the fields of the document are nested more than 200 deep."
    )
  }
}
