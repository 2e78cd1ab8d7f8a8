import Foundation
import GraphQLMock
import TestSupport
import Testing

/// Fixtures that are decoded into the types of a client.
struct FixtureDecodingTests {
  struct Hero: Decodable {
    struct Character: Decodable {
      let name: String
      let height: Double?
      let friends: [Friend]?
      let bornAt: Date?
    }

    struct Friend: Decodable { let name: String }

    let hero: Character?
  }

  struct Cart: Decodable {
    struct Lines: Decodable {}

    let cart: Lines
  }

  /// A type that throws an error of its own.
  struct Refusing: Decodable {
    struct Refusal: LocalizedError { let errorDescription: String? = "Refused." }

    init(from decoder: any Decoder) throws { throw Refusal() }
  }

  private static func check(
    _ files: [String: String], _ types: [String: any Decodable.Type] = ["Hero": Hero.self],
    decoder: JSONDecoder = JSONDecoder()
  ) throws -> [String] {
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: files.map { ("Shop/\($0.key)", $0.value) }))
    let table = FixtureTable(folder: folder.url.appendingPathComponent("Shop"))
    return table.check(decoding: types, decoder: decoder).map(\.description)
  }

  /// The name of a file has at most 100 bytes of a name, and ends in a hash of a longer one.
  @Test func fixtureOfALongNameIsDecoded() throws {
    let name = String(repeating: "A", count: 120)
    let file = String(repeating: "A", count: 87) + "-9f8cadfc5233"
    for types in [[name: Hero.self], [file: Hero.self]] {
      let errors = try Self.check(["\(file).json": #"{"data": {"hero": null}}"#], types)
      #expect(errors == [], "\(types)")
    }
  }

  @Test func responsesThatTheTypeDecodesHaveNoErrors() throws {
    let files = [
      "Hero.json": #"{"data": {"hero": {"name": "Luke", "height": 1.72, "more": 1}}}"#,
      "Hero.lost.json": #"{"data": {"hero": null}}"#,
      "Hero.partial.json": #"{"data": {"hero": {"name": null}}, "errors": [{"message": "Lost"}]}"#,
      "Hero.failed.json": #"{"data": null, "errors": [{"message": "Lost"}]}"#,
      "Hero.refused.json": #"{"errors": [{"message": "Lost"}]}"#,
      "Hero.empire.json":
        #"{"request": {"variables": {"e": 1}}, "response": {"body": {"data": {"hero": {"name": "R2"}}}}}"#,
      "Hero.down.json": #"{"response": {"status": 503}}"#,
      "Hero.page.json": #"{"response": {"body": "<html>"}}"#,
      "Hero.template.json": #"{"data": {"hero": {"name": {"$variable": "name"}, "height": "?"}}}"#,
      // Events and deferred parts, as recorded.
      "Hero.parts.json": #"""
      {"recorded": {"version": 1}, "request": {}, "response": {
        "headers": {"Content-Type": "text/event-stream"},
        "parts": [{"before": "data: ", "body": {"data": {"hero": 1}}}]}}
      """#,
      "Other.json": #"{"data": {"hero": 1}}"#,
      "anonymous-query.json": #"{"data": {"cart": {}}}"#,
      "table.json":
        """
      {"rows": [{"request": {"operationName": "Cart"},
        "responses": [{"status": 503}, {"body": {"data": {"cart": {}}}}]},
        {"recorded": true, "request": {"operationName": "Cart"},
        "responses": [{"body": {"data": {"fields": "in part"}}, "byFields": true}]}]}
      """,
    ]
    let types: [String: any Decodable.Type] = [
      "Hero": Hero.self, "Cart": Cart.self, "anonymous-query": Cart.self,
    ]
    #expect(try Self.check(files, types) == [])
  }

  // The words after the colons are those of Foundation's decoder.
  @Test func eachResponseThatTheTypeDoesNotDecodeIsAnError() throws {
    let files = [
      "Hero.1.json": """
      {"data": {
        "hero": {"name": "Luke", "height": "tall"}
      }}
      """,
      "Hero.2.json": #"{"data": {"hero": {"name": "Luke", "friends": [{"name": "Han"}, {}]}}}"#,
      "Hero.empire.json":
        #"{"request": {"variables": {"e": 1}}, "response": {"body": {"data": {"hero": []}}}}"#,
      "table.json":
        #"{"rows": [{"request": {"operationName": "Hero"}, "response": {"body": {"data": {"hero": {}}}}}]}"#,
    ]
    let errors = try Self.check(files).map { $0.replacing(/CodingKeys\(.*\)/, with: "…") }
    #expect(
      errors == [
        """
        Shop/table.json:1:11: data.hero can't be decoded as Hero: No value associated with key ….
        """,
        """
        Shop/Hero.empire.json:1:77: data.hero can't be decoded as Hero: Expected to decode \
        Dictionary<String, Any> but found an array instead.
        """,
        """
        Shop/Hero.1.json:2:38: data.hero.height can't be decoded as Hero: Expected to decode Double \
        but found a string instead.
        """,
        """
        Shop/Hero.2.json:1:65: data.hero.friends[1] can't be decoded as Hero: No value associated with key ….
        """,
      ])
  }

  @Test func theDecoderOfTheClientIsUsed() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let files = [
      "Hero.json": #"{"data": {"hero": {"name": "Luke", "born_at": "2026-01-01T00:00:00Z"}}}"#
    ]
    #expect(try Self.check(files, decoder: decoder) == [])
    decoder.dateDecodingStrategy = .secondsSince1970
    #expect(
      try Self.check(files, decoder: decoder) == [
        """
        Shop/Hero.json:1:19: data.hero.bornAt can't be decoded as Hero: Expected to decode Double but \
        found a string instead.
        """
      ])
  }

  @Test func anErrorOfTheTypeItselfIsShown() throws {
    #expect(
      try Self.check(["Hero.json": #"{"data": {}}"#], ["Hero": Refusing.self]) == [
        "Shop/Hero.json:1:10: data can't be decoded as Refusing: Refused."
      ])
  }

  @Test func anOperationWithoutFixtureIsAnError() throws {
    let types: [String: any Decodable.Type] = ["Hreo": Hero.self, "Nothing": Hero.self]
    #expect(
      try Self.check(["Hero.json": #"{"data": {"hero": null}}"#], types) == [
        #"Shop: no fixture answers "Hreo"; did you mean "Hero"?"#,
        #"Shop: no fixture answers "Nothing"."#,
      ])
  }

  @Test func anInvalidFileOrTableIsOneError() throws {
    let errors = try Self.check(["Hero.json": "{"], ["Hero": Hero.self])
    #expect(errors.count == 1 && errors[0].hasPrefix("Shop/Hero.json:1:2: this isn't valid JSON"))
    #expect(FixtureTable("Missing").check(decoding: ["A": Hero.self, "B": Hero.self]).count == 1)
  }
}
