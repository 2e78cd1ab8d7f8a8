import TestSupport

@testable import GraphQLMock

/// The verdict of graphql-core 3.2.8 on a document or on the values of its variables, as
/// `scripts/check-validation.py` writes it.
struct ValidationCase: Decodable, Sendable {
  let schema: String?
  let document: String
  let variables: MockJSON?
  let expected: [Row]
  /// Whether only the rules that need no schema are applied.
  let isBare: Bool?
  /// Whether all rules together accept the document.
  let isAccepted: Bool?
  /// The rule to which the case belongs.
  let rule: String?

  /// A message in double quotes, its positions, and in our verdict the rule.
  struct Row: Codable, Equatable, Sendable, CustomStringConvertible {
    let message: String
    let places: [[Int]]
    var rule = ""

    init(_ error: ValidationError) {
      message = ReferenceMessage.inDoubleQuotes(error.message)
      places = error.locations.map { [$0.line, $0.column] }
      rule = error.reason.rule?.rawValue ?? ""
    }

    init(_ error: GraphQLSyntaxError) {
      message = ReferenceMessage.inDoubleQuotes(error.message)
      places = [[error.line, error.column]]
    }

    init(from decoder: any Decoder) throws {
      var row = try decoder.unkeyedContainer()
      message = try row.decode(String.self)
      places = try row.decode([[Int]].self)
    }

    func encode(to encoder: any Encoder) throws {
      var row = encoder.unkeyedContainer()
      try row.encode(message)
      try row.encode(places)
      try row.encode(rule)
    }

    static func == (left: Row, right: Row) -> Bool {
      left.message == right.message && left.places == right.places
    }

    var isOfMerging: Bool { message.hasPrefix("Fields \"") && message.contains("conflict because") }

    var description: String { "\(message) \(places)" }
  }

  /// The rules that need no schema, for which graphql-core can be run separately.
  static let bareRules: Set<String> = [
    "ExecutableDefinitionsRule", "UniqueOperationNamesRule", "LoneAnonymousOperationRule",
    "UniqueFragmentNamesRule", "KnownFragmentNamesRule", "NoUnusedFragmentsRule",
    "NoFragmentCyclesRule", "UniqueVariableNamesRule", "NoUndefinedVariablesRule",
    "NoUnusedVariablesRule", "UniqueArgumentNamesRule", "UniqueInputFieldNamesRule",
  ]

  /// Whether both are equal except for fields that can't be merged.
  ///
  /// graphql-core reports those among the others, together with the fields around them; both must
  /// have some or none.
  static func agree(_ rows: [Row], _ expected: [Row]) -> Bool {
    rows.filter { !$0.isOfMerging } == expected.filter { !$0.isOfMerging }
      && rows.contains(where: \.isOfMerging) == expected.contains(where: \.isOfMerging)
  }

  /// The verdict of this package.
  func validate(_ schemas: [String: ServiceSchema]) throws -> [Row] {
    let types = try schema.flatMap { try schemas[$0]?.system }
    switch Document.parse(document) {
    case .failure(let error): return [Row(error)]
    case .success(let document):
      guard let variables else {
        return document.validate(by: .deployed, types: types).filter {
          // graphql-core 3.2.8 doesn't have this rule, and deployed services only warn.
          if case .subscriptionConditions(_, isRefused: false) = $0.reason { false } else { true }
        }.map { Row($0) }
      }
      let operation = try document.selectOperation(named: firstName(document)).get()
      return VariableCheck.errors(in: variables, for: operation, of: document, types: types)
        .map { Row($0) }
    }
  }

  private func firstName(_ document: Document) -> String? {
    for definition in document.definitions {
      if case .operation = definition.kind { return document.text(definition.name) }
    }
    return nil
  }
}

/// A file of cases, with the schemas that they name.
struct ValidationCases: Decodable, Sendable {
  let schemas: [String: String]
  let cases: [ValidationCase]

  func loadedSchemas() throws -> [String: ServiceSchema] {
    try schemas.mapValues { text throws in try ServiceSchema(definitions: text) }
  }
}

extension ValidationError.Reason {
  /// The broken rule; nil for errors outside section 5.
  var rule: ValidationRule? {
    switch self {
    case .emptySelectionSet, .description, .variableDescription: nil
    case .notExecutable: .executableDefinitions
    case .duplicate(.operation, _): .uniqueOperationNames
    case .anonymousOperationNotAlone: .loneAnonymousOperation
    case .subscriptionFields, .subscriptionIntrospection: .singleFieldSubscriptions
    case .unknownField: .fieldsOnCorrectType
    case .leafWithSelection, .missingSelection: .scalarLeafs
    case .conflict: .overlappingFieldsCanBeMerged
    case .unknownArgument: .knownArgumentNames
    case .duplicate(.argument, _): .uniqueArgumentNames
    case .missingArgument: .providedRequiredArguments
    case .unknownType: .knownTypeNames
    case .fragmentOnLeaf: .fragmentsOnCompositeTypes
    case .duplicate(.fragment, _): .uniqueFragmentNames
    case .unknownFragment: .knownFragmentNames
    case .unusedFragment: .noUnusedFragments
    case .impossibleSpread: .possibleFragmentSpreads
    case .fragmentCycle: .noFragmentCycles
    case .wrongValue, .refusedValue, .notScalar, .notEnum, .unknownEnumValue, .notOneKey,
      .nullOneOf,
      .nullableOneOfVariable, .unknownInputField, .missingInputField:
      .valuesOfCorrectType
    case .duplicate(.inputField, _): .uniqueInputFieldNames
    case .unknownDirective, .misplacedDirective: .knownDirectives
    case .repeatedDirective: .uniqueDirectivesPerLocation
    case .duplicate(.variable, _): .uniqueVariableNames
    case .variableOfOutputType: .variablesAreInputTypes
    case .undefinedVariable: .noUndefinedVariables
    case .unusedVariable: .noUnusedVariables
    case .variablePosition, .nullableOneOfPosition: .variablesInAllowedPosition
    case .introspectionDepth: .maxIntrospectionDepth
    // Rules of graphql-js 17.
    case .deliveryAtRoot, .deliveryInSubscription, .labelNotStatic, .repeatedLabel,
      .streamOfNoList, .subscriptionConditions:
      nil
    case .noRootType, .nullArgument, .invalidArgument, .unknownCursor: nil
    case .missingVariable, .nullVariable, .variableNotCoercible, .variableValue, .nullValue,
      .notObject, .notOneKeyOfValue, .refused, .tooManyErrors, .tooManyVariableErrors, .tooComplex,
      .variablesTooLong, .undeclaredVariables, .duplicate(.type, _), .duplicate(.directive, _):
      nil
    }
  }
}
