/// By which edition of the specification a document is validated, where the editions differ.
struct DocumentRules: Hashable, Sendable {
  /// Whether `{ }` is a selection set: so says the edition of September 2026.
  let acceptsEmptySelectionSets: Bool
  /// Whether operations, fragments and variables may have descriptions: so says the edition of
  /// September 2025.
  let acceptsDescriptions: Bool

  /// What deployed services do: the edition of October 2021.
  static let deployed = DocumentRules(acceptsEmptySelectionSets: false, acceptsDescriptions: false)

  static let september2026 = DocumentRules(
    acceptsEmptySelectionSets: true, acceptsDescriptions: true)
}

extension Document {
  /// What a service finds wrong with the document (GraphQL, section 5), in the order of the reference
  /// implementation and no more than it reports.
  /// - Parameters:
  ///   - rules: The edition.
  ///   - types: The type system of the service. Without one, only what no type system can allow is
  ///     reported.
  func validate(by rules: DocumentRules, types: TypeSystem? = nil) -> [ValidationError] {
    if let error = firstGrammarError(by: rules) { return [error] }
    guard let known = types ?? TypeSystem.builtInsAlone else { return [] }
    var validator = DocumentValidator(self, types: known, knowsAllTypes: types != nil)
    validator.run()
    return ValidationError.located(validator.findings, in: self)
  }
}

/// An error whose places are offsets yet.
struct ValidationFinding: Sendable {
  /// Where something begins.
  enum Place: Hashable, Sendable {
    case at(Int)
    /// Where the token begins that stands before the one at an offset: the `@` of a directive, the
    /// `$` of a variable, the `...` of a spread.
    case tokenBefore(Int)
  }

  let reason: ValidationError.Reason
  let places: [Place]
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
  /// The first place that the grammar of an edition does not allow.
  func firstGrammarError(by rules: DocumentRules) -> ValidationError? {
    if rules.acceptsEmptySelectionSets, rules.acceptsDescriptions { return nil }
    let source = bytes.span
    var first: (offset: Int, reason: ValidationError.Reason)?
    func consider(_ offset: Int, _ reason: ValidationError.Reason) {
      if first.map({ offset < $0.offset }) ?? true { first = (offset, reason) }
    }
    if !rules.acceptsDescriptions {
      for definition in definitions where definition.kind != .typeSystem {
        let start = definition.range.lowerBound
        if source[start] == UInt8(ascii: "\"") { consider(start, .description) }
      }
    }
    for index in nodes.indices {
      switch nodes[index].kind {
      case .selectionSet
      where Int(nodes[index].next) == index + 1 && !rules.acceptsEmptySelectionSets:
        // The offset of the closing brace.
        var lexer = Lexer(at: Int(nodes[index].end))
        consider(lexer.next(source).start, .emptySelectionSet)
      case .variableDefinition where !rules.acceptsDescriptions:
        if let token = description(ofVariable: index) {
          consider(
            token.start, .variableDescription(token: GraphQLSyntaxError.describe(token, source)))
        }
      default: break
      }
    }
    guard let first else { return nil }
    let finding = ValidationFinding(reason: first.reason, places: [.at(first.offset)])
    return ValidationError.located([finding], in: self).first
  }

  /// The string before the `$` of a variable's definition.
  ///
  /// The node before it is the last of what stands before, a default value perhaps.
  private func description(ofVariable node: Int) -> Token? {
    let source = bytes.span
    let start = Int(nodes[node - 1].end)
    let name = Int(nodes[node].start)
    guard (start..<name).contains(where: { source[$0] == UInt8(ascii: "\"") }) else { return nil }
    var lexer = Lexer(at: start)
    var found: Token?
    var token = lexer.next(source)
    while token.start < name, token.kind != .endOfFile {
      if token.kind == .string || token.kind == .blockString { found = token }
      token = lexer.next(source)
    }
    return found
  }
}
