/// Validates directives (GraphQL specification, section 5.7).
extension DocumentValidator {
  mutating func enterDirective(_ node: Int) {
    if let directive = directive(of: node) {
      let location = location(of: node)
      if !directive.locations.contains(location) {
        report(
          .misplacedDirective(name: name(of: node), location: location.rawValue), placeBefore(node))
      }
      checkArgumentNames(node, directive)
    } else if knowsAllTypes {
      report(.unknownDirective(name: name(of: node)), placeBefore(node))
    }
    checkRepeatedArguments(of: node)
  }

  func directive(of node: Int) -> DirectiveDefinition? { types.directives[name(of: node)] }

  private func location(of node: Int) -> DirectiveLocation {
    switch (nodes[Int(facts[node].parent)].kind, definitions[current].kind) {
    case (.field, _): .field
    case (.fragmentSpread, _): .fragmentSpread
    case (.inlineFragment, _): .inlineFragment
    case (.variableDefinition, _): .variableDefinition
    case (.fragmentDefinition, _): .fragmentDefinition
    case (_, .operation(.mutation)): .mutation
    case (_, .operation(.subscription)): .subscription
    default: .query
    }
  }

  private mutating func checkArgumentNames(_ node: Int, _ directive: DirectiveDefinition) {
    for argument in document.children(of: node, .argument) where facts[argument].input == nil {
      report(
        .unknownArgument(
          name: name(of: argument), of: "directive \"@\(name(of: node))\"",
          similar: directive.arguments.names(similarTo: name(of: argument))), start(of: argument))
    }
  }

  mutating func checkRepeatedDirectives(of node: Int) {
    let groups = groupsOfOneName(document.children(of: node, .directive)).filter { group in
      directive(of: group[0]).map { !$0.isRepeatable } ?? false
    }
    let repeats = groups.flatMap { group in group.dropFirst().map { (group[0], $0) } }
      .ordered { $0.1 < $1.1 }
    for (first, again) in repeats {
      report(.repeatedDirective(name: name(of: first)), [placeBefore(first), placeBefore(again)])
    }
  }
}
