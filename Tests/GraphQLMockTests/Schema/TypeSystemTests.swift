import Foundation
import Testing

@testable import GraphQLMock

struct TypeSystemTests {
  @Test func isWhatGraphqlCoreReadsFromDefinitionsAndFromIntrospection() throws {
    for reading in try SchemaVectors.load().readings {
      #expect(PrintedSchema(try reading.schema().system) == reading.printed, "\(reading.name)")
    }
  }

  private static let text = """
    type Query { user(id: ID!, limit: Int = 10): User search: [Result!] node: Node big: Big }
    interface Node { id: ID! }
    interface Named implements Node { id: ID! name: String }
    type User implements Node & Named { id: ID! name: String friends: [[User!]]! color: Color }
    type Photo implements Node { id: ID! }
    union Result = Photo | User
    enum Color { RED GREEN @deprecated(reason: "faded") }
    input Filter @oneOf { text: String ids: [ID!] }
    type Big { f0: Int f1: Int f2: Int f3: Int f4: Int f5: Int f6: Int f7: Int f8: Int f9: Int
      many(a0: Int a1: Int a2: Int a3: Int a4: Int a5: Int a6: Int a7: Int a8: Int = 8): Int }
    """

  private let system: TypeSystem

  init() throws { system = try ServiceSchema(definitions: Self.text).system }

  private func type(_ name: String) throws -> TypeID {
    try #require(system.type(named: name))
  }

  private func field(_ name: String, of type: String) throws -> FieldID? {
    guard let name = system.name(name) else { return nil }
    return system.field(name, of: try self.type(type))
  }

  private func name(_ text: String) throws -> NameID { try #require(system.name(text)) }

  private func wrappedType(_ text: String) -> WrappedType? {
    let bytes = ContiguousArray(text.utf8)
    return system.type(bytes.indices, in: bytes.span)
  }

  @Test func findsFieldsArgumentsAndValuesByName() throws {
    let user = try #require(try field("user", of: "Query"))
    #expect(system.text(system[user].type) == "User")
    let id = try #require(system.argument(name("id"), of: user))
    #expect(system.text(system[id].type) == "ID!")
    #expect(system[id].isRequired)
    let limit = try #require(system.argument(name("limit"), of: user))
    #expect(system.defaultValue(of: limit) == 10)
    #expect(system.defaultText(of: limit) == "10")
    #expect(try field("name", of: "Query") == nil)
    #expect(system.name("nowhere") == nil)
    let color = try type("Color")
    let green = try #require(system.enumValue(name("GREEN"), of: color))
    #expect(system.deprecationReason(green.deprecation) == "faded")
    #expect(try system.enumValue(name("id"), of: color) == nil)
    let ids = try name("ids")
    let input = try #require(system.inputField(ids, of: type("Filter")))
    #expect(system.text(system[input].type) == "[ID!]")
  }

  @Test func findsMembersOfLargeTypesByATable() throws {
    for index in 0...9 {
      let found = try #require(try self.field("f\(index)", of: "Big"))
      #expect(system.text(system[found].name) == "f\(index)")
    }
    #expect(try field("name", of: "Big") == nil)
    let many = try #require(try field("many", of: "Big"))
    let last = try #require(system.argument(name("a8"), of: many))
    #expect(system.defaultValue(of: last) == 8)
    #expect(try system.argument(name("f1"), of: many) == nil)
  }

  @Test func findsEachOfThousandsOfNames() throws {
    let names = (0..<2_000).map { "V\($0)" }
    let text = "type Query { a: Many } enum Many { \(names.joined(separator: " ")) }"
    let system = try ServiceSchema(definitions: text).system
    let type = try #require(system.type(named: "Many"))
    let found = names.compactMap(system.name).compactMap { system.enumValue($0, of: type) }
    #expect(found.map { system.text($0.name) } == names)
    #expect(system.name("V2000") == nil)
  }

  // GraphQL, sections 4.1 and 4.2.
  @Test func hasMetaFieldsWhereTheSpecificationSaysSo() throws {
    #expect(try field("__typename", of: "User") == system.metaFields.typename)
    #expect(try field("__typename", of: "Result") == system.metaFields.typename)
    #expect(try field("__typename", of: "Color") == nil)
    #expect(try field("__schema", of: "Query") == system.metaFields.schema)
    #expect(try field("__type", of: "Query") == system.metaFields.type)
    #expect(try field("__schema", of: "User") == nil)
    #expect(system.type(named: "__MetaFields") == nil)
    #expect(system.type(named: "__Type") != nil)
  }

  @Test func knowsWhichTypesStandForWhich() throws {
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
  func knowsWhichTypesMayStandForOthers(type: String, other: String, isSubtype: Bool) throws {
    let left = try #require(wrappedType(type))
    let right = try #require(wrappedType(other))
    #expect(system.isSubtype(left, of: right) == isSubtype)
  }

  @Test(arguments: ["Int", "[Int!]!", "[[[User]!]!]!", "Color!"])
  func readsTypesOfDocuments(text: String) throws {
    let type = try #require(wrappedType(text.replacingOccurrences(of: "]", with: " ]\n")))
    #expect(system.text(type) == text)
  }

  @Test func hasNoTypesThatItDoesNotDefineNorTypesOfTooManyLists() {
    let deepest = String(repeating: "[", count: 15) + "Int" + String(repeating: "!]", count: 15)
    for (text, isKnown) in [
      ("Nope", false), ("[Nope!]", false), ("friends", false), (deepest, true),
      ("[\(deepest)]", false),
    ] {
      #expect((wrappedType(text) != nil) == isKnown, "\(text)")
    }
  }

  @Test func isReadFromSeveralTextsWhichExtendEachOther() throws {
    let schema = try ServiceSchema(definitions: [
      ("a.graphqls", "\u{FEFF}extend type Query { b: B }"),
      ("b.graphqls", "# only a comment"), ("c.graphqls", "type Query { a: Int }"),
      ("d.graphqls", "type B { c: Int }"),
    ])
    #expect(
      PrintedSchema(try schema.system).elements
        == ["Query": "type Query {\n  a: Int\n  b: B\n}", "B": "type B {\n  c: Int\n}"])
  }

  @Test func takesDirectivesThatItDoesNotDefineForThoseOfTools() throws {
    let text = """
      extend schema @link(url: "x", import: [{ as: "y" }])
      type Query @key(fields: "a") { a: Int }
      """
    let schema = try ServiceSchema(definitions: text)
    #expect(PrintedSchema(try schema.system).elements == ["Query": "type Query {\n  a: Int\n}"])
  }
}
