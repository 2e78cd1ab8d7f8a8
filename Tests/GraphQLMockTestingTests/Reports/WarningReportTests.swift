import Foundation
import TestSupport
import Testing

@testable import GraphQLMock
@testable import GraphQLMockTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The warnings and errors of a test whose body passes.
struct WarningReportTests {
  @Test func aMissingFieldIsAWarningOfATestThatPasses() async throws {
    let issues = try await TraitIssues.of(
      .graphQL(.query("V", .data(["viewer": ["name": "Ada"], "items": [[:], [:]]]))),
      asking: "query V { viewer { __typename name titel } items { id } }",
      "query V { viewer { __typename name titel } items { id } }")
    #expect(
      issues == [
        """
        warning The response to query "V" is incomplete: data.viewer has no "titel", selected at query line 1, column 36
          data.items[0] has no "id", selected at query line 1, column 52
        """
      ])
  }

  @Test(
    arguments: [
      (.data(["viewer": [:]]), .off),
      (.data(["viewer": ["name": "Ada", "other": 1]]), nil),
      (.data(fields: ["viewer": [:]], warnsOfMissing: false), nil),
    ] as [(MockResponse, ValidationMode?)])
  func otherWarningsStayInTheJournal(response: MockResponse, mode: ValidationMode?) async throws {
    let issues = try await TraitIssues.of(
      .graphQL(.query("V", response), options: ServiceOptions(responseValidation: mode)),
      asking: "query V { viewer { __typename name } }")
    #expect(issues == [])
  }

  @Test func aWarningDoesNotCountAsTheFailureThatReportFailuresExpects() async throws {
    let issues = try await TraitIssues.of([.graphQL(.query("V", .data(["viewer": [:]])))]) {
      try await Client().send("query V { viewer { name } }")
      await MockGraphQLService.current.reportFailures()
    }
    #expect(
      issues.map { $0.prefix { $0 != ":" } } == [
        #"warning The response to query "V" is incomplete"#
      ])
  }

  @Test(arguments: [true, false])
  func missingTablesAndSchemasAreOneIssueWithOrWithoutARequest(isAsked: Bool) async throws {
    let line = #line + 1
    let trait = GraphQLMockTrait.graphQL(
      .query("Handled", .data(["a": 1])), fixtures: "Nope", schema: "none.graphqls")
    let issues = try await TraitIssues.of([trait]) {
      if isAsked { _ = try? await Client().send("query Handled { a }") }
    }
    #expect(
      issues.map { $0.prefix { $0 != "\"" } }.sorted(by: >) == [
        "\(line) error There is no fixture table ",
        "\(line) error The schema can't be used: there is no schema ",
      ])
  }

  /// The folders have the same name, in other parents.
  @Test(arguments: [true, false])
  func missingTablesOfASuiteAndItsTestAreReportedAtTheirPlaces(isAsked: Bool) async throws {
    let line = #line + 1
    let ofSuite = GraphQLMockTrait.graphQL(fixtures: FixtureTable(folder: .of("file:///no/A/Shop")))
    let ofTest = GraphQLMockTrait.graphQL(fixtures: FixtureTable(folder: .of("file:///no/B/Shop")))
    let issues = try await TraitIssues.of([ofSuite, ofTest]) {
      if isAsked { _ = try? await Client().send("query A { a }") }
    }
    #expect(
      issues.map { $0.components(separatedBy: "\n")[0] }.sorted() == [
        "\(line) error There is no fixture table \"Shop\". Searched: /no/A/Shop",
        "\(line + 1) error There is no fixture table \"Shop\". Searched: /no/B/Shop",
      ])
  }

  @Test func aFolderThatIsToBeRecordedMayBeMissing() async throws {
    let issues = try await TraitIssues.of(
      .graphQL(.query("A", .data(["a": 1])), fixtures: "NopeToRecord", recording: .missing),
      asking: "query A { a }")
    #expect(issues == [])
  }
}
