import Foundation
import GraphQLMock
import GraphQLMockTesting
import Testing

struct VariantRunsTests {
  @Test func aServiceWhoseVariantsGotTheRequestsDoesNotMissThem() async throws {
    let schema = try ServiceSchema(definitions: "type Query { n: Int }")
    let issues = try await TraitIssues.of([.graphQL(.viewer)]) {
      try await withResponseVariants(schema: schema) { service in
        let body = try await Client(service).send("query N { n }")
        #expect(body != #"{"data":{"n":null}}"#)
      }
    }
    #expect(issues.count == 1)
    #expect(issues.filter { $0.contains("No request reached") } == [])
  }

  @MainActor final class Model {
    private(set) var text = ""

    func load(from service: MockGraphQLService) async throws {
      text = try await Client(service).send("query N { n }")
    }
  }

  @MainActor @Test func aBodyOnTheMainActorNeedsNoAttribute() async throws {
    let schema = try ServiceSchema(definitions: "type Query { n: Int }")
    let model = Model()
    let report = try await withResponseVariants(schema: schema) { service in
      try await model.load(from: service)
      #expect(!model.text.isEmpty)
    }
    #expect(report.findings == [])
  }
}
