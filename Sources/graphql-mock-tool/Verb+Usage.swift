extension Verb {
  private static let terms = [
    ("DOCUMENTS", "A folder of .graphql files, or an operation manifest."),
    ("SCHEMA", "A file or folder, or the name of one in a folder named Fixtures."),
    ("TABLE", "A folder, or the name of one in a folder named Fixtures, as in fixtures: \"Shop\"."),
  ]

  var usage: [String] {
    let terms = Self.terms.filter { facts.usage.contains($0.0) }
    return ["usage: swift run graphql-mock \(self) \(facts.usage)", "", facts.summary, ""]
      + terms.map { Self.line($0, $1) } + [
        "", "Example: swift run graphql-mock \(self) \(facts.example)",
      ]
  }

  static let usage =
    ["usage: swift run graphql-mock COMMAND", ""]
    + allCases.map { line("\($0)", $0.facts.summary) }
    + [line("COMMAND --help", "Shows the arguments of a command, and an example.")]
    + [line("--version", "Prints the version.")]
    + ["", "Exit codes: 0 no findings; 1 findings; 2 arguments or files that can't be used."]

  private static func line(_ term: String, _ meaning: String) -> String {
    "  \(term)\(String(repeating: " ", count: max(16 - term.count, 1)))\(meaning)"
  }
}
