import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each function that makes a handler passes on all of its parameters.
struct RequestHandlerFactoryTests {
  static let place = CodeLocation(fileID: "M/F.swift", filePath: "/F.swift", line: 7, column: 3)

  /// Handlers of one type, made by each function, which require the document and a variable.
  static func handlers(_ type: OperationType?) -> [RequestHandler] {
    let document = "\((type ?? .query).rawValue) A($id: Int) { n(id: $id) }"
    let (answer, variables) = (MockResponse.status(201), VariablesCondition.subset(["id": 1]))
    let (file, path, line, column) = (place.fileID, place.filePath, place.line, place.column)
    @Sendable func now(_: OperationRequest) -> MockResponse? { answer }
    @Sendable func later(_: OperationRequest) async -> MockResponse? {
      await Task.yield()
      return answer
    }
    return switch type {
    case nil:
      [
        .operation(
          "A", document: document, variables: variables, answer, fileID: file, filePath: path,
          line: line, column: column),
        .operation(
          "A", document: document, variables: variables, inTurn: [answer], fileID: file,
          filePath: path, line: line, column: column),
        .operation(
          "A", document: document, variables: variables, fileID: file, filePath: path, line: line,
          column: column, now),
        .operation(
          "A", document: document, variables: variables, fileID: file, filePath: path, line: line,
          column: column, later),
      ]
    case .query:
      [
        .query(
          "A", document: document, variables: variables, answer, fileID: file, filePath: path,
          line: line, column: column),
        .query(
          "A", document: document, variables: variables, inTurn: [answer], fileID: file,
          filePath: path, line: line, column: column),
        .query(
          "A", document: document, variables: variables, fileID: file, filePath: path, line: line,
          column: column, now),
        .query(
          "A", document: document, variables: variables, fileID: file, filePath: path, line: line,
          column: column, later),
      ]
    case .mutation:
      [
        .mutation(
          "A", document: document, variables: variables, answer, fileID: file, filePath: path,
          line: line, column: column),
        .mutation(
          "A", document: document, variables: variables, inTurn: [answer], fileID: file,
          filePath: path, line: line, column: column),
        .mutation(
          "A", document: document, variables: variables, fileID: file, filePath: path, line: line,
          column: column, now),
        .mutation(
          "A", document: document, variables: variables, fileID: file, filePath: path, line: line,
          column: column, later),
      ]
    case .subscription:
      [
        .subscription(
          "A", document: document, variables: variables, answer, fileID: file, filePath: path,
          line: line, column: column),
        .subscription(
          "A", document: document, variables: variables, inTurn: [answer], fileID: file,
          filePath: path, line: line, column: column),
        .subscription(
          "A", document: document, variables: variables, fileID: file, filePath: path, line: line,
          column: column, now),
        .subscription(
          "A", document: document, variables: variables, fileID: file, filePath: path, line: line,
          column: column, later),
      ]
    }
  }

  @Test(arguments: [nil] + OperationType.allCases.map(Optional.some))
  func handlerRequiresItsTypeNameDocumentAndVariables(type: OperationType?) async throws {
    let own = type ?? .query
    let other = OperationType.allCases.first { $0 != own } ?? own
    let requests: [(document: String, id: Int, isAnswered: Bool)] = [
      ("\(own.rawValue) A($id: Int) { n(id: $id) }", 1, true),
      ("\(own.rawValue) A($id: Int) { n(id: $id) }", 2, false),
      ("\(own.rawValue) A($id: Int) { other(id: $id) }", 1, false),
      ("\(own.rawValue) B($id: Int) { n(id: $id) }", 1, false),
      ("\(other.rawValue) A($id: Int) { n(id: $id) }", 1, false),
    ]
    for handler in Self.handlers(type) {
      let service = MockGraphQLService(handler, unhandled: .respond(.status(404)))
      for (document, id, isAnswered) in requests {
        let request = try URLRequest.graphQL([
          "query": .string(document), "variables": ["id": .number(id)],
        ])
        #expect(
          try await service.respond(to: request).status == (isAnswered ? 201 : 404), "\(document)")
      }
      #expect(service.requests.map(\.handler) == [Self.place, nil, nil, nil, nil])
    }
  }

  /// Handlers of plain HTTP, made by each function, and whether they require a method, host, path and query.
  static var httpHandlers: [(handler: RequestHandler, isForAll: Bool)] {
    let (answer, query) = (MockResponse.status(201), ["q": "1"] as [String: String?])
    let (file, path, line, column) = (place.fileID, place.filePath, place.line, place.column)
    @Sendable func now(_: URLRequest) -> MockResponse? { answer }
    @Sendable func later(_: URLRequest) async -> MockResponse? {
      await Task.yield()
      return answer
    }
    return [
      (
        .http(
          "/a/*", method: "put", host: "H.example", query: query, answer, fileID: file,
          filePath: path, line: line, column: column), false
      ),
      (.http(answer, fileID: file, filePath: path, line: line, column: column), true),
      (
        .http(
          "/a/*", method: "put", host: "H.example", query: query, inTurn: [answer], fileID: file,
          filePath: path, line: line, column: column), false
      ),
      (
        .http(
          "/a/*", method: "put", host: "H.example", query: query, fileID: file, filePath: path,
          line: line, column: column, now), false
      ),
      (
        .http(
          "/a/*", method: "put", host: "H.example", query: query, fileID: file, filePath: path,
          line: line, column: column, later), false
      ),
    ]
  }

  @Test func httpHandlerRequiresItsMethodHostPathAndQuery() async throws {
    let requests: [(method: String, url: String)] = [
      ("PUT", "https://h.example/a/b?q=1"), ("POST", "https://h.example/a/b?q=1"),
      ("PUT", "https://i.example/a/b?q=1"), ("PUT", "https://h.example/b/b?q=1"),
      ("PUT", "https://h.example/a/b?q=2"),
    ]
    for (number, (handler, isForAll)) in Self.httpHandlers.enumerated() {
      let service = MockGraphQLService(handler, unhandled: .respond(.status(404)))
      var statuses: [Int] = []
      for (method, url) in requests {
        var request = URLRequest(url: .of(url))
        request.httpMethod = method
        statuses.append(try await service.respond(to: request).status)
      }
      let others = isForAll ? (201, Self.place as CodeLocation?) : (404, nil)
      #expect(statuses == [201] + Array(repeating: others.0, count: 4), "\(number)")
      let handlers = [Self.place] + Array(repeating: others.1, count: 4)
      #expect(service.requests.map(\.handler) == handlers, "\(number)")
    }
  }
}
