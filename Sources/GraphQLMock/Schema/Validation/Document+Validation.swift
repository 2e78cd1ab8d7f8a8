extension Document {
  /// Validates the document. If `types` is nil, only rules that need no schema apply.
  func validate(types: TypeSystem? = nil) -> [ValidationError] {
    guard let known = types ?? TypeSystem.builtInsAlone else { return [] }
    var validator = DocumentValidator(self, types: known, knowsAllTypes: types != nil)
    validator.run()
    return ValidationError.located(validator.findings, in: self)
  }

  /// Returns the offset of the `@`, `$` or `...` before the name of a directive, variable or fragment.
  func startOfPunctuator(before node: Int) -> Int {
    let (end, start) = (Int(nodes[node - 1].end), Int(nodes[node].start))
    var lexer = Lexer(at: end)
    var place = start
    while case let token = lexer.next(bytes.span), token.start < start, token.kind != .endOfFile {
      place = token.start
    }
    return place
  }
}

extension SelectedOperation {
  func errors(types: TypeSystem?) -> [ValidationError] {
    document.validate(types: types) + (rootError(in: types).map { [$0] } ?? [])
  }

  /// Returns an error if the schema has no root type for the operation (GraphQL, section 6.2).
  func rootError(in types: TypeSystem?) -> ValidationError? {
    guard let types, types.rootTypes[operation.type] == nil else { return nil }
    let start = document.definitions[operation.definition].range.lowerBound
    let finding = ValidationFinding(reason: .noRootType(operation.type), places: [start])
    return ValidationError.located([finding], in: document).first
  }
}

struct ValidationFinding: Sendable {
  let reason: ValidationError.Reason
  let places: [Int]
}

extension TypeSystem {
  static let builtInsAlone: TypeSystem? = {
    guard let document = try? Document.parse(builtIns).get() else { return nil }
    var reader = SchemaReader(document, builtIns: document.bytes.count)
    return reader.typeSystem().system
  }()
}
