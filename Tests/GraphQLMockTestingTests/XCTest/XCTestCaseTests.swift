import Foundation
import GraphQLMockTesting
import TestSupport
import XCTest

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class InvokedXCTests: XCTestCase {
  override func invokeTest() { withMockGraphQLService(.viewer) { super.invokeTest() } }

  func testCurrentServiceIsAvailable() async throws {
    let body = try await Client().send("query Viewer { a }")
    XCTAssertEqual(body, #"{"data":{"viewer":{"name":"Ada"}}}"#)
  }

  func testInnerScopeOverridesOuterScope() async throws {
    try await withMockGraphQLService(.query("Viewer", .data(["viewer": nil]))) {
      let body = try await Client().send("query Viewer { a }")
      XCTAssertEqual(body, #"{"data":{"viewer":null}}"#)
    }
  }

  func testAServiceBesideOneWithRequestsDoesNotMissThem() async throws {
    let service = MockGraphQLService(for: self, .viewer)
    try await Client(service).send("query Viewer { a }")
    let report = MockGraphQLService.current.requestReport { _ in .whole }
    XCTAssertEqual(report.text, "")
  }

  func testASynchronousTestFindsTheService() throws {
    let session = MockGraphQLService.current.makeSession()
    let url = try XCTUnwrap(URL(string: "https://example.invalid/?query=query%20Viewer%7Ba%7D"))
    let answered = expectation(description: "answered")
    session.dataTask(with: url) { data, _, _ in
      XCTAssertEqual(
        data.map { String(decoding: $0, as: UTF8.self) }, #"{"data":{"viewer":{"name":"Ada"}}}"#)
      answered.fulfill()
    }.resume()
    wait(for: [answered], timeout: 10)
  }
}

final class ListXCTests: XCTestCase {
  private let handlers: [RequestHandler] = [.viewer]

  private func withViewer<Result>(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await withMockGraphQLService(sourceLocation: location) {
      MockGraphQLService.current.register(handlers)
      return try await body()
    }
  }

  func testCustomFunctionProvidesTheScope() async throws {
    let body = try await withViewer { try await Client().send("query Viewer { viewer { name } }") }
    XCTAssertEqual(body, #"{"data":{"viewer":{"name":"Ada"}}}"#)
  }

  func testServiceTakesAListOfHandlers() async throws {
    let location = CodeLocation(fileID: #fileID, filePath: #filePath, line: #line, column: 1)
    let service = MockGraphQLService(for: self, sourceLocation: location)
    service.register(handlers)
    let body = try await Client(service).send("query Viewer { viewer { name } }")
    XCTAssertEqual(body, #"{"data":{"viewer":{"name":"Ada"}}}"#)
  }
}

final class SetUpXCTests: XCTestCase {
  private var service = MockGraphQLService()

  override func setUp() { service = MockGraphQLService(for: self, .viewer) }

  func testTheServiceAnswers() async throws {
    let body = try await Client(service).send("query Viewer { a }")
    XCTAssertEqual(body, #"{"data":{"viewer":{"name":"Ada"}}}"#)
  }
}

final class RefreshingXCTests: XCTestCase {
  private struct Stop: Error {}

  func testRecordingsStayIfTheBodyThrows() async throws {
    let environment = ProcessInfo.processInfo.environment
    try XCTSkipIf(environment["CI"] != nil || environment["GRAPHQL_MOCK_RECORD"] != nil)
    let server = try LoopbackServer { _ in
      .response("200 OK", ["Content-Type: application/json"], body: #"{"data":{"n":1}}"#)
    }
    func send(_ id: String, to service: MockGraphQLService) async throws {
      var request = URLRequest(url: try XCTUnwrap(URL(string: server.url)))
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(
        #"{"query": "query A($id: ID) { n(id: $id) }", "variables": {"id": "\#(id)"}}"#.utf8)
      _ = try await service.makeSession().data(for: request)
    }
    let recorded = try TemporaryFolder()
    for id in ["1", "2"] { try await send(id, to: .recording(.missing, recorded.url)) }
    for isThrown in [true, false] {
      // No service has used these copies.
      let folder = try TemporaryFolder(try recorded.files())
      try? await withMockGraphQLService(recording: Recording(.all, folder: folder.url)) {
        try await send("1", to: .current)
        if isThrown { throw Stop() }
      }
      XCTAssertEqual(try folder.files().count, isThrown ? 2 : 1)
    }
  }
}

final class RecordingCaseXCTests: XCTestCase {
  func testServiceMadeInSetUpUsesTheRecordingsOfItsCase() async throws {
    let service = MockGraphQLService(
      for: self, fixtures: "Cases", recording: .never, recordingCase: "EMPIRE")
    let body = try await Client(service).send("query Viewer { viewer { name } }")
    XCTAssertEqual(body, #"{"data":{"viewer":{"name":"Vader"}}}"#)
  }
}

/// A parameter has a default value wherever it's passed on, so the compiler doesn't notice one that is forgotten.
final class ParameterXCTests: XCTestCase {
  private let (clock, options) = (SteppedClock(), ServiceOptions(journalLimit: 7))
  private let schema = try? ServiceSchema(definitions: "type Query { a: A } type A { id: Int }")
  private let url = URL(fileURLWithPath: "/graphql")
  private let objects: [String: [MockJSON]] = ["A": [["id": 1]]]
  private let location = CodeLocation(
    fileID: #fileID, filePath: #filePath, line: 1_000, column: 1)

  private func check(_ service: MockGraphQLService, function: String) {
    let settings = service.core.settings
    let stated = Mirror(reflecting: settings.options).children.filter { "\($0.value)" != "nil" }
    XCTAssertEqual(
      Set(stated.map { $0.label }),
      ["schema", "endpoints", "unhandled", "clock", "objects", "journalLimit"], function)
    XCTAssertEqual(settings.recordingFolder?.lastPathComponent, "EMPIRE", function)
    XCTAssertEqual(settings.recordingCase, "EMPIRE", function)
    XCTAssertEqual(settings.scopeLocation, location, function)
  }

  func testEachParameterOfASetUpReachesTheService() {
    let service = MockGraphQLService(
      for: self, .query("A", .data(["a": 1])), fixtures: "Cases", schema: schema,
      recording: .never, endpoints: [url], unhandled: .passThrough, clock: clock,
      objects: objects, recordingCase: "EMPIRE", options: options, sourceLocation: location)
    check(service, function: #function)
  }

  func testEachParameterOfAScopeReachesTheService() {
    withMockGraphQLService(
      .query("A", .data(["a": 1])), fixtures: "Cases", schema: schema, recording: .never,
      endpoints: [url], unhandled: .passThrough, clock: clock, objects: objects,
      recordingCase: "EMPIRE", options: options, sourceLocation: location
    ) { check(.current, function: #function) }
  }

  func testEachParameterOfAnAsynchronousScopeReachesTheService() async {
    await withMockGraphQLService(
      .query("A", .data(["a": 1])), fixtures: "Cases", schema: schema, recording: .never,
      endpoints: [url], unhandled: .passThrough, clock: clock, objects: objects,
      recordingCase: "EMPIRE", options: options, sourceLocation: location
    ) {
      await Task.yield()
      check(.current, function: #function)
    }
  }
}

/// Each test ends while the closure of a handler runs, which then waits for the main actor.
final class MainActorXCTests: XCTestCase {
  private static let handler = RequestHandler.query("A") { _ in
    // The end of the test cancels the closure.
    let (events, source) = AsyncStream<Void>.makeStream()
    for await _ in events {}
    source.finish()
    return await MainActor.run { .data([:]) }
  }

  private static func startRequest() async throws {
    let client = Client()
    Task { try? await client.send("query A { a }") }
    try await MockGraphQLService.current.waitForRequests(named: "A")
  }

  @MainActor func testServiceOfAnAsynchronousBodyLetsAClosureUseTheMainActor() async throws {
    try await withMockGraphQLService(Self.handler) { try await Self.startRequest() }
  }
}
