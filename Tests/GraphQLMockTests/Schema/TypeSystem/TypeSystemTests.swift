import Foundation
import TestSupport
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

  /// A client's variables may be 512 levels deep, also after coercion, and a thread's stack as small as 512 KiB.
  @Test func deepVariableIsCoercedOnASmallStack() async throws {
    let system = try ServiceSchema(
      definitions: "type Query { a(i: I): Int } input I { id: ID i: I list: [[[I]]] }"
    ).system
    for (field, levels) in [("i", 500), ("list", 200)] {
      let (open, close) = field == "i" ? ("{\"i\":", "}") : ("{\"list\":[", "]}")
      let value = try MockJSON(
        parsing: String(repeating: open, count: levels) + #"{"id":1}"#
          + String(repeating: close, count: levels))
      let coerced = try await onSmallStack { system.coerced(value, to: .named("I")) }
      // The first levels are coerced, and the others stay as they are.
      #expect(coerced["id"] == value["id"] && coerced.depth >= value.depth, "\(field)")
    }
    let shallow = system.coerced(["i": ["i": ["id": 1]]], to: .named("I"))
    #expect(shallow == ["i": ["i": ["id": "1"]]])
  }

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
    let (query, color) = (try type("Query"), try type("Color"))
    let user = try #require(query.fields["user"])
    let id = try #require(user.arguments["id"])
    let limit = try #require(user.arguments["limit"])
    let ids = try #require(try type("Filter").inputFields["ids"])
    let types: [String] = [user.type.text, id.type.text, limit.type.text, ids.type.text]
    #expect(types == ["User", "ID!", "Int", "[ID!]"])
    #expect(id.isRequired && !limit.isRequired)
    #expect(system.defaultValue(of: limit) == 10)
    #expect(query.fields["name"] == nil)
    #expect(color.enumValues["GREEN"]?.deprecation != nil)
    #expect(color.enumValues["id"] == nil)
  }

  @Test func introspectionKnowsAllLocationsOfDirectives() throws {
    let type = try #require(TypeSystem.builtInsAlone?.types["__DirectiveLocation"])
    #expect(type.enumValues.map(\.name) == DirectiveLocation.allCases.map(\.rawValue))
    _ = try ServiceSchema(
      definitions:
        "directive @d on DIRECTIVE_DEFINITION directive @x(a: Int) @d repeatable on FIELD type Query { a: Int }"
    )
  }

  // Before the edition of April 2016, directives had these members in place of `locations`.
  @Test func directivesOfOldIntrospectionsHaveLocations() throws {
    let text = """
      {"types": [{"kind": "OBJECT", "name": "Query", "fields": [
        {"name": "a", "type": {"kind": "SCALAR", "name": "Int"}}]}], "directives": [
        {"name": "operation", "onOperation": true, "onField": false}, {"name": "field", "onField": true},
        {"name": "fragment", "locations": [], "onFragment": true},
        {"name": "known", "locations": ["ENUM", "ELSEWHERE"], "onField": true},
        {"name": "unknown", "locations": ["ELSEWHERE"]}]}
      """
    let directives = try ServiceSchema(introspection: Data(text.utf8)).system.directives
    let expected: [String: Set<DirectiveLocation>?] = [
      "operation": [.query, .mutation, .subscription], "field": [.field], "known": [.enum],
      "fragment": [.fragmentDefinition, .fragmentSpread, .inlineFragment], "unknown": nil,
    ]
    for (name, locations) in expected {
      #expect(directives[name]?.locations == locations, "\(name)")
    }
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
    let expected: [[NamedType]] = [[user, photo], [user], [user]]
    #expect([node, named, user].map { system.possibleTypes(of: $0) } == expected)
    let facts: [(name: String, isTrue: Bool, expected: Bool)] = [
      ("Photo is possible for Result", system.isPossible(photo, for: result), true),
      ("Query is possible for Result", system.isPossible(query, for: result), false),
      ("Named and Result overlap", system.overlap(named, result), true),
      ("Photo and Node overlap", system.overlap(photo, node), true),
      ("Named and Photo overlap", system.overlap(named, photo), false),
      ("Query and User overlap", system.overlap(query, user), false),
    ]
    for (name, isTrue, expected) in facts { #expect(isTrue == expected, "\(name)") }
  }

  // The specification forbids repetitions (sections 3.6 and 3.8), but they're read like other authoring mistakes.
  @Test func repeatedInterfacesAndMembersCountOnce() throws {
    let system = try ServiceSchema(
      definitions: """
        type Query { u: U i: I }
        union U = A | B | A extend union U = B
        interface I { a: Int }
        type A implements I & I { a: Int }
        type B { b: Int }
        """
    ).system
    for (name, expected) in [("U", ["A", "B"]), ("I", ["A"])] {
      let type = try #require(system.types[name])
      #expect(system.possibleTypes(of: type).map(\.name) == expected, "\(name)")
    }
  }

  // specs.apollo.dev/nullability/v0.4, and input coercion of lists (GraphQL, section 3.11).
  @Test(arguments: [
    ("@semanticNonNull", [0]), ("@semanticNonNull(levels: 1)", [1]),
    ("@semanticNonNull(levels: [0, 1])", [0, 1]),
  ])
  func levelsOfSemanticNonNullAreCoerced(directive: String, levels: [Int]) throws {
    let schema = try ServiceSchema(definitions: "type Query { a: [Int] \(directive) }")
    #expect(try schema.system.types["Query"]?.semanticNonNullLevels == ["a": Set(levels)])
  }

  // IsValidImplementationFieldType (GraphQL, section 3.6).
  @Test(arguments: [
    ("User!", "User", true), ("User", "User!", false), ("[User!]!", "[Node]", true),
    ("[Node]", "[User]", false), ("Photo", "Result", true), ("[Photo]", "Result", false),
    ("Int", "Int", true), ("Int", "Float", false), ("[[User!]]!", "[[Node]]", true),
    ("Named", "Node", true), ("Node", "Named", false),
  ])
  func subtypesAreRecognized(type: String, other: String, isSubtype: Bool) throws {
    let left = try #require(wrappedType(type))
    let right = try #require(wrappedType(other))
    #expect(system.isSubtype(left, of: right) == isSubtype)
  }

  @Test func typeReferencesOfDocumentsAreReadUnlessUndefinedOrTooDeep() {
    let deepest = String(repeating: "[", count: 15) + "Int" + String(repeating: "!]", count: 15)
    for (text, isKnown) in [
      ("Int", true), ("[Int!]!", true), ("[[[User]!]!]!", true), ("Color!", true),
      (deepest, true), ("[\(deepest)]", false), ("Nope", false), ("[Nope!]", false),
      ("friends", false),
    ] {
      let type = wrappedType(text.replacing("]", with: " ]\n"))
      #expect(type?.text == (isKnown ? text : nil), "\(text)")
    }
  }

  @Test func schemaIsReadFromTextsThatExtendEachOtherAndUseUndefinedDirectives() throws {
    let schema = try ServiceSchema(definitions: [
      ("a.graphqls", "\u{FEFF}extend schema @link(url: \"x\", import: [{ as: \"y\" }])"),
      ("b.graphqls", "# only a comment"), ("c.graphqls", "\u{FEFF}extend type Query { b: B }"),
      ("d.graphqls", #"type Query @key(fields: "a") @key(fields: "b") { a: Int }"#),
      ("e.graphqls", "type B { c: Int }"),
    ])
    #expect(
      PrintedSchema(try schema.system).elements
        == ["Query": "type Query {\n  a: Int\n  b: B\n}", "B": "type B {\n  c: Int\n}"])
  }
}
