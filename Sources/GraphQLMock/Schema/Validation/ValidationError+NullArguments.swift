extension ValidationError {
  /// Returns errors for nulls that a document passes to non-null arguments by nullable variables.
  ///
  /// The variable or the argument has a default value, so the document is valid (GraphQL, section 5.8.5). A service
  /// reports an error for each field (section 6.4.1), but here, they are errors of the request.
  static func nullArguments(
    in document: Document, variables: MockJSON, _ types: TypeSystem
  ) -> [ValidationError] {
    let facts = DocumentFacts(document, types: types)
    var findings: [ValidationFinding] = []
    for use in facts.variableUses.joined() {
      let (name, container) = (document.text(document.nodes[use].range), facts.parent(of: use))
      guard variables.has(name), variables[name].isNull,
        facts.nodes[container].expected?.isNonNull == true
      else { continue }
      var argument = container
      while argument >= 0, document.nodes[argument].kind != .argument {
        argument = facts.parent(of: argument)
      }
      guard argument >= 0, let input = facts.nodes[argument].input else { continue }
      let value = argument + 1
      findings.append(
        argument == container
          ? ValidationFinding(
            reason: .nullArgument(name: input.name, type: input.type.text),
            places: [document.startOfPunctuator(before: use)])
          : ValidationFinding(
            reason: .invalidArgument(name: input.name, value: document.printed(value)),
            places: [Int(document.nodes[value].start)]))
    }
    return located(findings, in: document)
  }
}
