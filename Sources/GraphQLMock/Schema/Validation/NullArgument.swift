/// A null for a non-null argument, which a document may pass by a nullable variable (GraphQL, section 6.4.1).
///
/// The variable or the argument has a default value, so the document is valid (section 5.8.5).
struct NullArgument: Sendable {
  /// The syntax node of the field, or of the field or fragment with `@skip` or `@include`.
  let selection: Int
  let error: ValidationError

  static func all(
    in selected: SelectedOperation, variables: MockJSON, _ types: TypeSystem
  ) -> [NullArgument] {
    let (document, executed) = (selected.document, selections(of: selected, variables))
    let facts = DocumentFacts(document, types: types)
    func parent(_ node: Int) -> Int { Int(facts.nodes[node].parent) }
    var found: [(selection: Int, finding: ValidationFinding)] = []
    for use in facts.variableUses.joined() {
      let (name, container) = (document.name(of: use), parent(use))
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
        guard ["skip", "include"].contains(document.name(of: selection)) else { continue }
        selection = parent(selection)
      }
      guard executed.contains(selection) else { continue }
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

  /// Returns the fields and fragments of the operation, except those that `@skip` and `@include` exclude.
  private static func selections(
    of selected: SelectedOperation, _ variables: MockJSON
  ) -> Set<Int> {
    let document = selected.document
    let fragments = FragmentTable(document)
    var found: Set<Int> = []
    var pending = [document.definitions[selected.operation.definition].node]
    while let node = pending.popLast() {
      let children = document.selectionSet(of: node).map { document.children(of: $0) } ?? []
      for child in children
      where document.isIncluded(child, variables: variables) != false
        && found.insert(child).inserted
      {
        pending.append(child)
        if document.nodes[child].kind == .fragmentSpread {
          let fragment = fragments.definition(named: document.nodes[child].range, in: document)
          pending += fragment.map { [document.definitions[$0].node] } ?? []
        }
      }
    }
    return found
  }
}
