import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every form of request and response, cut at every offset: a truncated request isn't a request,
/// and a reader written from the specification gets the complete parts of a truncated response.
///
/// `JSONBodyDecoderCutTests` tests JSON that arrives in pieces.
struct TruncatedRequestTests {
  private func isWhole(_ request: URLRequest) -> Bool {
    let incoming = IncomingRequest(
      request, body: .success(RequestBody.Received(data: request.httpBody ?? Data())),
      isGraphQL: true, documents: DocumentCache())
    return (incoming.entries ?? [incoming]).allSatisfy { $0.malformedError == nil }
  }

  // Requests of real clients: Apollo iOS (sorted, with its library in `extensions`), Apollo
  // Kotlin's batches, urql's persisted queries.
  private static let apollo =
    """
    {"extensions":{"clientLibrary":{"name":"apollo-ios","version":"2.4.0"}},\
    "operationName":"Hero","query":"query Hero($n: String) { hero(n: $n) { __typename } }",\
    "variables":{"n":"\\/é\\u00fc😀"}}
    """
  private static let hash = SHA256Hash.hexadecimal(of: ContiguousArray("{a}".utf8))
  private static let persisted =
    """
    {"operationName":"Q","variables":{},"extensions":{"persistedQuery":{"version":1,\
    "sha256Hash":"\(hash)"}}}
    """

  private static var requests: [(name: String, request: URLRequest)] {
    [
      ("JSON", RequestFormTests.request(Data(apollo.utf8))),
      ("batch", RequestFormTests.request(Data("[\(apollo),\(apollo)]".utf8))),
      ("hash", RequestFormTests.request(Data(persisted.utf8))),
      (
        "document",
        RequestFormTests.request(Data("query Hero { hero }".utf8), type: "application/graphql")
      ),
      (
        "form",
        RequestFormTests.request(
          Data("query=query+Hero%7Bhero%7D".utf8), type: "application/x-www-form-urlencoded")
      ),
    ]
  }

  @Test(arguments: requests.indices) func truncatedBodyIsNotARequest(_ index: Int) throws {
    let (name, request) = Self.requests[index]
    let body = try #require(request.httpBody)
    #expect(isWhole(request), "\(name)")
    let wrong = (0..<body.count).filter { length in
      var cut = request
      cut.httpBody = body.prefix(length)
      return isWhole(cut)
    }
    #expect(wrong == [], "\(name)")
  }

  @Test func truncatedURLIsNotARequest() {
    let items =
      "query=query%20Hero%28%24n%3AInt%29%7Bhero%28n%3A%24n%29%7D&variables=%7B%22n%22%3A1%7D"
    let whole = (0...items.utf8.count).filter { length in
      var request = URLRequest(url: .of(endpoint + "?" + items.prefix(length)))
      request.httpMethod = "GET"
      return isWhole(request)
    }
    // The document is complete before the variables begin, and an item without a value doesn't
    // count.
    let document = items.utf8.prefix { $0 != UInt8(ascii: "&") }.count
    let name = "&variables=".utf8.count
    #expect(whole == Array(document...(document + name)) + [items.utf8.count])
  }

  // MARK: Responses

  private static let results: [MockResponse] = [.data(["n": "--graphql\r\n--"]), .data(["n": 2])]

  private func service(breakingOff length: Int) -> MockGraphQLService {
    MockGraphQLService(
      .subscription("Ticks", .events(Self.results).breakingOff(after: length)),
      .query(
        "Hero",
        .data(["hero": ["name": "R2", "age": 9]]).deferred.breakingOff(after: length)))
  }

  /// The part of a response that arrives before it breaks off.
  private func body(_ request: URLRequest, breakingOff length: Int) async throws -> Data {
    // The handlers belong to the service, which must live as long as the response.
    let service = service(breakingOff: length)
    let response = try await service.respond(to: request)
    var body = Data()
    do {
      for try await chunk in response.body { body += chunk }
    } catch is URLError {}
    withExtendedLifetime(service) {}
    return body
  }

  @Test(
    .onOwnThreads,
    arguments: [
      (
        StreamFormat.deferSpec,
        "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json"
      ),
      (.deferSpec, "multipart/mixed,application/json"),
      (
        .subscriptionSpec,
        "multipart/mixed;subscriptionSpec=1.0,application/graphql-response+json,application/json"
      ),
      (.eventStream, "text/event-stream"),
    ])
  func readerOfATruncatedResponseGetsTheCompleteParts(
    format: StreamFormat, accept: String
  ) async throws {
    let isSubscription = format.isForEvents
    let query =
      isSubscription
      ? "subscription Ticks { n }" : "query Hero { hero { name ... @defer { age } } }"
    let request = try URLRequest.asking(query, accept: accept)
    let whole = try await body(request, breakingOff: 100_000)
    func texts(_ body: Data) -> [String] {
      if format == .eventStream { return EventStreamReader(body).events.map(\.data) }
      // A part is complete once its delimiter has arrived.
      guard let reader = MultipartReader(body, contentType: format.contentType) else { return [] }
      let isOpen = !reader.isClosed && !body.hasSuffix(boundary: format)
      return (isOpen ? reader.parts.dropLast() : reader.parts[...]).map(\.body)
    }
    let all = texts(whole)
    #expect(all.count == (format == .eventStream ? 3 : 2))
    for length in 0..<whole.count {
      let part = try await body(request, breakingOff: length)
      #expect(part == whole.prefix(length))
      #expect(all.starts(with: texts(part)), "\(format) after \(length) bytes")
    }
  }
}

extension Data {
  /// Whether the text ends with a delimiter.
  fileprivate func hasSuffix(boundary format: StreamFormat) -> Bool {
    let delimiter = format == .subscriptionSpec ? "\r\n--graphql" : "\r\n---"
    return suffix(delimiter.utf8.count) == Data(delimiter.utf8)
  }
}
