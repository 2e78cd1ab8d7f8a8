import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

@testable import GraphQLMock

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

  /// On Apple platforms, sessions ask this about WebSockets.
  @Test(arguments: [true, false]) func webSocketsReachTheirHostAsTheTestsPolicySays(
    passes: Bool
  ) async throws {
    var options = ServiceOptions.schema("type Query { n: Int }")
    options.unhandled = passes ? .passThrough : .fail
    try await withResponseVariants(options: options) { service in
      _ = try await Client(service).send("query N { n }")
      let policy = service.core.settings.unhandled
      #expect(WebSocketClaim.isClaimed(.of("wss://a.example/"), policy) == !passes)
      #expect(service.core.mayHaveRealSecrets == passes)
    }
  }
}
