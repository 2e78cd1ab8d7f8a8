import Testing

@testable import GraphQLMock

struct MadeUpObjectsTests {
  @Test func onlyGeneratedObjectsAreForgotten() throws {
    let types = try ServiceSchema(
      definitions: """
        type Query { user: User tag: Tag }
        type User { id: ID! name: String } type Tag { id: ID! name: String }
        """
    ).system
    let objects = MadeUpObjects(limit: 3, settings: { (types, [:], Redaction()) })
    objects.add(["User": [["id": "1", "name": "Ada"], ["id": "2"]]]) { Issue.record("\($0)") }
    func key(_ type: String, _ id: String) -> ObjectKey { ObjectKey(typeName: type, id: id) }
    objects.write(.member("name", "Eve"), to: key("User", "1"), at: .unknown)
    objects.write(.deletion, to: key("User", "2"), at: .unknown)
    objects.write(.object(["id": "7", "name": "Red"]), to: key("Tag", "7"), at: .unknown)
    objects.write(.deletion, to: key("Tag", "8"), at: .unknown)
    for id in ["a", "b", "c", "d"] {
      let tag = key("Tag", id)
      _ = objects.remember(tag.identity, tag, parent: nil, changing: ["name": "Blue"])
    }
    #expect(objects.text == #"User {"id":"1","name":"Eve"}\#nTag {"id":"7","name":"Red"}"#)
    #expect(![key("User", "2"), key("Tag", "8")].contains(where: objects.has))
    #expect(objects.typeNames(ofID: "7") == ["Tag"])
    #expect(["a", "d"].map(objects.typeNames) == [[], ["Tag"]])
  }
}
