/// Validates directives (GraphQL specification, section 5.7).
extension DocumentValidator {
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

  func directive(of node: Int) -> DirectiveDefinition? { types.directives[name(of: node)] }

  /// - Precondition: The directive is `@defer` or `@stream`.
  private mutating func checkDelivery(_ node: Int) {
    let isDefer = isName(nodes[node].range, "defer")
    let isOnField = nodes[Int(facts[node].parent)].kind == .field
    guard isDefer != isOnField else { return }
    checkRoot(node, isDefer: isDefer)
    if isInSubscription(), !mayBeOff(node) {
      report(.deliveryInSubscription(isDefer: isDefer), placeBefore(node))
    }
    checkLabel(of: node)
    let field = Int(facts[node].parent)
    guard !isDefer, let parent = facts[field].parentType, let type = facts[field].field?.type,
      !type.nullable.isList
    else { return }
    report(.streamOfNoList(field: "\(parent.name).\(name(of: field))"), placeBefore(node))
  }

  private mutating func checkRoot(_ node: Int, isDefer: Bool) {
    for operation in [OperationType.mutation, .subscription] {
      guard let type = types.rootTypes[operation], facts[Int(facts[node].parent)].parentType == type
      else { continue }
      report(
        .deliveryAtRoot(isDefer: isDefer, operation: operation, type: type.name), placeBefore(node))
    }
  }

  private mutating func isInSubscription() -> Bool {
    if definitions[current].kind != .fragment { return isSubscription(current) }
    if fragmentsOfSubscriptions == nil {
      let subscriptions = definitions.indices.filter(isSubscription)
      fragmentsOfSubscriptions = Set(subscriptions.flatMap { referencedFragments(of: $0) })
    }
    return fragmentsOfSubscriptions?.contains(current) ?? false
  }

  private func isSubscription(_ definition: Int) -> Bool {
    if case .operation(.subscription) = definitions[definition].kind { true } else { false }
  }

  private func mayBeOff(_ node: Int) -> Bool {
    guard let value = value(ofArgument: "if", of: node) else { return false }
    return nodes[value].kind == .variable
      || nodes[value].kind == .name && isName(nodes[value].range, "false")
  }

  private mutating func checkLabel(of node: Int) {
    guard let value = value(ofArgument: "label", of: node) else { return }
    guard let label = document.scalar(at: value).string, nodes[value].kind == .string else {
      return report(.labelNotStatic(directive: name(of: node)), placeBefore(node))
    }
    if let first = labels[ByteKey(label.utf8)] {
      report(.repeatedLabel, [placeBefore(first), placeBefore(node)])
    } else {
      labels[ByteKey(label.utf8)] = node
    }
  }

  private func value(ofArgument name: String, of node: Int) -> Int? {
    document.firstChild(of: node, .argument) { isName($0.range, name) }.map { $0 + 1 }
  }

  private func location(of node: Int) -> DirectiveLocation {
    switch (nodes[Int(facts[node].parent)].kind, definitions[current].kind) {
    case (.field, _): .field
    case (.fragmentSpread, _): .fragmentSpread
    case (.inlineFragment, _): .inlineFragment
    case (.variableDefinition, _): .variableDefinition
    case (.fragmentDefinition, _): .fragmentDefinition
    case (_, .operation(.mutation)): .mutation
    case (_, .operation(.subscription)): .subscription
    case (_, .operation(.query)), (_, .fragment), (_, .typeSystem): .query
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
