import Foundation
import GraphQLMock
import TestSupport
import Testing

/// The objects of a service, read and changed by a test.
struct ServiceObjectsTests {
  @Test func aSeedIsTheSameInResponsesAndInObjects() async throws {
    let backend = try ObjectBackend()
    #expect(
      try await backend.data("{ todo(id: 1) { title done } }") == [
        "todo": ["title": "Milk", "done": false]
      ])
    #expect(backend.objects["Todo", 1]["title"] == "Milk")
  }

  @Test func aFieldThatNobodyStatedIsGeneratedAndStaysTheSame() async throws {
    let backend = try ObjectBackend()
    let note = backend.objects["Todo", 1]["note"]
    #expect(note == "note")
    #expect(try await backend.data("{ todo(id: 1) { note } }") == ["todo": ["note": note]])
  }

  @Test func objectsHaveTheOverridesOfUnhandledRequests() async throws {
    let backend = try ObjectBackend(unhandled: .generated(["Todo.note": "later"]))
    #expect(backend.objects["Todo", 1]["note"] == "later")
    #expect(try await backend.data("{ todo(id: 1) { note } }") == ["todo": ["note": "later"]])
  }

  @Test func anIdIsComparedByItsText() throws {
    let backend = try ObjectBackend([
      "Todo": ObjectBackend.todos, "Counter": [["id": 7, "value": 1]],
    ])
    let id: MockJSON = "1"
    #expect(backend.objects["Todo", "1"]["title"] == "Milk")
    #expect(backend.objects["Todo", id]["title"] == "Milk")
    #expect(backend.objects["Counter", "7"]["value"] == 1)
    #expect(backend.objects["Counter", "7"]["id"] == 7)
    #expect(backend.objects["Todo", 1].id == "1")
  }

  @Test func aMemberIsSet() async throws {
    let backend = try ObjectBackend()
    backend.objects["Todo", 1]["title"] = "Zed"
    #expect(
      try await backend.data("{ todos { title } }") == [
        "todos": [["title": "Zed"], ["title": "Bread"]]
      ])
  }

  @Test func anObjectIsAddedOrReplacedAsAWhole() async throws {
    let backend = try ObjectBackend()
    backend.objects["Todo", 1] = ["title": "Eggs"]
    backend.objects["Todo", 9] = ["title": "Tea"]
    #expect(
      try await backend.data("{ todos { id title done } }") == [
        "todos": [
          ["id": "1", "title": "Eggs", "done": true], ["id": "2", "title": "Bread", "done": true],
          ["id": "9", "title": "Tea", "done": true],
        ]
      ])
  }

  @Test func anIdThatBeginsWithTheNameOfTheTypeIsAnotherId() async throws {
    let backend = try ObjectBackend()
    #expect(!backend.objects["Todo", "Todo:1"].exists)
    backend.objects["Todo", "Todo:1"] = ["title": "Tea"]
    #expect(
      try await backend.data("{ todos { id title } todo(id: \"Todo:1\") { title } }") == [
        "todos": [
          ["id": "1", "title": "Milk"], ["id": "2", "title": "Bread"],
          ["id": "Todo:1", "title": "Tea"],
        ], "todo": ["title": "Tea"],
      ])
  }

  @Test func nilDeletes() async throws {
    let backend = try ObjectBackend()
    backend.objects["Todo", 2] = nil
    #expect(!backend.objects["Todo", 2].exists && backend.objects["Todo", 1].exists)
    #expect(
      try await backend.data("{ todos { id } todo(id: 2) { id } }") == [
        "todos": [["id": "1"]], "todo": nil,
      ])
  }

  @Test func printedObjectsHaveTheirStatedFieldsWithoutSecrets() throws {
    let backend = try ObjectBackend(["Todo": ObjectBackend.todos, "Tag": [["id": "x"]]])
    backend.objects["Todo", 2]["note"] = "Bearer abcdef0123456789abcdef0123456789"
    #expect(
      "\(backend.objects)" == """
        Tag {"id":"x"}
        Todo {"done":false,"id":"1","title":"Milk"}
        Todo {"done":true,"id":"2","note":"Bearer redacted-5d1ab64e","title":"Bread"}
        """)
    #expect("\(backend.objects["Todo", 9])" == "no Todo with the id \"9\".")
    #expect(backend.service.failures == [])
  }

  @Test func allHasTheObjectsOldestFirst() throws {
    let backend = try ObjectBackend()
    backend.objects.create("Todo", ["title": "Tea"])
    backend.objects["Todo", 1] = nil
    #expect(backend.objects.all("Todo").map { $0["title"] } == ["Bread", "Tea"])
  }

  @Test func createNumbersIdsThatDoNotExist() throws {
    let backend = try ObjectBackend(["Todo": [["id": "2"]], "Counter": [], "Token": []])
    let ids = (0..<3).map { _ in backend.objects.create("Todo").id }
    #expect(Set(ids + ["2"]).count == 4)
    #expect(backend.objects.create("Counter", ["value": 5])["id"].int != nil)
    #expect(UUID(uuidString: backend.objects.create("Token").id) != nil)
    #expect(backend.objects.create("Todo", ["id": "mine"]).id == "mine")
    #expect(backend.service.failures == [])
  }

  @Test func aDeletedIdIsNotGivenAgain() throws {
    let backend = try ObjectBackend(["Todo": []])
    let first = backend.objects.create("Todo")
    let id = first.id
    backend.objects["Todo", id] = nil
    #expect(backend.objects.create("Todo").id != id)
  }

  @Test func theIdOfADeletedObjectOfAnOpenTypeIsNotGivenAndItsNodeIsNull() async throws {
    let backend = try ObjectBackend(nil)
    backend.objects["Tag", 1] = nil
    #expect(backend.objects.create("Tag", ["name": "new"]).id == "2")
    #expect(try await backend.data("{ node(id: 1) { __typename } }") == ["node": nil])
  }

  @Test func updateChangesTheObject() async throws {
    let backend = try ObjectBackend()
    backend.objects.update("Todo", 1) { todo in
      #expect(todo == ["id": "1", "title": "Milk", "done": false, "note": "note"])
      todo["title"] = .string("\(todo["title"].string ?? "")!")
    }
    #expect(backend.objects["Todo", 1]["title"] == "Milk!")
    #expect(try await backend.data("{ todo(id: 1) { title } }") == ["todo": ["title": "Milk!"]])
  }

  @Test func parallelUpdatesAreAllCounted() async throws {
    let backend = try ObjectBackend(
      ["Counter": [["id": 1, "value": 0]]],
      .mutation("Increment") { request in
        request.objects.update("Counter", 1) { $0["value"] = .number(($0["value"].int ?? 0) + 1) }
        return .generated
      })
    try await withThrowingTaskGroup { group in
      for _ in 0..<1_000 {
        group.addTask {
          _ = try await backend.data("mutation Increment { increment(id: 1) { value } }")
        }
      }
      try await group.waitForAll()
    }
    #expect(backend.objects["Counter", 1]["value"] == 1_000)
  }

  @Test func resetGoesBackToTheSeeds() async throws {
    let backend = try ObjectBackend()
    backend.objects["Todo", 1]["title"] = "Zed"
    backend.objects["Todo", 2] = nil
    backend.objects.create("Todo")
    _ = try await backend.data(#"mutation { rename(id: 1, title: "Other") { id } }"#)
    backend.service.reset()
    #expect(backend.objects.all("Todo").map { $0["title"] } == ["Milk", "Bread"])
  }

  /// `reset()` documents that pending requests continue.
  @Test func aResponseThatIsGeneratedDuringAResetHasOnlyStatedObjects() async throws {
    let backend = try ObjectBackend(["Todo": ObjectBackend.numbered(50)])
    let rounds = Effort.rounds(40, long: 400)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 1...rounds { backend.service.reset() } }
      group.addTask {
        for _ in 1...rounds {
          let todos = try await backend.response("{ todos(done: true) { id } }")["data"]["todos"]
          #expect(todos.array?.count == 50)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func anOpenTypeHasEveryObjectThatWasNotDeleted() async throws {
    let backend = try ObjectBackend(nil)
    #expect(backend.objects["User", 7].exists)
    backend.objects["User", 7]["name"] = "Ada"
    #expect(
      try await backend.data(#"{ node(id: 7) { ... on User { name } } }"#) == [
        "node": ["name": "Ada"]
      ])
    backend.objects["Tag", 1] = nil
    #expect(try await backend.data("{ tag(id: 1) { id } }") == ["tag": nil])
  }

  @Test func anObjectOfAnOpenTypeThatCodeCreatesIsNotInLists() async throws {
    let backend = try ObjectBackend(nil)
    let before = try await backend.data("{ tags { id } }")
    let tag = backend.objects.create("Tag", ["name": "new"])
    #expect(try await backend.data("{ tags { id } }") == before)
    #expect(
      try await backend.data("query($id: ID!) { tag(id: $id) { name } }", ["id": tag["id"]]) == [
        "tag": ["name": "new"]
      ])
    #expect(backend.objects.all("Tag").map(\.id) == [tag.id])
  }

  @Test func mutationsByNameNoLongerCreateOrDelete() async throws {
    let backend = try ObjectBackend(["Todo": ObjectBackend.todos])
    _ = try await backend.data(
      #"mutation { createTodo(title: "Tea") { todo { id } } deleteTodo(id: 1) }"#)
    #expect(backend.objects.all("Todo").map { $0["title"] } == ["Milk", "Bread"])
    let tags = try await backend.data("{ tags { id } }")
    _ = try await backend.data(#"mutation { createTag(name: "Tea") { id } }"#)
    #expect(try await backend.data("{ tags { id } }") == tags)
  }

  @Test func argumentsOfAMutationAreWritten() async throws {
    let backend = try ObjectBackend()
    _ = try await backend.data(
      #"mutation { rename(id: 1, title: "Zed") { id } renameTag(id: 4, name: "red") { id } }"#)
    #expect(backend.objects["Todo", 1]["title"] == "Zed")
    #expect(backend.objects["Tag", 4]["name"] == "red")
    #expect(
      try await backend.data(#"mutation { rename(id: 8, title: "Zed") { id } }"#) == ["rename": nil]
    )
    #expect(!backend.objects["Todo", 8].exists)
  }

  @Test func theInputOfAMutationNamesTheObjectInItsPayload() async throws {
    let backend = try ObjectBackend()
    let mutation = #"mutation { retitle(input: {todoId: 2, title: "Rye"}) { todo { id title } } }"#
    #expect(
      try await backend.data(mutation) == ["retitle": ["todo": ["id": "2", "title": "Rye"]]])
    #expect(backend.objects.all("Todo").map { $0["title"] } == ["Milk", "Rye"])
  }

  /// Other responses have what the objects state, and a fixture is the same for all tests.
  @Test func onlyMutationsOfHandlersWithAnIdChangeAnObject() async throws {
    let folder = try TemporaryFolder([
      "Saved.json": #"{"data": {"untag": {"id": "2", "title": "Saved"}}}"#
    ])
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos + [["id": "3", "title": "Eggs"]]],
      .mutation("M", .data(["rename": ["id": "1", "title": "Zed"]])),
      .mutation("N", .data(["untag": ["title": "Lost"]])),
      .mutation("O", .data(["untag": ["id": "3", "title": "Tea"]])),
      .query("Q", .data(["todo": ["id": "2", "title": "Read"]])))
    backend.service.register(fixtures: FixtureTable(folder: folder.url))
    for document in [
      #"mutation M { rename(id: 1, title: "x") { id title } }"#,
      "mutation N { untag(tagId: 1) { title } }", "mutation O { untag(tagId: 1) { id title } }",
      "query Q { todo(id: 2) { id title } }",
      "mutation Saved { untag(tagId: 1) { id title } }",
    ] {
      _ = try await backend.data(document)
    }
    #expect(backend.objects.all("Todo").map { $0["title"] } == ["Zed", "Bread", "Tea"])
  }

  /// Swift treats both texts as equal, but they have different bytes.
  @Test func objectsWhoseIdsDifferInNormalizationAreTwo() async throws {
    let backend = try ObjectBackend([
      "Todo": [["id": "\u{E9}", "title": "one"], ["id": "e\u{301}", "title": "two"]]
    ])
    backend.objects["Todo", "e\u{301}"]["note"] = "new"
    #expect(
      try await backend.data(#"{ todo(id: "\u00E9") { title } todos { id title note } }"#) == [
        "todo": ["title": "one"],
        "todos": [
          ["id": "\u{E9}", "title": "one", "note": "note"],
          ["id": "e\u{301}", "title": "two", "note": "new"],
        ],
      ])
  }
}
