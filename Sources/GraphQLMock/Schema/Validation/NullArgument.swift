/// A null for a non-null argument, which a document may pass by a nullable variable (GraphQL, section 6.4.1).
///
/// The variable or the argument has a default value, so the document is valid (section 5.8.5).
struct NullArgument: Sendable {
  /// The syntax node of the field, or of the field or fragment with `@skip` or `@include`.
  let selection: Int
  let error: ValidationError

  static func all(
    in document: Document, variables: MockJSON, _ types: TypeSystem
  ) -> [NullArgument] {
    let facts = DocumentFacts(document, types: types)
    func parent(_ node: Int) -> Int { Int(facts.nodes[node].parent) }
    var found: [(selection: Int, finding: ValidationFinding)] = []
    for use in facts.variableUses.joined() {
      let (name, container) = (document.text(document.nodes[use].range), parent(use))
      guard variables.has(name), variables[name].isNull,
        facts.nodes[container].expected?.isNonNull == true
      else { continue }
      var argument = container
      while argument >= 0, document.nodes[argument].kind != .argument {
        argument = parent(argument)
      }
      guard argument >= 0, let input = facts.nodes[argument].input else { continue }
      var selection = parent(argument)
      if document.nodes[selection].kind == .directive {
        let directive = document.text(document.nodes[selection].range)
        guard directive == "skip" || directive == "include" else { continue }
        selection = parent(selection)
      }
      let value = argument + 1
      let finding =
        argument == container
        ? ValidationFinding(
          reason: .nullArgument(name: input.name, type: input.type.text),
          places: [document.startOfPunctuator(before: use)])
        : ValidationFinding(
          reason: .invalidArgument(name: input.name, value: document.printed(value)),
          places: [Int(document.nodes[value].start)])
      found.append((selection, finding))
    }
    let errors = ValidationError.located(found.map(\.finding), in: document)
    return zip(found, errors).map { NullArgument(selection: $0.selection, error: $1) }
  }
}
