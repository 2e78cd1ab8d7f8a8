/// Why a service refuses a request before it executes anything (GraphQL, sections 5 and 6.1.2).
struct ValidationError: Error, Hashable, Sendable {
  /// A place in the document.
  struct Location: Hashable, Sendable {
    /// Counted from 1; lines end in LF, CR or CR LF.
    let line: Int
    /// Counted from 1 in UTF-16 code units, as the reference implementation counts.
    let column: Int
  }

  let reason: Reason
  /// The places that the error is about, in the order of the reference implementation.
  let locations: [Location]

  /// The rule that is broken; nil for what no rule of section 5 says.
  var rule: ValidationRule? { reason.rule }

  /// What a service puts into `errors[].message`.
  var message: String { reason.message }
}

extension ValidationError: CustomStringConvertible {
  /// The message, and where: `Fragment "F" is never used. (3:1)`.
  var description: String {
    if locations.isEmpty { return message }
    let places = locations.map { "\($0.line):\($0.column)" }.joined(separator: ", ")
    return "\(message) (\(places))"
  }
}

/// The rules of section 5, by the names that they have in the reference implementation.
enum ValidationRule: String, Sendable, CaseIterable {
  case executableDefinitions = "ExecutableDefinitionsRule"
  case uniqueOperationNames = "UniqueOperationNamesRule"
  case loneAnonymousOperation = "LoneAnonymousOperationRule"
  case singleFieldSubscriptions = "SingleFieldSubscriptionsRule"
  case knownTypeNames = "KnownTypeNamesRule"
  case fragmentsOnCompositeTypes = "FragmentsOnCompositeTypesRule"
  case variablesAreInputTypes = "VariablesAreInputTypesRule"
  case scalarLeafs = "ScalarLeafsRule"
  case fieldsOnCorrectType = "FieldsOnCorrectTypeRule"
  case uniqueFragmentNames = "UniqueFragmentNamesRule"
  case knownFragmentNames = "KnownFragmentNamesRule"
  case noUnusedFragments = "NoUnusedFragmentsRule"
  case possibleFragmentSpreads = "PossibleFragmentSpreadsRule"
  case noFragmentCycles = "NoFragmentCyclesRule"
  case uniqueVariableNames = "UniqueVariableNamesRule"
  case noUndefinedVariables = "NoUndefinedVariablesRule"
  case noUnusedVariables = "NoUnusedVariablesRule"
  case knownDirectives = "KnownDirectivesRule"
  case uniqueDirectivesPerLocation = "UniqueDirectivesPerLocationRule"
  case knownArgumentNames = "KnownArgumentNamesRule"
  case uniqueArgumentNames = "UniqueArgumentNamesRule"
  case valuesOfCorrectType = "ValuesOfCorrectTypeRule"
  case providedRequiredArguments = "ProvidedRequiredArgumentsRule"
  case variablesInAllowedPosition = "VariablesInAllowedPositionRule"
  case overlappingFieldsCanBeMerged = "OverlappingFieldsCanBeMergedRule"
  case uniqueInputFieldNames = "UniqueInputFieldNamesRule"
  case maxIntrospectionDepth = "MaxIntrospectionDepthRule"
}
