@testable import GraphQLMock

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

extension ValidationError.Reason {
  /// The rule that is broken; nil for what no rule of section 5 says.
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
    case .unknownArgument, .unknownDirectiveArgument: .knownArgumentNames
    case .duplicate(.argument, _): .uniqueArgumentNames
    case .missingArgument, .missingDirectiveArgument: .providedRequiredArguments
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
    case .missingVariable, .nullVariable, .variableNotCoercible, .variableValue, .nullValue,
      .notObject, .notOneKeyOfValue, .refused, .tooManyErrors, .tooManyVariableErrors, .tooComplex,
      .variablesTooLong, .undeclaredVariables, .duplicate(.type, _), .duplicate(.directive, _):
      nil
    }
  }
}
