import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// All texts that are written for a request.
private struct Written {
  var url = ""
  var requestHeaders: [String: String] = [:]
  var requestBody = Data()
  var variables: [MockJSON] = []
  var documents: [String] = []
  var responseHeaders: [String: String] = [:]
  var responseBody = Data()
  /// The positions of replaced values.
  var places: [String] = []

  init(
    _ redactor: RequestRedactor, _ request: URLRequest, _ operations: [OperationRequest],
    _ response: SentResponse
  ) {
    url = request.url.map { redactor.url($0) } ?? ""
    requestHeaders = redactor.headers(HeaderFields(request.allHTTPHeaderFields ?? [:])).joined
    requestBody = redactor.requestBody(
      request.httpBody ?? Data(), contentType: request.value(forHTTPHeaderField: "Content-Type"))
    let log = RedactionLog()
    variables = operations.map { redactor.variables($0.variables, log) }
    documents = operations.compactMap { $0.document.map { redactor.document($0, log) } }
    responseHeaders = redactor.headers(response.headers).joined
    responseBody = redactor.responseBody(
      response.body, contentType: response.headers["Content-Type"], log)
    places = log.places.map(\.path)
  }

  /// All texts, in every encoding that a reader might decode.
  var texts: [String] {
    let bodies = [requestBody, responseBody].map { String(decoding: $0, as: UTF8.self) }
    let all =
      [url] + bodies + variables.map(\.description) + documents
      + requestHeaders.values + responseHeaders.values
    return all + all.compactMap(\.removingPercentEncoding)
      + all.map { $0.replacingOccurrences(of: #"\""#, with: "\"") }
  }
}

struct RandomRequestTests {
  /// The number of requests from the environment.
  ///
  /// Without it each form is used once; 2,000 take some minutes.
  static let count = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_EXCHANGES"].flatMap(Int.init)

  static func response(headers: [String: String], body: Data) -> SentResponse {
    SentResponse(status: 200, headers: HeaderFields(headers), body: body)
  }

  @Test(.onOwnThreads) func redactedRequestsHideSecretsAndKeepTheirMeaning() throws {
    var random = SeededGenerator(seed: 14_2)
    var faults: [String] = []
    for number in 0..<(Self.count ?? RandomRequest.ResponseForm.allCases.count) {
      let received = try RandomRequest(number, using: &random)
      for fault in try Self.faults(of: received) {
        faults.append("\(number) \(received.requestForm) \(received.responseForm): \(fault)")
      }
    }
    #expect(faults.prefix(3) == [])
  }

  private static func faults(of received: RandomRequest) throws -> [String] {
    let redactor = RequestRedactor(
      RandomRequest.redaction, request: received.request, operations: received.operations,
      response: received.response)
    let written = Written(redactor, received.request, received.operations, received.response)
    var faults: [String] = []
    // Bytes are compared, because characters take too long in debug builds.
    let texts = Data(written.texts.joined(separator: "\n").utf8)
    for secret in received.secrets {
      for spelling in RandomRequest.spellings(of: secret)
      where texts.range(of: Data(spelling.utf8)) != nil {
        let around = written.texts.compactMap { text in
          text.range(of: spelling).map {
            "\(text[..<$0.lowerBound].suffix(40))[\(spelling)]\(text[$0.upperBound...].prefix(20))"
          }
        }
        faults.append("a secret is in \(around)")
      }
      if redactor.value(secret).contains(secret) { faults.append("messages show \(secret)") }
    }
    let places = Data(written.places.joined(separator: "\n").utf8)
    if received.secrets.contains(where: { places.range(of: Data($0.utf8)) != nil }) {
      faults.append("a path tells")
    }
    faults += kindErrors(of: received, written)
    faults += try repetitionErrors(of: received, written)
    return faults
  }

  /// Texts that no longer parse or whose values have other kinds.
  private static func kindErrors(of received: RandomRequest, _ written: Written) -> [String] {
    var faults: [String] = []
    for (operation, document) in zip(received.operations, written.documents) {
      guard let before = try? Document.parse(operation.document ?? "").get(),
        let after = try? Document.parse(document).get()
      else {
        faults.append("no document: \(document)")
        continue
      }
      if before.nodes.map(\.kind) != after.nodes.map(\.kind) { faults.append("another tree") }
    }
    for (operation, variables) in zip(received.operations, written.variables)
    where shape(operation.variables) != shape(variables) {
      faults.append("another shape: \(variables)")
    }
    for (operation, variables) in zip(received.operations, written.variables) {
      let (before, after) = (operation.variables, variables)
      for name in [
        "licenseKey", "secretSanta", "short", "page", "pageToken", "tokenCount",
      ]
      where before[name] != after[name] {
        faults.append("\(name) was redacted")
      }
      for name in ["id", "kind", "since", "enabled", "name"]
      where before["input"]["credentials"][name] != after["input"]["credentials"][name] {
        faults.append("\(name) of the credentials was redacted")
      }
    }
    if let json = received.response.json {
      let redacted = try? MockJSON(parsing: written.responseBody)
      if shape(json) != redacted.map(shape) { faults.append("another shape of the response") }
      let data = redacted?["data"]
      if data?["tokens"] != [["id": "1", "symbol": "ETH"]] || data?["pageToken"] != "kept-page"
        || data?["createCredential"] != json["data"]["createCredential"]
        || data?["tokenCount"] != 7
      {
        faults.append("something else was redacted")
      }
      // A secret has the same replacement everywhere.
      if let echo = written.variables.first?["echo"], !echo.isNull, echo != data?["echo"] {
        faults.append("two replacements for one secret: \(echo) \(data?["echo"] ?? nil)")
      }
    }
    let count: (Data) -> Int = { $0.split(separator: 0x0A, omittingEmptySubsequences: false).count }
    if received.responseForm == .multipart || received.responseForm == .eventStream {
      let (before, after) = (count(received.response.body), count(written.responseBody))
      if before != after { faults.append("\(before) lines are \(after)") }
    }
    return faults
  }

  /// The changes when the redacted request is redacted again, for example when a client sends back
  /// a replacement.
  private static func repetitionErrors(
    of received: RandomRequest, _ written: Written
  ) throws -> [String] {
    var request = received.request
    request.url = URL(string: written.url)
    request.allHTTPHeaderFields = written.requestHeaders
    request.httpBody = written.requestBody.isEmpty ? nil : written.requestBody
    let operations = received.operations.isEmpty ? [] : [try OperationRequest(request)]
    let response = SentResponse(
      status: 200, headers: HeaderFields(written.responseHeaders), body: written.responseBody)
    let redactor = RequestRedactor(
      RandomRequest.redaction, request: request, operations: operations, response: response)
    let again = Written(redactor, request, operations, response)
    var faults: [String] = []
    if again.url != written.url { faults.append("again: \(written.url) \(again.url)") }
    if again.requestHeaders != written.requestHeaders { faults.append("again: request headers") }
    if again.responseHeaders != written.responseHeaders { faults.append("again: response headers") }
    if again.requestBody != written.requestBody { faults.append("again: request body") }
    if again.responseBody != written.responseBody { faults.append("again: response body") }
    if again.documents != written.documents { faults.append("again: documents") }
    if again.variables != written.variables { faults.append("again: variables") }
    if !again.places.isEmpty { faults.append("again: \(again.places)") }
    return faults
  }

  /// The kinds of all values, by position.
  private static func shape(_ json: MockJSON) -> MockJSON {
    if let elements = json.array { return .array(elements.map(shape)) }
    if let members = json.object { return .object(members.mapValues(shape)) }
    guard let text = json.string else { return .string(String(describing: json.kind)) }
    return .string("\(SecretKind(ContiguousArray(text.utf8)))")
  }
}
