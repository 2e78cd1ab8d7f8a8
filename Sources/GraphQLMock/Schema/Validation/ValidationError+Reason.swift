extension ValidationError {
  /// The kind of a validation error, with the names and values that appear in its message. A case with a value of the
  /// request, which may be a secret, also needs a case in `quoting`, whose default hides its absence.
  indirect enum Reason: Hashable, Sendable {
    /// Not every edition of the specification has this syntax.
    case emptySelectionSet
    case description
    case variableDescription(token: String)

    /// These errors concern definitions and operations (GraphQL specification, sections 5.1 and 5.2).
    case notExecutable(definition: String?)
    case duplicate(Named, name: String)
    case anonymousOperationNotAlone
    case subscriptionFields(operation: String?)
    case subscriptionIntrospection(operation: String?)
    case subscriptionConditions(operation: String?, isRefused: Bool)

    /// These errors concern fields (GraphQL specification, section 5.3).
    case unknownField(name: String, type: String, types: [String], fields: [String])
    case leafWithSelection(field: String, type: String)
    case missingSelection(field: String, type: String)
    case conflict(responseName: String, Conflict)

    /// These errors concern arguments (GraphQL specification, section 5.4).
    case unknownArgument(name: String, of: String, similar: [String])
    case missingArgument(of: String, argument: String, type: String)

    /// These errors concern fragments (GraphQL specification, section 5.5). Inline fragments have no name.
    case unknownType(name: String, similar: [String])
    case fragmentOnLeaf(fragment: String?, type: String)
    case unknownFragment(name: String)
    case unusedFragment(name: String)
    case impossibleSpread(fragment: String?, parent: String, type: String)
    case fragmentCycle(name: String, path: [String])

    /// These errors concern literal values (GraphQL specification, section 5.6).
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

    /// These errors concern directives (GraphQL specification, section 5.7).
    case unknownDirective(name: String)
    case misplacedDirective(name: String, location: String)
    case repeatedDirective(name: String)

    /// These errors concern the definitions and uses of variables (GraphQL specification, section 5.8).
    case variableOfOutputType(name: String, type: String)
    case undefinedVariable(name: String, operation: String?)
    case unusedVariable(name: String, operation: String?)
    case variablePosition(name: String, type: String, expected: String)

    /// These errors concern the execution of a valid document (GraphQL specification, sections 6.2 and 6.4.1).
    case noRootType(OperationType)
    case unknownCursor(String, list: String)
    case nullArgument(name: String, type: String)
    case invalidArgument(name: String, value: String)

    /// These errors concern the values of variables (GraphQL specification, section 6.1.2).
    case missingVariable(name: String, type: String)
    case nullVariable(name: String, type: String)
    case variableNotCoercible(name: String, type: String)
    /// A variable has an invalid value, for a reason such as `nullValue` or `unknownInputField`.
    case variableValue(name: String, value: String, path: String, ValidationError.Reason)
    case nullValue(type: String)
    case notObject(type: String)
    case notOneKeyOfValue(type: String)
    case refused(type: String, reason: String)

    /// These errors concern `@defer` and `@stream`.
    case deliveryAtRoot(isDefer: Bool, operation: OperationType, type: String)
    case deliveryInSubscription(isDefer: Bool)
    case labelNotStatic(directive: String)
    case repeatedLabel
    case streamOfNoList(field: String)

    /// Most of these errors report that a request exceeds a limit.
    case introspectionDepth
    case tooManyErrors
    case tooManyVariableErrors
    case tooComplex
    case variablesTooLong(limit: Int)
    case undeclaredVariables([String])

    /// A Boolean value that indicates whether services answer the request in spite of the problem.
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
