extension ValidationError {
  /// The reason of an error, with types as in a schema and values as graphql-js prints them.
  indirect enum Reason: Hashable, Sendable {
    // Syntax that an edition of the specification doesn't have
    case emptySelectionSet
    case description
    case variableDescription(token: String)

    // Definitions and operations (sections 5.1 and 5.2), whose name is nil if they are anonymous
    case notExecutable(definition: String?)
    case duplicate(Named, name: String)
    case anonymousOperationNotAlone
    case subscriptionFields(operation: String?)
    case subscriptionIntrospection(operation: String?)
    case subscriptionConditions(operation: String?, isRefused: Bool)

    // Fields (section 5.3)
    case unknownField(name: String, type: String, types: [String], fields: [String])
    case leafWithSelection(field: String, type: String)
    case missingSelection(field: String, type: String)
    case conflict(responseName: String, Conflict)

    // Arguments (section 5.4)
    case unknownArgument(name: String, of: String, similar: [String])
    case missingArgument(of: String, argument: String, type: String)

    // Fragments (section 5.5), whose name is nil if they are inline fragments
    case unknownType(name: String, similar: [String])
    case fragmentOnLeaf(fragment: String?, type: String)
    case unknownFragment(name: String)
    case unusedFragment(name: String)
    case impossibleSpread(fragment: String?, parent: String, type: String)
    case fragmentCycle(name: String, path: [String])

    // Values (section 5.6)
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

    // Directives (section 5.7)
    case unknownDirective(name: String)
    case misplacedDirective(name: String, location: String)
    case repeatedDirective(name: String)

    // Variables (section 5.8)
    case variableOfOutputType(name: String, type: String)
    case undefinedVariable(name: String, operation: String?)
    case unusedVariable(name: String, operation: String?)
    case variablePosition(name: String, type: String, expected: String)

    // Values of variables (section 6.1.2)
    case missingVariable(name: String, type: String)
    case nullVariable(name: String, type: String)
    case variableNotCoercible(name: String, type: String)
    /// A variable has an invalid value at a path, for a reason that literals have too, or for one of the next four.
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

    // Limits of this library and of services
    case introspectionDepth
    case tooManyErrors
    case tooManyVariableErrors
    case tooComplex
    case variablesTooLong(limit: Int)
    case undeclaredVariables([String])

    /// A Boolean value that is true if services answer the request in spite of the problem.
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
