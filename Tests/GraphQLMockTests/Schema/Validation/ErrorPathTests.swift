import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The paths of errors (GraphQL, sections 6.4.4 and 7.1.6): a path leads to a selected field, whose value is null.
struct ErrorPathTests {
  static let schema = """
    type Query { product: Product all: [Product]! count: Int! }
    type Product { name: String! maker: String }
    """
  static let query = "query Q { p: product { name maker } all { name } }"

  static let rows: [(data: MockJSON, path: MockJSON, problem: String?)] = [
    (["p": nil, "all": []], ["p"], nil),
    (["p": nil, "all": []], ["p", "name"], nil),
    (["p": ["name": "A", "maker": nil], "all": [nil]], ["all", 0, "name"], nil),
    (["p": nil, "all": []], ["product"], "is product, which the query does not select"),
    (["p": nil, "all": []], ["p", "nam"], "is p.nam, which the query does not select"),
    (["p": nil, "all": []], ["p", "name", "x"], "is p.name.x, which the query does not select"),
    (["p": nil, "all": []], ["p", 0], "is p[0], which the query does not select"),
    (["p": nil, "all": [nil]], ["all", 1, "name"], "is all[1], which the query does not select"),
    (["p": nil, "all": [nil]], ["all", "name"], "is all.name, which the query does not select"),
    (
      ["p": ["name": "A", "maker": nil], "all": []], ["p", "name"],
      "is p.name, which must be null, but is a string"
    ),
    (
      ["p": ["name": "A", "maker": nil], "all": []], ["p"],
      "is p, which must be null, but is an object"
    ),
  ]

  @Test(arguments: rows, [true, false])
  func anErrorBelongsToASelectedFieldThatIsNull(
    row: (data: MockJSON, path: MockJSON, problem: String?), isJSON: Bool
  ) async throws {
    let response: MockResponse =
      isJSON
      ? .json(["data": row.data, "errors": [["message": "No", "path": row.path]]])
      : .data(row.data, errors: [MockResponseError("No", path: row.path)])
    let service = MockGraphQLService(
      .query("Q", response), schema: try ServiceSchema(definitions: Self.schema))
    let request = try URLRequest.graphQL(["query": .string(Self.query)])
    _ = try? await service.respond(to: request).body.collect()
    #expect(
      service.failures.map(\.message)
        == (row.problem.map {
          ["The response can't come from a service with this schema: errors[0].path \($0)"]
        } ?? []))
  }

  @Test func checkOfATableReportsThePathsOfErrors() throws {
    let folder = try TemporaryFolder([
      "Q.json":
        #"{"data":{"product":null},"errors":[{"message":"No","path":["product"]},{"message":"No","path":["prod"]}]}"#,
      "N.json": #"{"data":null,"errors":[{"message":"No","path":["coun"]}]}"#,
    ])
    let errors = FixtureTable(folder: folder.url).check(
      documents: ["query Q { product { name } } query N { count }"],
      schema: try ServiceSchema(definitions: Self.schema))
    let name = folder.url.lastPathComponent
    #expect(
      errors.map(\.description) == [
        "\(name)/N.json:1:47: errors[0].path is coun, which the document of N does not select",
        "\(name)/Q.json:1:95: errors[1].path is prod, which the document of Q does not select",
      ])
  }

  // graphql-core 3.2.8 answers {"p": null} if `name` fails, and null if `count` does.
  @Test(
    arguments: [
      (["p", "name"], #"["p": nil]"#), (["count"], nil),
      (["all", 0, "name"], #"["all": [nil]]"#),
      (["p", "maker"], #"["p": ["maker": nil]]"#),
    ] as [(MockJSON, String?)])
  func anErrorWhosePathIsInsideOfANullableFieldNeedsNoNullData(
    path: MockJSON, literal: String?
  ) async throws {
    let service = MockGraphQLService(
      .query("Q", .error("No", path: path)), schema: try ServiceSchema(definitions: Self.schema))
    let query = "query Q { p: product { name maker } all { name } count }"
    let request = try URLRequest.graphQL(["query": .string(query)])
    _ = try await service.respond(to: request).body.collect()
    #expect(service.failures == [])
    let place = path.array?.reduce("") { text, step in
      step.string.map { text.isEmpty ? $0 : "\(text).\($0)" } ?? "\(text)[\(step)]"
    }
    #expect(
      service.requests.flatMap(\.warnings)
        == (literal.map {
          [
            "data is null, but an error at \(place ?? "") makes only a nullable field null: use .data(\($0), errors: …)"
          ]
        } ?? []))
  }

  @Test func warningsAboutNullDataHideNoErrorAndFailNoRequest() async throws {
    var errors = (0..<60).map { MockResponseError("No", path: ["all", .number($0), "name"]) }
    for isInvalid in [false, true] {
      if isInvalid { errors.append(MockResponseError("No", path: ["nam"])) }
      let service = MockGraphQLService(
        .query("Q", .data(nil, errors: errors)),
        schema: try ServiceSchema(definitions: Self.schema))
      let request = try URLRequest.graphQL(["query": "query Q { all { name } }"])
      _ = try? await service.respond(to: request).body.collect()
      #expect(
        service.failures.map(\.message)
          == (isInvalid
            ? [
              "The response can't come from a service with this schema: errors[60].path is nam, "
                + "which the query does not select"
            ] : []))
      #expect(service.requests.flatMap(\.warnings).count == 50)
    }
  }
}
