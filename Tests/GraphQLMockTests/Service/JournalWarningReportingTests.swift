import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The warnings that a test shows besides the journal.
struct JournalWarningReportingTests {
  @Test func eachWarningIsReportedOnceForAHandlerAndARequest() async throws {
    let (framed, first) = (
      RequestHandler.http("/a", .text("12345").header("Content-Length", "3")),
      RequestHandler.query("V", .data(["viewer": [:]])).once
    )
    let second = RequestHandler.query(.any, .data(["viewer": [:]]))
    let service = MockGraphQLService(first, second, framed)
    let query = "query V { viewer { name } } query W { viewer { name } }"
    for name in ["V", "V", "V", "W"] {
      _ = try await service.respond(
        to: .graphQL(["query": .string(query), "operationName": .string(name)]))
    }
    for _ in 1...2 {
      _ = try await service.respond(to: URLRequest(url: .of("https://a.example/a")))
    }
    func text(_ operation: String, _ column: Int) -> String {
      """
      The response to query "\(operation)" is incomplete: data.viewer has no "name", selected at query \
      line 1, column \(column)
      """
    }
    let length = #"The header field Content-Length is "3", but the body has 5 bytes."#
    let found = service.requests.warningsToReport
    #expect(
      found.map(\.message) == [
        text("V", 20), text("V", 20), text("W", 48), "GET https://a.example/a: \(length)",
      ])
    #expect(
      found.map(\.location)
        == [first.location, second.location, second.location, framed.location])
  }

  /// A warning about the client names no request, because it's printed once for all of them.
  @Test func theWarningAboutTheClientNamesNoRequestAndNotesStayInTheJournal() async throws {
    let service = MockGraphQLService(.query(.any, .data(["a": 1])))
    _ = try await service.respond(
      to: .graphQL(["query": "query A { a }", "operationName": "", "variables": ["n": 1]]))
    let url = "https://a.example/graphql?query=query%20A%20%7B%20a%20%7D&operationName="
    _ = try await service.respond(to: URLRequest(url: .of(url)))
    #expect(service.requests.map(\.warnings.count) == [2, 0])
    #expect(
      service.requests.warningsToReport.map(\.message) == [
        #"an empty "operationName" means no name only in a GET request: send null or leave it out"#
      ])
  }
}
