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
}
