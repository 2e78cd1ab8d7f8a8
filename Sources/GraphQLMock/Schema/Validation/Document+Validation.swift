extension Document {
  /// If `types` is nil, only rules that need no schema apply, and if `rules` is nil, only those of all editions.
  func validate(by rules: SpecificationEdition?, types: TypeSystem? = nil) -> [ValidationError] {
    if let error = firstGrammarError(by: rules) { return [error] }
    guard let known = types ?? TypeSystem.builtInsAlone else { return [] }
    var validator = DocumentValidator(self, types: known, knowsAllTypes: types != nil, rules: rules)
    validator.run()
    return ValidationError.located(validator.findings, in: self)
  }

  /// Returns an error for the first syntax that is newer than the October 2021 edition of the specification.
  func firstGrammarError(by rules: SpecificationEdition?) -> ValidationError? {
    guard rules == .deployed else { return nil }
    let source = bytes.span
    var found: [(offset: Int, reason: ValidationError.Reason)] = []
    for definition in definitions where definition.kind != .typeSystem {
      let start = definition.range.lowerBound
      if source[start] == UInt8(ascii: "\"") { found.append((start, .description)) }
    }
    for index in nodes.indices {
      switch nodes[index].kind {
      case .selectionSet where Int(nodes[index].next) == index + 1:
        var lexer = Lexer(at: Int(nodes[index].end))
        found.append((lexer.next(source).start, .emptySelectionSet))
      case .variableDefinition:
        let strings = tokens(before: index).filter { $0.kind == .string || $0.kind == .blockString }
        guard let token = strings.last else { continue }
        let text = GraphQLSyntaxError.describe(token, source)
        found.append((token.start, .variableDescription(token: text)))
      default: break
      }
    }
    guard let first = found.min(by: { $0.offset < $1.offset }) else { return nil }
    let finding = ValidationFinding(reason: first.reason, places: [first.offset])
    return ValidationError.located([finding], in: self).first
  }

  /// Returns the offset of the `@`, `$` or `...` before the name of a directive, variable or fragment.
  func startOfPunctuator(before node: Int) -> Int {
    tokens(before: node).last?.start ?? Int(nodes[node].start)
  }

  private func tokens(before node: Int) -> [Token] {
    var lexer = Lexer(at: Int(nodes[node - 1].end))
    var tokens: [Token] = []
    var token = lexer.next(bytes.span)
    while token.start < Int(nodes[node].start), token.kind != .endOfFile {
      tokens.append(token)
      token = lexer.next(bytes.span)
    }
    return tokens
  }
}

extension SelectedOperation {
  /// Returns the document's errors, and one if the schema has no root type for the operation (GraphQL, section 6.2).
  func errors(by rules: SpecificationEdition?, types: TypeSystem?) -> [ValidationError] {
    let errors = document.validate(by: rules, types: types)
    guard let types, types.rootTypes[operation.type] == nil else { return errors }
    let start = document.definitions[operation.definition].range.lowerBound
    let finding = ValidationFinding(reason: .noRootType(operation.type), places: [start])
    return errors + ValidationError.located([finding], in: document)
  }
}
