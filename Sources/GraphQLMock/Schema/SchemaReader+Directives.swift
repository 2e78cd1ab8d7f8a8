// The directives of a schema, held against their definitions (GraphQL, sections 5.4 and 5.7).
extension SchemaReader {
  /// Where the first directive of each name stands at one place; a type and its extensions are one.
  private typealias Seen = [String: Int]

  mutating func checkDirectives(_ known: SchemaMembers<DirectiveDefinition>) {
    var seen: [String: Seen] = [:]
    for definition in document.definitions where definition.range.lowerBound >= builtIns {
      let end = Int(document.nodes[definition.node].next)
      guard document.nodes[definition.node..<end].contains(where: { $0.kind == .directive }),
        let location = Self.locations[document.text(definition.keyword)]
      else { continue }
      // A schema has no name, and a directive's definition no directives but those of its arguments.
      check(definition.node, location, known, &seen[document.text(definition.name), default: [:]])
    }
  }

  private static let locations: [String: DirectiveLocation] = [
    "schema": .schema, "scalar": .scalar, "type": .object, "interface": .interface,
    "union": .union, "enum": .enum, "input": .inputObject, "directive": .directiveDefinition,
  ]

  /// Where directives of members stand: of fields, values and arguments.
  private static let memberLocations: [DirectiveLocation: DirectiveLocation] = [
    .object: .fieldDefinition, .interface: .fieldDefinition, .enum: .enumValue,
    .inputObject: .inputFieldDefinition,
  ]

  /// Checks the directives of a definition or member, and of what belongs to it.
  private mutating func check(
    _ node: Int, _ location: DirectiveLocation, _ known: SchemaMembers<DirectiveDefinition>,
    _ seen: inout Seen
  ) {
    for child in document.children(of: node) {
      switch document.nodes[child].kind {
      case .directive: check(directive: child, location, known, &seen)
      case .memberDefinition:
        var seen: Seen = [:]
        check(child, Self.memberLocations[location] ?? .argumentDefinition, known, &seen)
      default: break
      }
    }
  }

  private mutating func check(
    directive node: Int, _ location: DirectiveLocation,
    _ known: SchemaMembers<DirectiveDefinition>, _ seen: inout Seen
  ) {
    let name = facts(node).name
    let arguments = SchemaMembers(document.children(of: node, .argument).map { facts($0) })
    // One error for all of a name.
    let repeated = Dictionary(arguments.repeated.map { ($0.member.name, $0) }) { one, _ in one }
    for (name, (again, first)) in repeated {
      report(.use(.duplicate(.argument, name: name)), again.offset, first: first)
    }
    guard let directive = known[name] else { return }
    let place = document.startOfPunctuator(before: node)
    if !directive.locations.contains(location) {
      report(.use(.misplacedDirective(name: name, location: location.rawValue)), place)
    }
    if let first = seen[name], !directive.isRepeatable {
      report(.use(.repeatedDirective(name: name)), place, first: first)
    }
    seen[name] = seen[name] ?? place
    for argument in arguments where directive.arguments[argument.name] == nil {
      let similar = similar(to: argument.name, among: directive.arguments)
      report(
        .use(.unknownDirectiveArgument(name: argument.name, directive: name, similar: similar)),
        argument.offset)
    }
    for argument in directive.arguments
    where argument.isRequired && arguments[argument.name] == nil {
      let type = argument.type.text
      report(
        .use(.missingDirectiveArgument(directive: name, argument: argument.name, type: type)), place
      )
    }
  }
}
