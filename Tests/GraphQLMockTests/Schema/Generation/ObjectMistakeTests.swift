import GraphQLMock
import TestSupport
import Testing

/// Mistakes in the objects of a service, which fail its test.
struct ObjectMistakeTests {
  private static func failures(
    _ objects: [String: [MockJSON]]?, schema: Bool = true,
    _ body: (ServiceObjects) -> Void = { _ in }
  ) throws -> [String] {
    let service = MockGraphQLService(
      schema: schema ? try ServiceSchema(definitions: ObjectBackend.schema) : nil, objects: objects)
    body(service.objects)
    return service.failures.map(\.message)
  }

  @Test func anUnknownTypeIsAFailureWithTheNearestName() throws {
    let message = "objects: the schema has no type \"Todos\"; did you mean \"Todo\"?"
    #expect(try Self.failures(["Todos": [["id": "1"]]]) == [message])
    #expect(try Self.failures(nil) { _ = $0.create("Todos") } == [message])
    #expect(try Self.failures(nil) { _ = $0.all("Todos") } == [message])
  }

  @Test func anUnknownFieldIsAFailureWithTheNearestName() throws {
    let message = "objects: the type Todo has no field \"titel\"; did you mean \"title\"?"
    #expect(try Self.failures(["Todo": [["id": "1", "titel": "x"]]]) == [message])
    #expect(
      try Self.failures(["Todo": [["id": "1"]]]) { $0["Todo", 1]["titel"] = "x" } == [message])
    #expect(try Self.failures(["Todo": [["id": "1"]]]) { _ = $0["Todo", 1]["titel"] } == [message])
  }

  @Test func anInterfaceIsNotTheTypeOfAnObject() throws {
    #expect(
      try Self.failures(["Node": [["id": "1"]]]) == [
        "objects: Node isn't an object type; state objects of Todo or User or Tag."
      ])
  }

  @Test func aSeedNeedsAnId() throws {
    #expect(
      try Self.failures(["Todo": [["title": "x"]]]) == [
        "objects: a Todo has no id: {\"title\":\"x\"}"
      ])
    #expect(
      try Self.failures(["Payload": []]) == ["objects: the type Payload has no field \"id\"."])
  }

  @Test func theSameIdTwiceIsAFailure() throws {
    #expect(
      try Self.failures(["Todo": [["id": "1"], ["id": 1]]]) == [
        "objects: two objects of Todo have the id \"1\"."
      ])
    // In generated IDs, the name of the type makes no difference.
    #expect(
      try Self.failures(["Todo": [["id": "1.author"], ["id": "Todo:1.author"]]]) == [
        "objects: two objects of Todo have the id \"Todo:1.author\"."
      ])
  }

  @Test func objectsNeedASchema() throws {
    let message = "objects: a service with objects needs a schema; pass one as `schema:`."
    #expect(try Self.failures(["Todo": [["id": "1"]]], schema: false) == [message])
    #expect(try Self.failures(nil, schema: false) { $0["Todo", 1]["title"] = "x" } == [message])
  }

  @Test func aMemberOfAnObjectThatIsNotThereIsAFailure() throws {
    let message = "objects: there's no Todo with the id \"9\"."
    #expect(try Self.failures(["Todo": []]) { $0["Todo", 9]["title"] = "x" } == [message])
    #expect(try Self.failures(["Todo": []]) { _ = $0["Todo", 9]["title"] } == [message])
    #expect(
      try Self.failures(["Todo": []]) { $0.update("Todo", 9) { _ in Issue.record("called") } } == [
        message
      ])
  }

  @Test func aChangeInsideOfAnUpdateIsAFailure() throws {
    let failures = try Self.failures(["Todo": [["id": "1", "title": "a"]]]) { objects in
      objects.update("Todo", 1) { todo in
        objects.update("Todo", 1) { $0["title"] = "inner" }
        objects["Todo", 1]["title"] = "inner"
        todo["title"] = .string("\(todo["title"].string ?? "")b")
      }
      #expect(objects["Todo", 1]["title"] == "ab")
    }
    let message =
      "objects: the closure of `update` can't change other objects; change its parameter."
    #expect(failures == [message, message])
  }

  @Test func anExistingIdIsNotCreatedAgain() throws {
    #expect(
      try Self.failures(["Todo": [["id": "1"]]]) { $0.create("Todo", ["id": 1]) }
        == ["objects: there's a Todo with the id \"1\" already."])
  }

  @Test func anObjectIsNotReplacedByOneWithAnotherId() throws {
    let seeds: [String: [MockJSON]] = ["Todo": [["id": "1", "title": "a"]]]
    let failures = try Self.failures(seeds) { objects in
      objects["Todo", 1] = ["id": 1, "title": "b"]
      objects["Todo", 1] = ["id": "2", "title": "c"]
      objects["Todo", 1]["id"] = "2"
      #expect(objects["Todo", 1]["title"] == "b")
    }
    let message = "objects: the id of an object can't change."
    #expect(failures == [message, message])
  }

  @Test func aValueOfAnotherTypeIsAFailureWithTypeAndField() throws {
    let message = "objects: Todo.done must be Boolean!, but is a string."
    #expect(try Self.failures(["Todo": [["id": "1", "done": "yes"]]]) == [message])
    let seeds: [String: [MockJSON]] = ["Todo": [["id": "1", "done": false]]]
    #expect(try Self.failures(seeds) { $0["Todo", 1]["done"] = "yes" } == [message])
    #expect(try Self.failures(seeds) { $0["Todo", 1] = ["done": "yes"] } == [message])
    #expect(try Self.failures(seeds) { $0.create("Todo", ["done": "yes"]) } == [message])
    let failures = try Self.failures(seeds) { objects in
      objects.update("Todo", 1) { $0["done"] = "yes" }
      #expect(objects["Todo", 1]["done"] == false)
    }
    #expect(failures == [message])
  }

  @Test func valuesInsideOfAnObjectHaveTheirTypes() throws {
    let failures = try Self.failures([
      "Todo": [["id": "1", "title": nil, "author": ["name": 5], "lists": [["id": "x"], nil]]],
      "Tag": [["id": "x", "color": "GREN"]],
    ])
    #expect(
      failures == [
        "objects: Tag.color must be a value of Color, but \"GREN\" isn't one; nearest is \"GREEN\".",
        "objects: Todo.author.name must be String!, but is the number 5.",
        "objects: Todo.lists[1] must not be null: it is Tag!.",
        "objects: Todo.title must not be null: it is String!.",
      ])
  }

  @Test func anIdThatIsNullIsAFailure() throws {
    let message = """
      objects: the id of a Todo must be a string or an integer; a variable that isn't sent is null.
      """
    let id = MockJSON.null
    #expect(try Self.failures(["Todo": []]) { $0["Todo", id]["title"] = "x" } == [message])
    #expect(try Self.failures(["Todo": []]) { $0["Todo", id] = nil } == [message])
    #expect(try Self.failures(["Todo": []]) { _ = $0["Todo", id].exists } == [message])
  }

  @Test func anUnhandledRequestNamesThePolicyThatAnswersWithTheObjects() async throws {
    let backend = try ObjectBackend(unhandled: .fail)
    _ = try? await backend.response("{ todos { id } }")
    #expect(
      backend.service.failures[0].message.split(separator: "\n").contains(
        "  or state:  unhandled: .generated, which answers with the objects"))
  }

  @Test func anUnhandledMutationThatChangesNothingIsAWarning() async throws {
    let backend = try ObjectBackend(
      ["Todo": ObjectBackend.todos], .mutation("Handled", .generated))
    for mutation in [
      #"{ createTodo(title: "Tea") { todo { id } } }"#, "{ untag(tagId: 1) { id } }",
    ] {
      _ = try await backend.data("mutation \(mutation)")
      #expect(
        backend.service.requests.last?.warnings == [
          """
          this mutation changed no Todo, because no handler answers it; change the objects in one, as in \
          request.objects.create("Todo", [...])
          """
        ])
    }
    for mutation in [
      #"{ rename(id: 1, title: "Zed") { id } }"#, #"{ rename(id: 9, title: "Zed") { id } }"#,
      #"{ createTag(name: "Tea") { id } }"#, "Handled { untag(tagId: 1) { id } }",
    ] {
      _ = try await backend.data("mutation \(mutation)")
      #expect(backend.service.requests.last?.warnings == [], "\(mutation)")
    }
  }

  @Test func anArgumentWithOnlyTheIdChangesNothing() async throws {
    let backend = try ObjectBackend(["Counter": [["id": 7, "value": 1]]])
    _ = try await backend.data("mutation { increment(id: 7) { id } }")
    #expect(
      backend.service.requests.last?.warnings.map { $0.prefix(32) } == [
        "this mutation changed no Counter"
      ])
    // Only mutations are expected to change something.
    _ = try await backend.data("{ counter(id: 7) { id } }")
    #expect(backend.service.requests.last?.warnings == [])
  }

  @Test func aReferenceToAnObjectThatIsNotThereIsAWarning() async throws {
    let backend = try ObjectBackend([
      "Todo": [["id": "1", "author": ["id": "99"], "lists": [["id": "y"]]]], "User": [], "Tag": [],
    ])
    #expect(
      try await backend.data("{ todos { author { id } lists { id } } }") == [
        "todos": [["author": nil, "lists": []]]
      ])
    #expect(
      Set(backend.service.requests[0].warnings) == [
        "todos[0].author: there's no User with the id \"99\", to which an object refers",
        "todos[0].lists: there's no Tag with the id \"y\", to which an object refers",
      ])
  }

  @Test func theFailureHasTheLineOfTheCall() throws {
    let service = MockGraphQLService(schema: try ServiceSchema(definitions: ObjectBackend.schema))
    service.objects["Todo", 1]["titel"] = "x"
    let line = #line - 1
    #expect(service.failures.first?.handler?.description == "ObjectMistakeTests.swift:\(line)")
  }

  @Test(arguments: [true, 1.5, ["1"], ""] as [MockJSON])
  func anIdThatIsNeitherATextNorAnIntegerIsRefused(id: MockJSON) throws {
    let message = "objects: a Todo has no id: {\"id\":\(id)}"
    #expect(try Self.failures(["Todo": [["id": id]]]) == [message])
    let failures = try Self.failures(["Todo": []]) { objects in
      objects.create("Todo", ["id": id])
      objects.create("Todo", [id])
      #expect(objects.all("Todo").map(\.id) == [])
    }
    #expect(failures == [message, "objects: a Todo has no id: [\(id)]"])
  }
}
