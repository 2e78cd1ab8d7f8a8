import Foundation
import GraphQLMockTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Mistakes in how a test uses its service.
@Suite(.enabled(if: Mistakes.areEnabled)) struct PlantedScopes {
  @Test(.graphQL(.query("Shared", .data(["a": 1])))) func sharedSession() async throws {
    // No server listens at this address.
    let app = ShopApp(session: .shared, url: "http://127.0.0.1:9/graphql")
    let data = try? await app.send("query Shared { a }")
    #expect(data?["a"] == 1)
  }

  /// A service that an earlier test made.
  private static let other = MockGraphQLService(
    .query("Wallet", .data(["wallet": ["coins": 0]])))

  @Test(.graphQL(.query("Wallet", .data(["wallet": ["coins": 5]])))) func anotherService()
    async throws
  {
    let app = ShopApp(session: Self.other.makeSession())
    let data = try await app.send("query Wallet { wallet { coins } }")
    #expect(data["wallet"]["coins"] == 5)
  }

  private static let shared = MockGraphQLService(
    .query("Page", .data(["page": 1]), .data(["page": 2])))

  @Test(.serialized, .graphQL(.query("Page", .data(["page": 1]))), arguments: ["first", "second"])
  func serviceSharedByCases(name: String) async throws {
    let app = ShopApp(session: Self.shared.makeSession())
    let data = try await app.send("query Page { page }")
    #expect(data["page"] == 1)
  }

  @Test(.graphQL(.viewer)) func protocolClassesReplaced() async throws {
    let configuration = MockGraphQLService.current.install(in: .ephemeral)
    configuration.protocolClasses = [OfflineProtocol.self]
    let app = ShopApp(session: URLSession(configuration: configuration))
    let data = try? await app.send(Documents.viewer)
    #expect(data?["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(.viewer)) func protocolInFront() async throws {
    let configuration = MockGraphQLService.current.install(in: .ephemeral)
    configuration.protocolClasses?.insert(OfflineProtocol.self, at: 0)
    let app = ShopApp(session: URLSession(configuration: configuration))
    let data = try? await app.send(Documents.viewer)
    #expect(data?["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(.viewer)) func anotherServiceInOneConfiguration() async throws {
    let configuration = MockGraphQLService.current.install(in: .ephemeral)
    let other = MockGraphQLService(.query("Feed", .data(["feed": []])))
    other.install(in: configuration)
    let app = ShopApp(session: URLSession(configuration: configuration))
    let data = try? await app.send(Documents.viewer)
    #expect(data?["viewer"]["name"] == "Ada")
  }

  @Test(.graphQL(.query("Orders", .data(["orders": []])))) func waitedForInVain() async throws {
    await MockGraphQLService.current.expectRequests(named: "Orders", within: .milliseconds(1))
  }

  @Test(.graphQL(.query("Orders", .data(["orders": []])), .viewer)) func waitedForAnother()
    async throws
  {
    try await ShopApp().send(Documents.viewer)
    await MockGraphQLService.current.expectRequests(named: "Orders", within: .milliseconds(1))
  }

  @Test(.graphQL(.query("Detached", .data(["a": 1])))) func detachedTask() async throws {
    let data = await Task.detached { try? await ShopApp().send("query Detached { a }") }.value
    #expect(data?["a"] == 1)
  }

  @Test(.graphQL(.query("Queued", .data(["a": 1])))) func dispatchQueue() async throws {
    let app = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: ShopApp()) }
    }
    let data = try? await app.send("query Queued { a }")
    #expect(data?["a"] == 1)
  }

  @Test(.graphQL(.query("Kept", .data(["a": 1])))) func serviceThatNobodyKeeps() async throws {
    let app = ShopApp(session: MockGraphQLService(.viewer).makeSession())
    let data = try? await app.send("query Kept { a }")
    #expect(data?["a"] == 1)
  }

  @Test(.graphQL(.query("Slow", .data(["a": 1]).delay(.seconds(60))))) func asyncLetNotAwaited()
    async throws
  {
    async let _ = ShopApp().send("query Slow { a }")
    try await MockGraphQLService.current.waitForRequests(named: "Slow")
    #expect(MockGraphQLService.current.requests.map { $0.response?.status } == [200])
  }

  @Test(.graphQL(.viewer)) func fiveEqualFailures() async throws {
    for _ in 0..<5 { _ = try? await ShopApp().send(Documents.feed) }
  }

  @Test(.graphQL(.viewer)) func errorOfTheAppsOwn() async throws {
    do { try await ShopApp().send(Documents.feed) } catch { throw ShopError() }
  }

  @Test(.graphQL(.viewer)) func expectationBehindAMiss() async throws {
    let feed = try? await ShopApp().send(Documents.feed)
    #expect(feed?["feed"].array?.count == 2)
  }

  @Test(.graphQL(.viewer)) func requirementBehindAMiss() async throws {
    let feed = try? await ShopApp().send(Documents.feed)
    try #require(feed != nil)
  }

  @Test(.graphQL(.viewer)) func expectationAfterAResponse() async throws {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"] == "Grace")
    #expect(data["viewer"]["name"] == "Barbara")
  }

  @Test(.graphQL(.viewer), arguments: ["Ada", "Grace"]) func oneCaseOfTwo(name: String)
    async throws
  {
    let data = try await ShopApp().send(Documents.viewer)
    #expect(data["viewer"]["name"].string == name)
  }

  @Test(.graphQL(.query("Unawaited", .data(["a": 1])))) func requestThatIsNotAwaited() async {
    let app = ShopApp()
    let mayStart = Gate()
    let sending = Task {
      await mayStart.wait()
      try await app.send("query Unawaited { a }")
    }
    #expect(MockGraphQLService.current.requests.count == 1)
    mayStart.open()
    // Otherwise the next test that ends would report it.
    _ = await sending.result
  }

  @Test(.graphQL(.viewer)) func journalAskedForAnotherName() async throws {
    try await ShopApp().send(Documents.viewer)
    #expect(MockGraphQLService.current.requests(named: "viewer").count == 1)
  }

  @Test(.graphQL(.query("Feed", .data(["feed": []])))) func handlerRegisteredTooLate()
    async throws
  {
    _ = try? await ShopApp().send(Documents.viewer)
    MockGraphQLService.current.register(.viewer)
  }

  static let asserting = RequestHandler.query("Viewer") { request in
    #expect(request.variables["id"] == 7)
    return .data(["viewer": ["name": "Ada"]])
  }

  @Test(.graphQL(asserting)) func expectationInAClosure() async throws {
    try await ShopApp().send(Documents.viewer)
  }

  @Test(.graphQL()) func `a name with 'quotes' and $(spaces)`() async throws {
    try await ShopApp().send(Documents.viewer)
  }
}

/// A request that arrives after its test has ended, reported by the suite.
@Suite(.enabled(if: Mistakes.areEnabled), .serialized, .graphQL(.viewer))
struct PlantedStragglers {
  nonisolated(unsafe) private static var app: ShopApp?

  @Test func keepsItsSession() { Self.app = ShopApp() }

  @Test func usesTheSessionOfAnotherTest() async throws {
    let app = try #require(Self.app)
    _ = try? await app.send("query Late { a }")
  }
}
