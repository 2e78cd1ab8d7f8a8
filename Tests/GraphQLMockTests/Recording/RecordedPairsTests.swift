import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests with known secrets at every position, recorded from the network and replayed without
/// it.
struct RecordedPairsTests {
  /// The number of requests that share a folder.
  static let perFolder = RandomRequestTests.count == nil ? Effort.rounds(1, long: 6) : 20

  /// A response as the client decodes it.
  struct Answer: Decodable {
    struct Content: Decodable {
      struct User: Decodable {
        let email: String
        let name: String
      }
      struct Token: Decodable, Equatable {
        let id: String
        let symbol: String
      }
      let accessToken: String
      let t: String
      let tokenCount: Int
      let tokens: [Token]
      let cookiesAccepted: Bool
      let pageToken: String
      let user: User
      let first: String
      let hint: String
      let list: [String]
      let session: UUID
      let embedded: String
      let echo: String
    }
    struct Failure: Decodable { let message: String }
    let data: Content
    let errors: [Failure]
  }

  /// The payloads after the first.
  struct Later: Decodable {
    struct Part: Decodable {
      struct Content: Decodable {
        let email: String
        let otp: String
      }
      let path: [String]
      let data: Content
    }
    let incremental: [Part]
    let hasNext: Bool
  }

  @Test(.onOwnThreads) func recordingsContainNoSecretAndReplaysDecodeLikeTheOriginal() async throws
  {
    var random = SeededGenerator(seed: 13_6)
    var faults: [String] = []
    var count = 0
    var number = 0
    while count < RandomRequestTests.count ?? Self.perFolder {
      var requests: [RandomRequest] = []
      while requests.count < Self.perFolder {
        let received = try RandomRequest(number, using: &random)
        number += 1
        // Plain HTTP isn't recorded, and neither are responses that aren't GraphQL.
        if received.requestForm != .form,
          [.json, .multipart, .eventStream].contains(received.responseForm)
        {
          requests.append(received)
        }
      }
      faults += try await Self.faults(of: requests).map { "\(count) and later: \($0)" }
      count += requests.count
    }
    #expect(faults.prefix(3) == [])
  }

  private static func faults(of requests: [RandomRequest]) async throws -> [String] {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer(bytes: { request in
      guard let field = request.range(of: "X-Number: "),
        let number = Int(request[field.upperBound...].prefix { $0.isNumber })
      else { return nil }
      let response = requests[number].response
      let fields = response.headers.map { "\($0.name): \($0.value)" }
      let head = String.response("200 OK", fields, body: "").replacingOccurrences(
        of: "Content-Length: 0", with: "Content-Length: \(response.body.count)")
      return Data(head.utf8) + response.body
    })
    let sent = requests.enumerated().map { number, received in
      var request = received.request
      let url = request.url?.absoluteString ?? ""
      request.url = URL(
        string: "http://127.0.0.1:\(server.port)" + url.drop { $0 != "@" }.drop { $0 != "/" })
      request.setValue("\(number)", forHTTPHeaderField: "X-Number")
      request.setValue(
        "multipart/mixed, text/event-stream, */*;q=0.5", forHTTPHeaderField: "Accept")
      return request
    }
    var printed: [String] = []
    let live = try await run(.all, sent, folder, &printed)
    let replayed = try await run(.never, sent, folder, &printed)
    let missed = try await misses(sent)
    printed += missed
    var faults: [String] = []
    let files = try folder.files()
    if server.requests.count != requests.count || files.count != requests.count {
      faults.append("\(server.requests.count) requests, \(files.count) files")
    }
    for fault in FixtureTable(folder: folder.url).check() where !fault.isAboutTheDocument {
      faults.append(fault.description)
    }
    let written = Data(
      (files.flatMap { [$0.key, $0.value] } + printed).joined(separator: "\n").utf8)
    for (number, received) in requests.enumerated() {
      for spelling in received.secrets.flatMap(RandomRequest.spellings(of:))
      where written.range(of: Data(spelling.utf8)) != nil {
        faults.append("\(number): \(spelling) was written")
      }
      faults += differences(live[number], replayed[number], received).map {
        "\(number) \(received.requestForm) \(received.responseForm): \($0)"
      }
    }
    return faults
  }

  /// Sends all requests, and collects the text that a test would print.
  private static func run(
    _ mode: Recording, _ requests: [URLRequest], _ folder: TemporaryFolder,
    _ printed: inout [String]
  ) async throws -> [(data: Data, status: Int)] {
    // The generated documents aren't valid: their fragments and variables exist only to contain
    // secrets.
    let service = MockGraphQLService(options: ServiceOptions(requestValidation: .off))
    let redaction = RandomRequest.redaction
    service.record(Recording(mode, folder: folder.url, redaction: redaction))
    var answers: [(Data, Int)] = []
    for request in requests {
      do {
        let (data, response) = try await service.makeSession().data(for: request)
        answers.append((data, (response as? HTTPURLResponse)?.statusCode ?? 0))
      } catch {
        answers.append((Data("\(error)".utf8), 0))
      }
    }
    printed += service.failures.map(\.message) + service.requests.flatMap(\.warnings)
    printed += service.requests.map(\.description)
    printed.append(service.requestReport { _ in .whole }.text)
    printed += page(of: service)
    printed += JournalLineTests.journalLines(of: service, redaction)
    // The archive is searched as well.
    printed.append(String(decoding: service.httpArchive(redaction: redaction), as: UTF8.self))
    return answers
  }

  /// The report of a failing test for requests that nearly match a handler.
  private static func misses(_ requests: [URLRequest]) async throws -> [String] {
    let service = MockGraphQLService(
      options: ServiceOptions(requestValidation: .off))
    let folder = try TemporaryFolder()
    service.record(Recording(.never, folder: folder.url, redaction: RandomRequest.redaction))
    service.register(
      .operation(
        .any,
        variables: [
          "dbpassword": "stated", "iban": "stated", "licenseKey": "other", "echo": "other",
          "secretSanta": ["name": "other"],
        ], .data([:])))
    for request in requests { _ = try? await service.makeSession().receive(request) }
    let messages = service.failures.map(\.message)
    for message in messages {
      #expect(
        message.contains(#"variables.licenseKey: expected "other", got "L-17""#), "\(message)")
    }
    #expect(messages.count == requests.count)
    return messages + service.requests.map(\.description)
      + [service.requestReport { _ in .whole }.text] + page(of: service)
  }

  /// The page of a failed test, before it is written as HTML.
  private static func page(of service: MockGraphQLService) -> [String] {
    service.pageEntries().entries.flatMap { $0.lines + $0.blocks.map { $0.text } }
  }

  /// The differences between the replayed and the original responses, except for secrets.
  private static func differences(
    _ live: (data: Data, status: Int), _ replayed: (data: Data, status: Int),
    _ received: RandomRequest
  ) -> [String] {
    var found: [String] = []
    if live.status != 200 || replayed.status != 200 {
      found.append("\(live.status), then \(replayed.status): \(replayed.data.prefix(300).asText)")
    }
    if live.data != received.response.body { found.append("the client got something else") }
    let before = results(live.data, received)
    let after = results(replayed.data, received)
    guard before.count == after.count else {
      return found + ["\(before.count) results, then \(after.count)"]
    }
    for (index, (first, second)) in zip(before, after).enumerated() {
      if index == 0 {
        guard let first = try? JSONDecoder().decode(Answer.self, from: first),
          let second = try? JSONDecoder().decode(Answer.self, from: second)
        else {
          found.append("not decoded: \(second.asText)")
          continue
        }
        let (old, new) = (first.data, second.data)
        if old.tokenCount != new.tokenCount || old.tokens != new.tokens
          || old.cookiesAccepted != new.cookiesAccepted || old.pageToken != new.pageToken
          || old.user.name != new.user.name || old.list.count != new.list.count
        {
          found.append("another value: \(new)")
        }
        if !new.user.email.contains("@") { found.append("no address: \(new.user.email)") }
      } else if (try? JSONDecoder().decode(Later.self, from: second)) == nil {
        found.append("not decoded: \(second.asText)")
      }
    }
    return found
  }

  /// The JSON texts of a response.
  private static func results(_ body: Data, _ received: RandomRequest) -> [Data] {
    switch received.responseForm {
    case .json: [body]
    case .multipart:
      // The first delimiter is at the start, without the line break that belongs to delimiters.
      MultipartReader(
        Data("\r\n".utf8) + body, contentType: received.response.headers["Content-Type"] ?? "")?
        .parts.map { Data($0.body.utf8) } ?? []
    case .eventStream: EventStreamReader(body).events.map { Data($0.data.utf8) }
    case .text, .form, .bytes: []
    }
  }
}

extension Data {
  fileprivate var asText: String { String(decoding: self, as: UTF8.self) }
}

extension FixtureError {
  /// Whether the data doesn't fit the document, which is always so for generated documents.
  fileprivate var isAboutTheDocument: Bool {
    message.hasPrefix("data") || message.contains(" isn't valid for the schema: ")
      || message.contains(" is not defined in ")
  }
}
