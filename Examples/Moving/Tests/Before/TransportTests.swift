import Films
import Foundation
import Testing

/// Returns its responses in turn to any request.
final class FakeTransport: Transport, @unchecked Sendable {
  private let lock = NSLock()
  private var responses: [(body: Data, status: Int)]
  private var bodies: [Data] = []

  init(_ responses: [(body: String, status: Int)]) {
    self.responses = responses.map { (Data($0.body.utf8), $0.status) }
  }

  var sent: [Data] { lock.withLock { bodies } }

  func send(_ body: Data, to url: URL) async throws -> (body: Data, status: Int) {
    try lock.withLock {
      bodies.append(body)
      guard !responses.isEmpty else { throw FilmError.status(0) }
      return responses.removeFirst()
    }
  }
}

@Suite struct TransportTests {
  @Test func theSecondTryWorks() async throws {
    let transport = FakeTransport([
      ("", 503), (#"{"data":{"film":{"id":"7","title":"Alien"}}}"#, 200),
    ])
    let client = FilmClient(transport: transport)

    await #expect(throws: FilmError.status(503)) { try await client.film("7") }
    #expect(try await client.film("7").title == "Alien")

    struct Sent: Decodable { var variables: [String: String] }
    let variables = try transport.sent.map {
      try JSONDecoder().decode(Sent.self, from: $0).variables
    }
    #expect(variables == [["id": "7"], ["id": "7"]])
  }
}
