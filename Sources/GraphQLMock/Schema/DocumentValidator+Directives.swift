// Section 5.7 "Directives".
extension DocumentValidator {
  /// Directives Are Defined, Directives Are In Valid Locations; Argument Names and Argument Uniqueness
  /// of directives.
  mutating func enterDirective(_ node: Int) {
    if let directive = directive(of: node) {
      let location = location(of: node)
      if !directive.locations.contains(location) {
        report(
          .misplacedDirective(name: name(of: node), location: location.rawValue), placeBefore(node))
      }
      if types.divides(directive) { checkDelivery(node) }
      checkArgumentNames(node, directive)
    } else if knowsAllTypes {
      report(.unknownDirective(name: name(of: node)), placeBefore(node))
    }
    checkRepeatedArguments(of: node)
  }

  private func directive(of node: Int) -> DirectiveDefinition? {
    types.directives[name(of: node)]
  }

  /// The parts of a mutation are executed in order, and those of a subscription are events: neither is
  /// divided at its root (Defer And Stream Directives Are Used On Valid Root Field).
  ///
  /// `@defer` on a field and `@stream` on a fragment are a service's own. Without a schema nobody knows
  /// the types of the roots.
  private mutating func checkDelivery(_ node: Int) {
    let isDefer = isName(nodes[node].range, "defer")
    guard isDefer || isName(nodes[node].range, "stream") else { return }
    let isOnField = nodes[Int(facts[node].parent)].kind == .field
    guard isDefer != isOnField else { return }
    for operation in [OperationType.mutation, .subscription] {
      guard let type = types.rootTypes[operation],
        facts[Int(facts[node].parent)].parentType == type
      else { continue }
      report(
        .deliveryAtRoot(isDefer: isDefer, operation: operation, type: type.name), placeBefore(node))
    }
  }

  private func location(of node: Int) -> DirectiveLocation {
    let parent = Int(facts[node].parent)
    switch nodes[parent].kind {
    case .field: return .field
    case .fragmentSpread: return .fragmentSpread
    case .inlineFragment: return .inlineFragment
    case .variableDefinition: return .variableDefinition
    case .fragmentDefinition: return .fragmentDefinition
    default: return operationLocation
    }
  }

  private var operationLocation: DirectiveLocation {
    switch definitions[current].kind {
    case .operation(.mutation): .mutation
    case .operation(.subscription): .subscription
    default: .query
    }
  }

  private mutating func checkArgumentNames(_ node: Int, _ directive: DirectiveDefinition) {
    for argument in document.children(of: node, .argument) where facts[argument].input == nil {
      report(
        .unknownDirectiveArgument(
          name: name(of: argument), directive: name(of: node),
          similar: directive.arguments.names(similarTo: name(of: argument))),
        start(of: argument))
    }
  }

  /// Required Arguments of directives, asked when the directive is left.
  mutating func checkRequiredArguments(ofDirective node: Int) {
    guard let directive = directive(of: node) else { return }
    for argument in directive.arguments where argument.isRequired && !has(argument, node) {
      report(
        .missingDirectiveArgument(
          directive: name(of: node), argument: argument.name, type: argument.type.text),
        placeBefore(node))
    }
  }

  /// Directives Are Unique Per Location.
  mutating func checkRepeatedDirectives(of node: Int) {
    let groups = groupsOfOneName(document.children(of: node, .directive)).filter { group in
      directive(of: group[0]).map { !$0.isRepeatable } ?? false
    }
    // In the order of the text, each with the first of its name.
    let repeats = groups.flatMap { group in group.dropFirst().map { (group[0], $0) } }
      .ordered { $0.1 < $1.1 }
    for (first, again) in repeats {
      report(.repeatedDirective(name: name(of: first)), [placeBefore(first), placeBefore(again)])
    }
  }
}
