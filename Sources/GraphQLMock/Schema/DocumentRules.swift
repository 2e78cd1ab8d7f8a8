/// By which edition of the specification a document is judged, where the editions differ.
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
  /// What every service has, for documents that are judged without a schema.
  static let builtInsAlone: TypeSystem? = {
    let bytes = ContiguousArray(builtIns.utf8)
    var reader = SchemaReader(bytes)
    return reader.read(bytes.span, from: 0) ? reader.typeSystem().system : nil
  }()
}
