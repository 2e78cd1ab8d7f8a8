import Foundation
import GraphQLMockTesting
import TestSupport
import Testing

extension RequestHandler {
  static let signIn = mutation(
    "SignIn", .data(["signIn": ["token": "t-1", "name": "Ada"]]))
  static let news = query("News", .data(["news": "Free delivery"]))

  static func products(_ names: String...) -> RequestHandler {
    query(
      "Products", .data(["products": .array(names.map { ["name": .string($0)] })]))
  }
}

/// The sample app in its own process, its network answered as a plan of the test says.
@Suite(
  .enabled(if: RunningApp.readsPlans, "the app reads launch plans in debug builds only"),
  .graphQL(), .onWaitingThreads)
struct SampleAppTests {
  static let allIsWell = ["Welcome, Ada", "Products: Lamp, Desk", "News: Free delivery"]

  @Test(arguments: ["shared", "own"])
  func handlersAndFixturesOfThePlanAnswer(session: String) async throws {
    let handlers = LaunchPlan(.signIn, .products("Lamp", "Desk"), .news)
    for plan in [handlers, LaunchPlan(fixtures: "Store")] {
      let (screen, journal) = try await RunningApp(session: session).run(plan)
      #expect(screen.sorted() == Self.allIsWell.sorted(), "\(plan.tables.count) tables")
      #expect(journal.requests.map(\.ending) == [.answered, .answered, .answered])
    }
  }

  @Test(arguments: [
    ("unavailable", "Products failed: the service answered 503"),
    ("offline", "Products failed: no connection: "),
  ]) func aVariantFails(variant: String, shown: String) async throws {
    let plan = LaunchPlan(fixtures: "Store", fixtureVariants: ["Products": variant])
    let (screen, journal) = try await RunningApp().run(plan)
    #expect(screen.first == "Welcome, Ada")
    #expect(screen.contains { $0.hasPrefix(shown) }, "\(screen)")
    #expect(screen.contains("News: Free delivery"))
    #expect(journal.failures == [])
  }

  @Test func aStragglerArrivesLast() async throws {
    let slow = RequestHandler.query(
      "Products", .data(["products": [["name": "Lamp"]]]).delay(.milliseconds(300)))
    let (screen, journal) = try await RunningApp().run(LaunchPlan(slow, fixtures: "Store"))
    #expect(screen == ["Welcome, Ada", "News: Free delivery", "Products: Lamp"])
    let duration = try #require(journal.requests(named: "Products").first?.duration)
    #expect(duration >= .milliseconds(300))
  }

  @Test func anOpenRequestIsSeenWhileTheAppWaitsForIt() async throws {
    let never = RequestHandler.query("Products", .never)
    let app = RunningApp()
    let journal = try app.process.run(mocking: LaunchPlan(never, fixtures: "Store"))
    defer {
      app.process.terminate()
      app.process.waitUntilExit()
    }
    let news = try await journal.waitForRequests(named: "News") { $0.ending != nil }
    let products = try await journal.waitForRequests(named: "Products")
    #expect(news.map(\.ending) == [.answered])
    #expect(products.map(\.ending) == [nil])
  }

  @Test func onlyWhatThePlanCoversIsMocked() async throws {
    let server = try StoreServer()
    let (screen, journal) = try await RunningApp(server.url).run(
      LaunchPlan(.products("Mocked"), unhandled: .passThrough))
    #expect(
      screen.sorted() == ["News: Real news", "Products: Mocked", "Welcome, Real Ada"])
    #expect(server.operations.sorted() == ["News", "SignIn"])
    #expect(journal.requests(named: "SignIn").map(\.ending) == [.passedThrough])
    #expect(journal.requests(named: "Products").map(\.ending) == [.answered])
  }

  @Test func answersThatAreMadeUpAgreeWithEachOther() async throws {
    let schema = try ServiceSchema(
      definitions: """
        type Query { products: [Product!]! product(id: ID!): Product news: String! }
        type Mutation {
          signIn(email: String!, password: String!): Session!
          rename(id: ID!, name: String!): Product!
        }
        type Session { token: String! name: String! }
        type Product { id: ID! name: String! maker: Maker! }
        type Maker { id: ID! }
        """)
    let (screen, journal) = try await RunningApp(newName: "Zed").run(
      LaunchPlan(
        .query("Products", .data(["products": []]).completed), schema: schema,
        unhandled: .generated(["Query.products": .list(1)])))
    let line = try #require(screen.first { $0.hasPrefix("Shelf: name (") })
    // The maker of the product, in parentheses.
    let rest = line.dropFirst("Shelf: name".count)
    let expected: [String] = [
      "After: Zed\(rest)", "Before: name\(rest)", "News: news", "Products: ", "Shelf: name\(rest)",
      "Welcome, name",
    ]
    #expect(screen.sorted() == expected)
    #expect(journal.failures == [])
  }

  @Test func withoutAPlanTheAppIsAsItAlwaysWas() async throws {
    let server = try StoreServer()
    let (screen, errors) = try await RunningApp(server.url).run(environment: [:])
    #expect(
      screen.sorted() == ["News: Real news", "Products: Real lamp", "Welcome, Real Ada"])
    #expect(errors == [])
  }

  @Test func manyAppsAtOnceHaveAPlanEach() async throws {
    let screens = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
      for number in 0..<8 {
        group.addTask {
          let plan = LaunchPlan(.products("Lamp \(number)"), fixtures: "Store")
          return (number, try await RunningApp().run(plan).screen)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<8 {
      #expect(
        screens[number]?.sorted()
          == ["News: Free delivery", "Products: Lamp \(number)", "Welcome, Ada"])
    }
  }
}
