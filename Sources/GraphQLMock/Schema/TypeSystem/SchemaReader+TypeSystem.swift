import Foundation

/// Creates a type system from the definitions in a schema. Applies type extensions and reports unknown type names.
extension SchemaReader {
  /// The maximum number of errors with suggestions. Each suggestion takes time, because it compares all type names.
  private static let suggestionLimit = 20

  mutating func typeSystem(
    _ sources: [TypeSystem.Source] = []
  ) -> (system: TypeSystem?, errors: [SchemaValidationError]) {
    for offset in schemaDefinitions.dropFirst() {
      report(.repeatedSchemaDefinition, offset, first: schemaDefinitions[0])
    }
    var types = definedTypes()
    let names = Set(types.map(\.name))
    for use in uses where !names.contains(use.name) {
      let similar = similar(to: use.name, among: types)
      report(.use(.unknownType(name: use.name, similar: similar)), use.offset)
    }
    extend(&types)
    let all = SchemaMembers(types.map(NamedType.init))
    let known = knownDirectives()
    checkRepeats(all, known)
    guard errors.isEmpty, let metaFields = blocks.first(where: { $0.isMetaFields })?.fields else {
      return (nil, errors.ordered { $0.offset < $1.offset })
    }
    let system = TypeSystem(
      document: document, types: all, directives: known, rootTypes: rootTypes(all),
      metaFields: metaFields, sources: sources)
    return (system, [])
  }

  private mutating func definedTypes() -> [TypeBlock] {
    let defined = SchemaMembers(blocks.filter { !$0.isExtension && !$0.isMetaFields })
    // Definitions of built-in types such as `Int`, which some tools print, are ignored: the first of a name counts.
    for (block, first) in defined.repeated where defined[block.name]?.isBuiltIn == false {
      report(.use(.duplicate(.type, name: block.name)), block.offset, first: first)
    }
    return defined.unique
  }

  private func similar(
    to name: String, among elements: some Sequence<some SchemaElement>
  ) -> [String] {
    guard errors.count < Self.suggestionLimit else { return [] }
    return EditDistance.similar(to: name, among: elements.lazy.map(\.name))
  }

  private mutating func extend(_ types: inout [TypeBlock]) {
    // `definedTypes` returns no name twice.
    let positions = Dictionary(
      uniqueKeysWithValues: types.enumerated().map { ($0.element.name, $0.offset) })
    for block in blocks where block.isExtension {
      if let index = positions[block.name], types[index].kind == block.kind {
        types[index].extend(by: block)
      } else if positions[block.name] != nil {
        report(.extendedOtherKind(block.kind, block.name), block.offset)
      } else {
        let similar = similar(to: block.name, among: types.lazy.filter { !$0.isBuiltIn })
        report(.extendedNothing(block.name, similar: similar), block.offset)
      }
    }
  }

  /// Returns all directives. A directive of the schema replaces a built-in directive with the same name.
  private mutating func knownDirectives() -> SchemaMembers<DirectiveDefinition> {
    let own = SchemaMembers(directives.filter { !$0.isBuiltIn })
    for (directive, first) in own.repeated {
      report(.use(.duplicate(.directive, name: directive.name)), directive.offset, first: first)
    }
    return SchemaMembers(directives.filter { !$0.isBuiltIn || own[$0.name] == nil })
  }

  private mutating func checkRepeats(
    _ types: SchemaMembers<NamedType>, _ directives: SchemaMembers<DirectiveDefinition>
  ) {
    for type in types {
      checkRepeats(type.fields) { .repeatedField(path: "\(type.name).\($0)") }
      checkRepeats(type.inputFields) { .repeatedField(path: "\(type.name).\($0)") }
      checkRepeats(type.enumValues) { .repeatedEnumValue(path: "\(type.name).\($0)") }
      for field in type.fields {
        checkRepeats(field.arguments) {
          .repeatedArgument(path: "\(type.name).\(field.name)(\($0):)")
        }
      }
    }
    for directive in directives {
      checkRepeats(directive.arguments) { .repeatedArgument(path: "@\(directive.name)(\($0):)") }
    }
  }

  private mutating func checkRepeats<Member>(
    _ members: SchemaMembers<Member>, _ reason: (String) -> SchemaValidationError.Reason
  ) {
    for (member, first) in members.repeated {
      report(reason(member.name), member.offset, first: first)
    }
  }

  /// By default, the root types are `Query`, `Mutation` and `Subscription` (GraphQL specification, section 3.3.1).
  private func rootTypes(_ types: SchemaMembers<NamedType>) -> [OperationType: NamedType] {
    var result: [OperationType: NamedType] = [:]
    for root in rootOperations { result[root.type] = types[root.use.name] }
    guard schemaDefinitions.isEmpty else { return result }
    for operation in OperationType.allCases where result[operation] == nil {
      result[operation] = types[operation.rawValue.capitalized]
    }
    return result
  }
}
