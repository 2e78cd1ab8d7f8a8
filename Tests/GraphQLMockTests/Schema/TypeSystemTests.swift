import Foundation
import Testing

@testable import GraphQLMock

struct TypeSystemTests {
  @Test func typeSystemEqualsThatOfGraphqlCore() throws {
    for reading in try SchemaVectors.load().readings {
      #expect(PrintedSchema(try reading.schema().system) == reading.printed, "\(reading.name)")
    }
  }

  private static let text = """
    type Query { user(id: ID!, limit: Int = 10): User search: [Result!] node: Node }
    interface Node { id: ID! }
    interface Named implements Node { id: ID! name: String }
    type User implements Node & Named { id: ID! name: String friends: [[User!]]! color: Color }
    type Photo implements Node { id: ID! }
    union Result = Photo | User
    enum Color { RED GREEN @deprecated(reason: "faded") }
    input Filter @oneOf { text: String ids: [ID!] }
    """

  private let system: TypeSystem

  init() throws { system = try ServiceSchema(definitions: Self.text).system }

  private func type(_ name: String) throws -> NamedType {
    try #require(system.types[name])
  }

  private func wrappedType(_ text: String) -> WrappedType? {
    let bytes = ContiguousArray(text.utf8)
    return system.type(bytes.indices, in: bytes)
  }

  @Test func fieldsArgumentsAndEnumValuesAreFoundByName() throws {
    let user = try #require(try type("Query").fields["user"])
    #expect(user.type.text == "User")
    let id = try #require(user.arguments["id"])
    #expect(id.type.text == "ID!")
    #expect(id.isRequired)
    let limit = try #require(user.arguments["limit"])
    #expect(system.defaultValue(of: limit) == 10)
    #expect(!limit.isRequired)
    #expect(try type("Query").fields["name"] == nil)
    let color = try type("Color")
    let green = try #require(color.enumValues["GREEN"])
    #expect(green.deprecation != nil)
    #expect(color.enumValues["id"] == nil)
    #expect(try type("Filter").inputFields["ids"]?.type.text == "[ID!]")
  }

  // GraphQL, sections 4.1 and 4.2.
  @Test func metaFieldsExistWhereTheSpecificationHasThem() throws {
    for (name, type, isThere) in [
      ("__typename", "User", true), ("__typename", "Result", true), ("__typename", "Color", false),
      ("__schema", "Query", true), ("__type", "Query", true), ("__schema", "User", false),
    ] {
      let found = system.field(name, of: try self.type(type))
      #expect(found == (isThere ? system.metaFields[name] : nil), "\(name) of \(type)")
    }
    #expect(system.types["__MetaFields"] == nil)
    #expect(system.types["__Type"] != nil)
  }

  @Test func possibleTypesOfAbstractTypesAreFound() throws {
    let (node, named, result) = (try type("Node"), try type("Named"), try type("Result"))
    let (user, photo, query) = (try type("User"), try type("Photo"), try type("Query"))
    #expect(system.possibleTypes(of: node) == [user, photo])
    #expect(system.possibleTypes(of: named) == [user])
    #expect(system.possibleTypes(of: user) == [user])
    #expect(system.isPossible(photo, for: result) && !system.isPossible(query, for: result))
    #expect(system.overlap(named, result) && system.overlap(photo, node))
    #expect(!system.overlap(named, photo) && !system.overlap(query, user))
    #expect(system.isSubtype(named, of: node) && !system.isSubtype(node, of: named))
  }

  // IsValidImplementationFieldType (GraphQL, section 3.6).
  @Test(arguments: [
    ("User!", "User", true), ("User", "User!", false), ("[User!]!", "[Node]", true),
    ("[Node]", "[User]", false), ("Photo", "Result", true), ("[Photo]", "Result", false),
    ("Int", "Int", true), ("Int", "Float", false), ("[[User!]]!", "[[Node]]", true),
  ])
  func subtypesAreRecognized(type: String, other: String, isSubtype: Bool) throws {
    let left = try #require(wrappedType(type))
    let right = try #require(wrappedType(other))
    #expect(system.isSubtype(left, of: right) == isSubtype)
  }

  @Test(arguments: ["Int", "[Int!]!", "[[[User]!]!]!", "Color!"])
  func typeReferencesOfDocumentsAreRead(text: String) throws {
    let type = try #require(wrappedType(text.replacingOccurrences(of: "]", with: " ]\n")))
    #expect(type.text == text)
  }

  @Test func undefinedAndTooDeepTypesAreUnknown() {
    let deepest = String(repeating: "[", count: 15) + "Int" + String(repeating: "!]", count: 15)
    for (text, isKnown) in [
      ("Nope", false), ("[Nope!]", false), ("friends", false), (deepest, true),
      ("[\(deepest)]", false),
    ] {
      #expect((wrappedType(text) != nil) == isKnown, "\(text)")
    }
  }

  @Test func schemaIsReadFromTextsThatExtendEachOther() throws {
    let schema = try ServiceSchema(definitions: [
      ("a.graphqls", "\u{FEFF}extend type Query { b: B }"),
      ("b.graphqls", "# only a comment"), ("c.graphqls", "type Query { a: Int }"),
      ("d.graphqls", "type B { c: Int }"),
    ])
    #expect(
      PrintedSchema(try schema.system).elements
        == ["Query": "type Query {\n  a: Int\n  b: B\n}", "B": "type B {\n  c: Int\n}"])
  }

  @Test func undefinedDirectivesAreIgnored() throws {
    let text = """
      extend schema @link(url: "x", import: [{ as: "y" }])
      type Query @key(fields: "a") { a: Int }
      """
    let schema = try ServiceSchema(definitions: text)
    #expect(PrintedSchema(try schema.system).elements == ["Query": "type Query {\n  a: Int\n}"])
  }
}
