extension Document {
  /// What a service finds wrong with the document (GraphQL, section 5), in the order of the reference
  /// implementation and no more than it reports.
  /// - Parameters:
  ///   - rules: The edition of GraphQL over HTTP, and with it that of the language; nil reports only what
  ///     every edition refuses.
  ///   - types: The type system of the service. Without one, only what no type system can allow is
  ///     reported.
  func validate(by rules: HTTPEdition?, types: TypeSystem? = nil) -> [ValidationError] {
    if let error = firstGrammarError(by: rules) { return [error] }
    guard let known = types ?? TypeSystem.builtInsAlone else { return [] }
    var validator = DocumentValidator(
      self, types: known, knowsAllTypes: types != nil, rules: rules)
    validator.run()
    return ValidationError.located(validator.findings, in: self)
  }
}

extension TypeSystem {
  /// What every service has, for documents that are validated without a schema.
  static let builtInsAlone: TypeSystem? = {
    guard let document = try? Document.parse(builtIns).get() else { return nil }
    var reader = SchemaReader(document, builtIns: document.bytes.count)
    return reader.typeSystem().system
  }()
}

// The parser reads documents of the newest edition; what an older one does not have is found here.

extension Document {
  /// The first place that the grammar of an edition does not allow: that of deployed services, of
  /// October 2021, has neither descriptions of operations, fragments and variables nor `{ }`.
  func firstGrammarError(by rules: HTTPEdition?) -> ValidationError? {
    guard rules == .deployed else { return nil }
    let source = bytes.span
    var first: (offset: Int, reason: ValidationError.Reason)?
    func consider(_ offset: Int, _ reason: ValidationError.Reason) {
      if first.map({ offset < $0.offset }) ?? true { first = (offset, reason) }
    }
    for definition in definitions where definition.kind != .typeSystem {
      let start = definition.range.lowerBound
      if source[start] == UInt8(ascii: "\"") { consider(start, .description) }
    }
    for index in nodes.indices {
      switch nodes[index].kind {
      case .selectionSet where Int(nodes[index].next) == index + 1:
        // The offset of the closing brace.
        var lexer = Lexer(at: Int(nodes[index].end))
        consider(lexer.next(source).start, .emptySelectionSet)
      case .variableDefinition:
        let strings = tokens(before: index).filter { $0.kind == .string || $0.kind == .blockString }
        guard let token = strings.last else { continue }
        consider(
          token.start, .variableDescription(token: GraphQLSyntaxError.describe(token, source)))
      default: break
      }
    }
    guard let first else { return nil }
    let finding = ValidationError.Unlocated(reason: first.reason, places: [first.offset])
    return ValidationError.located([finding], in: self).first
  }

  /// Where the punctuator stands before a name: the `@` of a directive, the `$` of a variable, the
  /// `...` of a spread.
  func startOfPunctuator(before node: Int) -> Int {
    tokens(before: node).last?.start ?? Int(nodes[node].start)
  }

  /// The tokens between a node and the one before it, which is the last of what stands before.
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
