import Foundation
import GraphQLMockTesting
import Testing

/// The suite of a small app, which passes unchanged.
///
/// Documents, handlers and fixtures are read from files, so that `scripts/check-messages.py` can
/// change one word in a copy of them and read the suite's report without a build.
struct SmallAppTests {
  @Test(
    .graphQL(
      SmallApp.handlers,
      fixtures: FixtureTable(folder: SmallApp.folder.appendingPathComponent("Fixtures")),
      schema: ServiceSchema(contentsOf: [
        SmallApp.folder.appendingPathComponent("schema.graphqls")
      ])), arguments: SmallApp.steps)
  func appShowsTheValuesOfTheService(step: SmallApp.Step) async throws {
    var shown = try await ShopApp().send(step.document, step.variables)
    for name in step.path { shown = shown[name] }
    #expect(shown == step.expected)
  }
}

/// The files of the small app.
enum SmallApp {
  /// A step of the app, and the values that it shows.
  struct Step: Sendable, CustomStringConvertible {
    let number: Int
    let document: String
    let variables: MockJSON
    let path: [String]
    let expected: MockJSON

    var description: String { "step \(number)" }
  }

  /// The folder of the app, or of a copy of it.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_SMALL_APP"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("SmallApp")
  }()

  static let steps: [Step] = list(in: "steps.json").enumerated().map { index, json in
    Step(
      number: index + 1, document: text(of: "Documents/\(json["document"].string ?? "").graphql"),
      variables: json["variables"], path: (json["path"].array ?? []).compactMap(\.string),
      expected: json["expected"])
  }

  static let handlers: [RequestHandler] = list(in: "handlers.json").map { json in
    let name = NameCondition.named(json["name"].string ?? "")
    let variables: VariablesCondition? =
      json["variables"].isNull ? nil : .subset(json["variables"])
    return json["type"] == "mutation"
      ? .mutation(name, variables: variables, .data(json["data"]))
      : .query(name, variables: variables, .data(json["data"]))
  }

  private static func list(in file: String) -> [MockJSON] {
    (try? MockJSON(parsing: text(of: file)))?.array ?? []
  }

  private static func text(of file: String) -> String {
    (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)) ?? ""
  }
}
