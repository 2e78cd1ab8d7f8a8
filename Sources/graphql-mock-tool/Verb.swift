import GraphQLMock

/// The commands of the tool. Their options, help and arguments follow from `facts`.
enum Verb: String, CaseIterable {
  case check, format, `import`, generate, coverage, unused, drift

  /// The version of the package, which must equal the latest version in CHANGELOG.md.
  static let version = "1.0.0-beta.1"

  typealias Facts = (usage: String, summary: String, count: Int, needs: String, example: String)

  /// The help texts of a command and the number of its required arguments, which `needs` describes.
  var facts: Facts {
    switch self {
    case .check:
      (
        "[TABLE…] [--schema SCHEMA]… [--documents DOCUMENTS] [--format text|github]",
        "Finds errors in tables, and mismatches with a schema and documents.", 0, "",
        "Shop --schema schema.graphqls"
      )
    case .format:
      (
        "[TABLE…] [--check]", "Rewrites files of tables in their normal form, or lists them.",
        0, "", "Shop --check"
      )
    case .import:
      (
        "ARCHIVE TABLE", "Turns a capture of traffic (HAR) into a table.",
        2, "an archive and a table", "capture.har Shop"
      )
    case .generate:
      (
        "DOCUMENTS --schema SCHEMA --into TABLE",
        "Writes a fixture for each operation, and completes those that exist.", 1,
        "a folder of operations, --schema and --into",
        "App/Operations --schema schema.graphqls --into Shop"
      )
    case .coverage:
      (
        "DOCUMENTS [TABLE…]", "Lists operations that no table answers.",
        1, "a folder of operations", "App/Operations Shop"
      )
    case .unused:
      (
        "DOCUMENTS [TABLE…]", "Lists fixtures that no operation uses.",
        1, "a folder of operations", "App/Operations Shop"
      )
    case .drift:
      (
        "SCHEMA SCHEMA [DOCUMENTS] [TABLE…] [--format text|markdown|github]",
        "Lists the changes in a new schema, and the operations and fixtures they break.",
        2, "an old and a new schema", "old.graphqls new.graphqls App/Operations Shop"
      )
    }
  }

  /// The options, with a placeholder such as `SCHEMA`, which is empty if there is no value and has `|` between choices.
  var options: [(name: String, value: String)] {
    facts.usage.matches(of: #/(--[a-z-]+) ?([A-Za-z|]*)/#).map { ("\($0.1)", "\($0.2)") }
  }
}
