extension ValidationError {
  /// Types are spelled as in a schema, and values as the reference implementation prints them.
  indirect enum Reason: Hashable, Sendable {
    // Syntax that an edition lacks
    case emptySelectionSet
    case description
    case variableDescription(token: String)

    // Section 5.1 and 5.2, definitions and operations; nil stands for what has no name
    case notExecutable(definition: String?)
    case duplicate(Named, name: String)
    case anonymousOperationNotAlone
    case subscriptionFields(operation: String?)
    case subscriptionIntrospection(operation: String?)
    case subscriptionConditions(operation: String?, isRefused: Bool)

    // Section 5.3, fields
    case unknownField(name: String, type: String, types: [String], fields: [String])
    case leafWithSelection(field: String, type: String)
    case missingSelection(field: String, type: String)
    case conflict(responseName: String, Conflict)

    // Section 5.4, arguments
    case unknownArgument(name: String, field: String, similar: [String])
    case unknownDirectiveArgument(name: String, directive: String, similar: [String])
    case missingArgument(field: String, argument: String, type: String)
    case missingDirectiveArgument(directive: String, argument: String, type: String)

    // Section 5.5, fragments; nil stands for inline fragments
    case unknownType(name: String, similar: [String])
    case fragmentOnLeaf(fragment: String?, type: String)
    case unknownFragment(name: String)
    case unusedFragment(name: String)
    case impossibleSpread(fragment: String?, parent: String, type: String)
    case fragmentCycle(name: String, path: [String])

    // Section 5.6, values
    case wrongValue(type: String, found: String)
    case refusedValue(type: String, found: String, reason: String)
    case notScalar(Scalar, String)
    case notEnum(type: String, String, isLiteral: Bool, similar: [String])
    case unknownEnumValue(String, type: String, similar: [String])
    case notOneKey(type: String)
    case nullOneOf(field: String)
    case nullableOneOfVariable(name: String, type: String)
    case nullableOneOfPosition(name: String, type: String, oneOf: String)
    case unknownInputField(name: String, type: String, similar: [String])
    case missingInputField(field: String, type: String)

    // Section 5.7, directives
    case unknownDirective(name: String)
    case misplacedDirective(name: String, location: String)
    case repeatedDirective(name: String)

    // Section 5.8, variables
    case variableOfOutputType(name: String, type: String)
    case undefinedVariable(name: String, operation: String?)
    case unusedVariable(name: String, operation: String?)
    case variablePosition(name: String, type: String, expected: String)

    // Section 6.1.2, values of variables
    case missingVariable(name: String, type: String)
    case nullVariable(name: String, type: String)
    case variableNotCoercible(name: String, type: String)
    /// The reason is that of a literal, or one of the following.
    case variableValue(name: String, value: String, path: String, ValidationError.Reason)
    case nullValue(type: String)
    case notObject(type: String)
    case notOneKeyOfValue(type: String)
    case refused(type: String, reason: String)

    // Incremental delivery
    case deliveryAtRoot(isDefer: Bool, operation: OperationType, type: String)
    case deliveryInSubscription(isDefer: Bool)
    case labelNotStatic(directive: String)
    case repeatedLabel
    case streamOfNoList(field: String)

    // Limits
    case introspectionDepth
    case tooManyErrors
    case tooManyVariableErrors
    case tooComplex
    case variablesTooLong(limit: Int)
    case undeclaredVariables([String])

    /// True if a service continues although a test may want to know.
    var isWarning: Bool {
      switch self {
      case .tooComplex, .variablesTooLong, .undeclaredVariables: true
      case .subscriptionConditions(_, let isRefused): !isRefused
      default: false
      }
    }
  }

  indirect enum Conflict: Hashable, Sendable {
    case fields(String, String)
    case arguments
    case types(String, String)
  }

  enum Named: String, Hashable, Sendable {
    case operation, fragment, variable, argument, type, directive
    case inputField = "input field"

    var mark: String { self == .variable ? "$" : self == .directive ? "@" : "" }
  }
}
