import Foundation
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Registering and looking up cost the same however many handlers there are.
@Suite struct HandlerRegistryTests {
  static func subject(_ name: String) throws -> MatchSubject {
    let request = try URLRequest.graphQL(["query": .string("query \(name) { a }")])
    return MatchSubject(
      url: request.url, method: "POST", operation: try OperationRequest(request),
      header: { request.value(forHTTPHeaderField: $0) })
  }

  static func handlers(_ count: Int) -> [RequestHandler] {
    (0..<count).map { .query("Operation\($0)", .data(["n": .number($0)])) }
  }

  @Test func onlyHandlersOfTheOperationAreAsked() throws {
    let registry = HandlerRegistry()
    registry.register(Self.handlers(1_000))
    registry.register([.query(.any, .status(404)), .http(path: "/graphql", .status(404))])
    let asked = registry.candidates(for: try Self.subject("Operation7"))
      .compactMap(\.location?.line)
    #expect(asked.count == 3)
  }

  @Test func handlersAreAskedFromTheLatestRegistrationAndInsideOneFromTheFirst() throws {
    let registry = HandlerRegistry()
    let lists: [[RequestHandler]] = [
      [.query("A", .status(201)), .query(.any, .status(202)), .query("B", .status(299))],
      [.http(path: "/graphql", .status(203)), .query("A", .status(204))],
    ]
    for list in lists { registry.register(list) }
    let statuses = registry.candidates(for: try Self.subject("A")).map { entry -> Int? in
      guard case .handler(let handler) = entry.source,
        case .responses(let responses) = handler.answer
      else { return nil }
      return responses.first?.statusCode
    }
    #expect(statuses == [203, 204, 201, 202])
  }

  @Test func aThousandHandlersOfOneOperationThatDifferInVariablesAreAskedInTurn() throws {
    let registry = HandlerRegistry()
    registry.register(
      (0..<1_000).map { .query("A", variables: ["id": .number($0)], .data(["n": .number($0)])) })
    let request = try URLRequest.graphQL([
      "query": "query A($id: Int) { a(id: $id) }", "variables": ["id": 999],
    ])
    let subject = MatchSubject(
      url: request.url, method: "POST", operation: try OperationRequest(request),
      header: { _ in nil })
    var found = 0
    let time = ContinuousClock().measure {
      for _ in 0..<20 {
        for entry in registry.candidates(for: subject) where entry.handler?.matches(subject) == true
        {
          found += 1
          break
        }
      }
    }
    print("the last of 1,000 handlers of one operation:", time / 20)
    #expect(found == 20)
    #expect(time < .seconds(5))
  }

  @Test func aHundredThousandHandlersCostTheSameEachAsAThousand() throws {
    let clock = ContinuousClock()
    func perHandler(_ count: Int) throws -> (registering: Double, lookingUp: Double) {
      let handlers = Self.handlers(count)
      let subjects = try (0..<100).map { try Self.subject("Operation\($0 * count / 100)") }
      let registry = HandlerRegistry()
      let registering = clock.measure { registry.register(handlers) }
      var found = 0
      let lookingUp = clock.measure {
        for _ in 0..<20 {
          for subject in subjects {
            for entry in registry.candidates(for: subject) {
              if case .handler(let handler) = entry.source, handler.matches(subject) { found += 1 }
            }
          }
        }
      }
      #expect(found == 2_000)
      return (registering / .microseconds(1) / Double(count), lookingUp / .microseconds(1) / 2_000)
    }
    _ = try perHandler(1_000)
    let few = try perHandler(1_000)
    let many = try perHandler(100_000)
    print(
      "per handler, 1,000 and 100,000: registering", few.registering, many.registering,
      "µs; looking up", few.lookingUp, many.lookingUp, "µs")
    // Linear work would make the second a hundred times the first; growing tables and caches may
    // cost a few times more.
    #expect(many.registering < few.registering * 10)
    #expect(many.lookingUp < few.lookingUp * 10)
  }
}
