import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct PersistedDocumentsTests {
  static let apolloIdentifier =
    "dc67510fb4289672bea757e862d6b00e83db5d3cbbcfb15260601b6f29bb2b8f"

  /// A manifest as Apollo's `generate-persisted-query-manifest` writes it.
  static let apollo = """
    {
      "format": "apollo-persisted-query-manifest",
      "version": 1,
      "operations": [
        {
          "id": "dc67510fb4289672bea757e862d6b00e83db5d3cbbcfb15260601b6f29bb2b8f",
          "body": "query UniversalQuery { __typename }",
          "name": "UniversalQuery",
          "type": "query"
        },
        { "id": "2", "body": "mutation M { m }", "name": "M", "type": "mutation" }
      ]
    }
    """

  @Test func innerScopeInheritsOptionsThatItDoesNotSet() {
    let documents: PersistedDocuments = ["7": "query A { a }"]
    var settings = ServiceSettings(
      ServiceOptions(persistedQueries: .notSupported, documents: documents))
    settings.apply(ServiceOptions())
    #expect(settings.persistedQueries == .notSupported && settings.options.documents == documents)
    settings.apply(ServiceOptions(persistedQueries: .matchByName, documents: [:]))
    #expect(settings.persistedQueries == .matchByName && settings.options.documents == [:])
  }

  @Test func manifestsOfApolloAndRelayAreRead() throws {
    let documents = try PersistedDocuments(manifest: Data(Self.apollo.utf8))
    let expected: PersistedDocuments = [
      "dc67510fb4289672bea757e862d6b00e83db5d3cbbcfb15260601b6f29bb2b8f":
        "query UniversalQuery { __typename }",
      "2": "mutation M { m }",
    ]
    #expect(documents == expected)
    #expect(documents.document(of: "sha256:2") == ContiguousArray("mutation M { m }".utf8))
    #expect(documents.document(of: "3") == nil)
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("persisted_queries.json")
    try Data(#"{"0f1e":"query A { a }","format":"query F { f }"}"#.utf8).write(to: file)
    let relay: PersistedDocuments = ["0f1e": "query A { a }", "format": "query F { f }"]
    #expect(try PersistedDocuments(contentsOf: file) == relay)
  }

  /// GraphQL, section 6.1 "GetOperation": the request's `operationName` selects one of several operations.
  @Test(arguments: [
    #"{"1":"query A { a } query B { b }"}"#, #"{"1":{"source":"query A { a } query B { b }"}}"#,
  ])
  func aDocumentOfAManifestCanHaveSeveralOperations(manifest: String) async throws {
    let documents = try PersistedDocuments(manifest: Data(manifest.utf8))
    #expect(documents == ["1": "query A { a } query B { b }"])
    let service = MockGraphQLService(
      .query("B", .data(["b": 2])), options: ServiceOptions(documents: documents))
    let request = try URLRequest.graphQL(["documentId": "1", "operationName": "B"])
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"b":2}}"#)
  }

  /// RFC 8259, section 8.3: names are equal if their code units are.
  @Test func identifiersAreComparedByTheirBytes() throws {
    let pairs = [("\u{E9}", "query A { a }"), ("e\u{301}", "query B { b }")]
    let plain = "{" + pairs.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
    let operations = pairs.map { #"{"id":"\#($0)","body":"\#($1)"}"# }.joined(separator: ",")
    let apollo =
      #"{"format":"apollo-persisted-query-manifest","version":1,"operations":[\#(operations)]}"#
    for manifest in [plain, apollo] {
      let documents = try PersistedDocuments(manifest: Data(manifest.utf8))
      for (identifier, text) in pairs {
        #expect(documents.document(of: identifier) == ContiguousArray(text.utf8), "\(manifest)")
      }
    }
    var queries = PersistedQueryLookup.Store()
    queries.register([1], as: pairs[0].0)
    #expect(queries.document(of: pairs[1].0) == nil)
  }

  @Test(arguments: [
    ("[]", "it must be a JSON object."),
    (
      "{",
      """
      Invalid JSON at line 1, column 2 (byte 1): expected a member name in quotes or "}", \
      found the end.
      """
    ),
    (#"{"a":7}"#, #""a" must be a string."#),
    (
      #"{"format":"other","operations":[]}"#,
      #"its "format" must be "apollo-persisted-query-manifest", found "other"."#
    ),
    (
      #"{"operations":[]}"#,
      #"its "format" must be "apollo-persisted-query-manifest", found none."#
    ),
    (
      #"{"format":"apollo-persisted-query-manifest","version":2,"operations":[]}"#,
      #"its "version" must be 1, found 2."#
    ),
    (
      #"{"format":"apollo-persisted-query-manifest","version":1}"#,
      #""operations" must be a list."#
    ),
    (
      #"{"format":"apollo-persisted-query-manifest","version":1,"operations":[{"body":"{a}"}]}"#,
      "operations[0].id must be a string."
    ),
    (
      #"{"format":"apollo-persisted-query-manifest","version":1,"operations":[{"id":"1"}]}"#,
      "operations[0].body must be a string."
    ),
    (
      apollo.replacingOccurrences(of: #""id": "2""#, with: #""id": "\#(apolloIdentifier)""#),
      #"operations[0] and operations[1] have the same id, "\#(apolloIdentifier)"."#
    ),
    (
      apollo.replacingOccurrences(of: #""name": "M""#, with: #""name": "N""#),
      #"the document of operations[1] can't be used: Unknown operation named "N"."#
    ),
    (
      apollo.replacingOccurrences(of: "{ m }", with: "{ m"),
      "the document of operations[1], at 1:15: Syntax Error: Expected Name, found <EOF>."
    ),
    (
      #"{"1":"query A { a }","1":"query B { b }"}"#,
      "Invalid JSON at line 1, column 22 (byte 21): the object already has the member \"1\"."
    ),
    (
      #"{"1":{"name":"B","source":"query A { a }"}}"#,
      #"the document of "1" can't be used: Unknown operation named "B"."#
    ),
  ])
  func anInvalidManifestSaysWhatIsWrong(manifest: String, fault: String) {
    let error = #expect(throws: PersistedDocuments.ManifestError.self) {
      try PersistedDocuments(manifest: Data(manifest.utf8))
    }
    #expect(
      error?.description == "The manifest of persisted documents can't be used: " + fault)
  }

  @Test func missingManifestIsNamed() {
    let error = #expect(throws: PersistedDocuments.ManifestError.self) {
      try PersistedDocuments(contentsOf: URL(fileURLWithPath: "/nowhere/manifest.json"))
    }
    #expect(
      error?.description.hasPrefix(
        "The manifest of persisted documents can't be used: /nowhere/manifest.json can't be read: ")
        == true)
  }

  @Test func theOldestRegisteredDocumentIsForgottenFirst() {
    var queries = PersistedQueryLookup.Store()
    func register(_ numbers: Range<Int>) {
      for number in numbers {
        queries.register(ContiguousArray("\(number)".utf8), as: "h\(number)")
      }
    }
    register(0..<PersistedQueryLookup.Store.countLimit + 10)
    #expect(queries.document(of: "h9") == nil)
    #expect(queries.document(of: "h10") == ContiguousArray("10".utf8))
    register(2_000..<4_000)
    #expect(queries.document(of: "h2999") == nil && queries.document(of: "h3000") != nil)
  }

  @Test func registeredDocumentsTakeABoundedNumberOfBytes() {
    var queries = PersistedQueryLookup.Store()
    let half = PersistedQueryLookup.Store.byteLimit / 2
    let large = ContiguousArray<UInt8>(repeating: 32, count: half)
    func known() -> [String] {
      ["a", "b", "c", "d"].filter { queries.document(of: $0) != nil }
    }
    queries.register(large, as: "a")
    queries.register(large, as: "b")
    #expect(known() == ["a", "b"])
    queries.register([1], as: "c")
    #expect(known() == ["b", "c"])
    queries.register(large + large + [1], as: "d")
    #expect(!known().contains("d") && queries.document(of: "c") == [1])
  }
}
