import Foundation
import GraphQLMockTesting
import XCTest

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
    try await withMockGraphQLService(
      handlers,
      sourceLocation: HandlerLocation(
        fileID: fileID, filePath: filePath, line: line, column: column), body)
  }

  func testCustomFunctionProvidesTheScope() async throws {
    let body = try await withViewer { try await Client().send("query Viewer { viewer { name } }") }
    XCTAssertEqual(body, #"{"data":{"viewer":{"name":"Ada"}}}"#)
  }

  func testServiceTakesAListOfHandlers() async throws {
    let location = HandlerLocation(fileID: #fileID, filePath: #filePath, line: #line, column: 1)
    let service = MockGraphQLService(for: self, handlers, sourceLocation: location)
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

final class RecordingCaseXCTests: XCTestCase {
  func testServiceMadeInSetUpUsesTheRecordingsOfItsCase() async throws {
    let service = MockGraphQLService(
      for: self, fixtures: "Cases", recording: .never, recordingCase: "EMPIRE")
    let body = try await Client(service).send("query Viewer { viewer { name } }")
    XCTAssertEqual(body, #"{"data":{"viewer":{"name":"Vader"}}}"#)
  }
}
