import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recording from a real GraphQL service (graphql-core), and replaying without it.
@Suite(
  .enabled(if: Upstream.isAvailable, "needs python3 with graphql-core"),
  .onWaitingThreads)
struct RealServiceRecordingTests {
  static let examples: [(path: String, query: String, variables: MockJSON)] = [
    ("/graphql", "query HeroName($id: ID) { hero(id: $id) { name friend { name } } }", ["id": "7"]),
    ("/graphql", "query HeroName($id: ID) { hero(id: $id) { name friend { name } } }", [:]),
    ("/graphql", "{ heroes { id name } }", nil),
    ("/graphql", "mutation Rename { rename(id: 1, name: \"Ada\") { id name } }", nil),
    ("/graphql", "query Fails { fails }", nil),
    ("/graphql", "query Partial { partial { name secret } }", nil),
    ("/graphql", "query Invalid { unknown }", nil),
    ("/500", "query Broken { heroes { id } }", nil),
    ("/html", "query Down { heroes { id } }", nil),
    ("/gzip", "query Zipped { heroes { id name } }", nil),
    ("/slow", "query Slow { heroes { id } }", nil),
    ("/deferred", "query Deferred { hero { id ... @defer(label: \"n\") { name } } }", nil),
    ("/subscription", "subscription Ticks { n }", nil),
    ("/events", "subscription Events { n }", nil),
  ]
  /// Requests that are sent three times, and answered differently each time.
  static let sequence = (path: "/graphql", query: "query Next { next }", count: 3)

  /// For tests that need neither its end nor its log: each start costs a third of a second.
  private static let shared = Result { try Upstream() }

  static func requests(_ host: String) throws -> [URLRequest] {
    try examples.map {
      var request = try URLRequest.graphQL(
        ["query": .string($0.query), "variables": $0.variables], to: host + $0.path,
        accept: "multipart/mixed;deferSpec=20220824,text/event-stream,application/json")
      request.setValue("Bearer bearer-secret", forHTTPHeaderField: "Authorization")
      return request
    }
  }

  static func sequenceRequests(_ host: String) throws -> [URLRequest] {
    let request = try URLRequest.graphQL(
      ["query": .string(sequence.query)], to: host + sequence.path)
    return Array(repeating: request, count: sequence.count)
  }

  /// Sends all requests to a new service, in order.
  static func receive(
    _ requests: [URLRequest], _ mode: Recording, _ folder: URL
  ) async throws -> [Received] {
    let service = MockGraphQLService.recording(mode, folder)
    var answers: [Received] = []
    for request in requests { answers.append(try await service.makeSession().receive(request)) }
    #expect(service.failures == [] && service.unusedRecordings == [])
    return answers
  }

  @Test func recordingsAreReplayedWithoutTheRealService() async throws {
    let folder = try TemporaryFolder()
    let upstream = try Upstream()
    let requests = try Self.requests(upstream.url("")) + Self.sequenceRequests(upstream.url(""))
    let answers = try await Self.receive(requests, .missing, folder.url)
    var statuses = [Int](repeating: 200, count: 17)
    (statuses[7], statuses[8]) = (500, 503)
    #expect(answers.map(\.status) == statuses)
    #expect(answers.suffix(3).map(\.body) == Self.bodies(1...3))
    let first = try folder.files()
    #expect(first.count == requests.count)
    #expect(!first.values.joined().contains("-secret"))
    // Each part is in the file, in the order of its arrival.
    for (name, count) in [("Deferred", 4), ("Ticks", 4), ("Events", 4)] {
      let text = try #require(first.first { $0.key.hasPrefix("\(name).") }?.value)
      #expect(try MockJSON(parsing: text)["response"]["parts"].array?.count == count, "\(name)")
    }

    // Recording twice changes only the counter, which is one line of each file.
    _ = try await Self.receive(requests, .all, folder.url)
    let second = try folder.files()
    #expect(first.keys.sorted() == second.keys.sorted())
    for (name, text) in second {
      let changed = RecordingFileTests.changedLines(first[name], text)
      let isNumber = changed.count == 1 && changed[0].contains("\"next\": ")
      #expect(name.hasPrefix("Next.") ? isNumber : changed == [], "\(name) \(changed)")
    }

    #expect(upstream.stop().count == 2 * requests.count)
    let replayed = try await Self.receive(requests, .never, folder.url)
    #expect(replayed.dropLast(3) == answers.dropLast(3))
    #expect(replayed.suffix(3).map(\.body) == Self.bodies(4...6))
  }

  /// The responses to the sequence.
  static func bodies(_ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { #"{"data":{"next":\#($0)}}"# }
  }

  @Test func streamIsForwardedLiveAndRecordedWhenTheClientDisconnects() async throws {
    let folder = try TemporaryFolder()
    let upstream = try Self.shared.get()
    let request = try URLRequest.graphQL(
      ["query": "subscription Open { n }"], to: upstream.url("/open"), accept: "text/event-stream")
    let recording = MockGraphQLService.recording(.missing, folder.url)
    for service in [recording, MockGraphQLService(.operation(.passThrough))] {
      let response = try await service.respond(to: request)
      #expect(response.headers["Content-Type"] == "text/event-stream")
      var body = Data()
      for try await chunk in response.body {
        body += chunk
        if body.count == 39 { break }
      }
      #expect(
        String(decoding: body, as: UTF8.self)
          == ":\n\nevent: next\ndata: {\"data\":{\"n\":1}}\n\n")
    }
    try await waitUntil { try !folder.files().isEmpty }
    let text = try #require(try folder.files().values.first)
    let response = try MockJSON(parsing: text)["response"]
    #expect(response["open"] == true && response["parts"].array?.count == 2)
    #expect(recording.requests.map(\.ending) == [.cancelled])
  }
}
