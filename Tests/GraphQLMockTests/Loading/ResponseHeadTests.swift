import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Equal heads share memory, and each client gets its own head.
struct ResponseHeadTests {
  @Test func concurrentClientsGetTheirOwnStatusAndHeaders() async throws {
    let service = MockGraphQLService(
      .http("/**") { request in
        let number = Int(request.url?.lastPathComponent ?? "") ?? 0
        return .status(200 + number % 3).header("X-Number", "\(number % 5)")
      })
    let session = service.makeSession()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        group.addTask {
          let url = URL.of("https://example.invalid/\(number % 7)/\(number)")
          let (_, response) = try await session.data(from: url)
          let head = try #require(response as? HTTPURLResponse)
          let header = head.value(forHTTPHeaderField: "X-Number") ?? ""
          let incoming = "\(head.url?.absoluteString ?? "") \(head.statusCode) \(header)"
          #expect(incoming == "\(url.absoluteString) \(200 + number % 3) \(number % 5)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func headerFieldsWithOneNameAreKeptUnlessFoundationJoinsThem() async throws {
    let service = MockGraphQLService(
      .query("A", .json([:]).header("set-cookie", "old").header("Set-Cookie", "a=1", "b=2")),
      .query("B", .status(204, headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"])))
    let (_, response) = try await service.makeSession().data(
      for: .graphQL(["query": "query A { a }"]))
    let head = try #require(response as? HTTPURLResponse)
    let sent = try await service.respond(to: .graphQL(["query": "query B { a }"]))
    #expect(sent.headers.values(of: "set-cookie") == ["a=1", "b=2"])
    let headers = try #require(service.requests(named: "A").first?.response?.headers)
    let joined: [String?] = [
      head.value(forHTTPHeaderField: "Set-Cookie"), headers["SET-COOKIE"], headers["Cookie"],
    ]
    #expect(joined == ["a=1, b=2", "a=1, b=2", nil])
    let fields: [String] = headers.map { "\($0.name): \($0.value)" }
    #expect(
      fields == [
        "Content-Type: application/json; charset=utf-8", "Set-Cookie: a=1", "Set-Cookie: b=2",
      ])
  }

  @Test func nonHTTPResponseIsNotAnHTTPURLResponse() async throws {
    let service = MockGraphQLService(.query("A", .data(["a": 1]).nonHTTP))
    let (body, response) = try await service.makeSession()
      .data(for: .graphQL(["query": "query A { a }"]))
    #expect(!(response is HTTPURLResponse))
    #expect(response.url?.absoluteString == "https://example.invalid/graphql")
    #expect(try MockJSON(parsing: body) == ["data": ["a": 1]])
  }

  @Test func modifiedCopiesOfAResponseAreEncodedAgain() async throws {
    let base = MockResponse.json(["a": 1])
    let service = MockGraphQLService(.query("A", base, base.status(201), .json(["a": 2]), base))
    let session = service.makeSession()
    var answers: [String] = []
    for _ in 0..<4 {
      let incoming = try await session.receive(.graphQL(["query": "query A { a }"]))
      answers.append("\(incoming.status) \(incoming.body)")
    }
    #expect(answers == [#"200 {"a":1}"#, #"201 {"a":1}"#, #"200 {"a":2}"#, #"200 {"a":1}"#])
  }
}
