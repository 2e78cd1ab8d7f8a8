import Foundation
@testable import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The objects of a service in the closures of its handlers, and which values responses have.
struct ObjectClosureTests {
  @Test func generatedSeesWhatTheClosureChanged() async throws {
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos],
      .mutation("Rename") { request in
        request.objects["Todo", request.variables["id"]]["title"] = request.variables["title"]
        return .generated
      })
    let renamed = try await backend.data(
      "mutation Rename($id: ID!, $title: String!) { rename(id: $id, title: $title) { id title done } }",
      ["id": 1, "title": "Zed"])
    #expect(renamed == ["rename": ["id": "1", "title": "Zed", "done": false]])
    #expect(backend.objects["Todo", 1]["title"] == "Zed")
  }

  @Test func aClosureCreatesAndDeletes() async throws {
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos],
      .mutation("Create") { request in
        let todo = request.objects.create(
          "Todo", ["title": request.variables["title"], "done": false])
        return .data(fields: ["createTodo": ["todo": .object(todo), "errors": []]]).completed
      },
      .mutation("Delete") { request in
        request.objects["Todo", request.variables["id"]] = nil
        return .data(["deleteTodo": request.variables["id"]])
      })
    let made = try await backend.data(
      "mutation Create($title: String!) { createTodo(title: $title) { t: todo { id title done note } errors } }",
      ["title": "Tea"])
    #expect(
      made == [
        "createTodo": [
          "t": ["id": "3", "title": "Tea", "done": false, "note": "note"], "errors": [],
        ]
      ])
    _ = try await backend.data("mutation Delete($id: ID!) { deleteTodo(id: $id) }", ["id": "1"])
    #expect(
      try await backend.data("{ todos { title } }") == [
        "todos": [["title": "Bread"], ["title": "Tea"]]
      ])
  }

  @Test func objectsAreValuesInData() async throws {
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos],
      .query("Open") { request in
        .data(fields: ["todos": .list(request.objects.all("Todo").filter { $0["done"] == false })])
          .completed
      })
    #expect(
      try await backend.data("query Open { todos { title } }") == ["todos": [["title": "Milk"]]])
  }

  @Test func conditionsAndSynchronousClosuresHaveTheObjects() async throws {
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos],
      .query("Q", .data(["todos": []])).where { $0.objects["Todo", 1]["title"] == "Gone" },
      .query(.any) { request in .data(["todo": ["title": request.objects["Todo", 2]["title"]]]) })
    #expect(
      try await backend.data("query Q { todo(id: 2) { title } }") == ["todo": ["title": "Bread"]])
  }

  @Test func theJournalsRequestHasTheObjects() async throws {
    let backend = try ObjectBackend()
    _ = try await backend.data("{ todos { id } }")
    #expect(backend.service.requests.first?.operation.objects["Todo", 1]["title"] == "Milk")
  }

  @Test func eachEntryOfABatchHasTheObjects() async throws {
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos],
      .query("Q") { request in .data(["todo": ["title": request.objects["Todo", 2]["title"]]]) })
    let query: MockJSON = ["query": "query Q { todo(id: 2) { title } }"]
    let response = try await backend.service.respond(to: .graphQL([query, query]))
    #expect(
      try MockJSON(parsing: await response.body.collect()) == [
        ["data": ["todo": ["title": "Bread"]]], ["data": ["todo": ["title": "Bread"]]],
      ])
  }

  @Test func dataOfAMutationsHandlerIsWritten() async throws {
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos],
      .mutation("Rename", .data(["rename": ["id": "1", "title": "Server"]])), unhandled: .fail)
    _ = try await backend.data(#"mutation Rename { rename(id: 1, title: "Zed") { id title } }"#)
    #expect(backend.objects["Todo", 1]["title"] == "Server")
  }

  @Test func dataOfAQueryIsSentButNotRemembered() async throws {
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos], .query("Q", .data(["todo": ["id": "1", "title": "Sent"]])))
    #expect(
      try await backend.data("query Q { todo(id: 1) { id title } }") == [
        "todo": ["id": "1", "title": "Sent"]
      ])
    #expect(backend.objects["Todo", 1]["title"] == "Milk")
    #expect(try await backend.data("{ todo(id: 1) { title } }") == ["todo": ["title": "Milk"]])
  }

  @Test func dataOfAnOpenTypeIsRememberedAsBefore() async throws {
    let backend = try ObjectBackend(nil, .query("Q", .data(["tag": ["id": "1", "name": "Sent"]])))
    _ = try await backend.data("query Q { tag(id: 1) { id name } }")
    #expect(try await backend.data("{ tag(id: 1) { name } }") == ["tag": ["name": "Sent"]])
  }

  @Test func valuesTakePrecedenceInOrder() async throws {
    let overrides: GeneratedOverrides = [
      "todo.note": "path", "Todo": ["title": "type", "note": "type", "done": false],
      "Todo.title": "field",
    ]
    let backend = try ObjectBackend(
      ["Todo": [["id": "1", "title": "seed", "note": "seed"]]],
      .query("Data", .data(["todo": ["note": "data"]]).completed), unhandled: .generated(overrides))
    let fields = "{ todo(id: 1) { title note done } }"
    #expect(
      try await backend.data(fields) == ["todo": ["title": "seed", "note": "path", "done": false]])
    #expect(try await backend.data("query Data \(fields)")["todo"]["note"] == "data")
  }

  @Test func eventsOfSubscriptionsSeeTheObjects() async throws {
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos],
      .subscription(
        "Changed", .events([.generated, .data(["changed": ["id": "2", "title": "Event"]])])))
    var request = try URLRequest.graphQL([
      "query": "subscription Changed { changed(id: 2) { id title } }"
    ])
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    let body = try await backend.service.respond(to: request).body.collect()
    let text = String(decoding: body, as: UTF8.self)
    #expect(text.contains(#"{"data":{"changed":{"id":"2","title":"Bread"}}}"#), "\(text)")
    #expect(backend.objects["Todo", 2]["title"] == "Bread")
  }

  @Test func theClosureOfAPassedThroughResponseChangesObjects() async throws {
    let server = try LoopbackServer { _ in
      .response(
        "200 OK", ["Content-Type: application/json"], body: #"{"data":{"todo":{"title":"Real"}}}"#)
    }
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos],
      .query("Q") { request in
        .passThrough { response in
          request.objects["Todo", 2]["title"] = response.json?["data"]["todo"]["title"] ?? nil
          return .data(fields: ["todos": .list(request.objects.all("Todo"))]).completed
        }
      })
    let request = try URLRequest.graphQL(["query": "query Q { todos { title } }"], to: server.url)
    let body = try await backend.service.respond(to: request).body.collect()
    #expect(
      try MockJSON(parsing: body) == [
        "data": ["todos": [["title": "Milk"], ["title": "Real"]]]
      ])
  }

  @Test func aLaunchPlanCarriesTheObjects() throws {
    let plan = LaunchPlan(
      schema: try ServiceSchema(definitions: ObjectBackend.schema), unhandled: .generated,
      objects: ["Todo": ObjectBackend.todos])
    let service = try #require(
      MockGraphQLService.service(environment: plan.launchEnvironment(recordingIn: [:])))
    #expect(service.objects.all("Todo").map { $0["title"] } == ["Milk", "Bread"])
  }

  @Test func aCommandOfAUITestChangesAnObject() throws {
    let backend = try ObjectBackend()
    let folder = try TemporaryFolder()
    let place = CodeLocation(fileID: "A/B.swift", filePath: "/B.swift", line: 7, column: 1)
    let changes: [(String, ObjectChange)] = [
      ("1", .member("title", "Zed")), ("2", .deletion), ("3", .object(["title": "Tea"])),
      ("9", .member("title", "?")),
    ]
    for (number, (id, change)) in changes.enumerated() {
      try AppCommand(.change(ObjectKey(typeName: "Todo", id: id), change), at: place)
        .write(to: folder.url, as: number + 1)
      backend.service.perform(try AppCommand.read(number + 1, in: folder.url))
    }
    #expect(backend.objects.all("Todo").map { $0["title"] } == ["Zed", "Tea"])
    #expect(
      backend.service.failures.map { "\($0) \($0.handler?.line ?? 0)" }
        == ["objects: there's no Todo with the id \"9\". 7"])
  }
}
