// The messages are the same as in graphql-js 16, or in graphql-js 17 for newer rules.

extension ValidationError.Reason {
  var message: String {
    switch self {
    case .emptySelectionSet: "Syntax Error: Expected Name, found \"}\"."
    case .description:
      "Syntax Error: Unexpected description, descriptions are supported only on definitions."
    case .variableDescription(let token): "Syntax Error: Expected \"$\", found \(token)."

    case .notExecutable(let definition):
      "The \(definition.map { "\"\($0)\"" } ?? "schema") definition is not executable."
    case .duplicate(let what, let name):
      "There can be only one \(what.rawValue) named \"\(what.mark)\(name)\"."
    case .anonymousOperationNotAlone: "This anonymous operation must be the only defined operation."
    case .subscriptionFields(let operation):
      "\(Self.subscription(operation)) must select only one top level field."
    case .subscriptionIntrospection(let operation):
      "\(Self.subscription(operation)) must not select an introspection top level field."

    case .subscriptionConditions(let operation, let isRefused):
      "\(Self.subscription(operation)) must not use `@skip` or `@include` directives in the top level "
        + "selection." + (isRefused ? "" : " Services of the September 2026 edition reject it.")

    case .unknownField(let name, let type, let types, let fields):
      "Cannot query field \"\(name)\" on type \"\(type)\"."
        + (types.isEmpty
          ? Self.didYouMean(fields) : Self.didYouMean(types, "to use an inline fragment on "))
    case .leafWithSelection(let field, let type):
      "Field \"\(field)\" must not have a selection since type \"\(type)\" has no subfields."
    case .missingSelection(let field, let type):
      "Field \"\(field)\" of type \"\(type)\" must have a selection of subfields. "
        + "Did you mean \"\(field) { ... }\"?"
    case .conflict(let responseName, let conflict):
      "Fields \"\(responseName)\" conflict because \(conflict.wording). Use different aliases on the "
        + "fields to fetch both if this was intentional."

    case .unknownArgument(let name, let owner, let similar):
      "Unknown argument \"\(name)\" on \(owner)." + Self.didYouMean(similar)
    case .missingArgument(let owner, let argument, let type):
      "\(owner) argument \"\(argument)\" of type \"\(type)\" is required, but it was not provided."

    case .unknownType(let name, let similar): "Unknown type \"\(name)\"." + Self.didYouMean(similar)
    case .fragmentOnLeaf(let fragment, let type):
      "Fragment \(fragment.map { "\"\($0)\" " } ?? "")cannot condition on non composite type "
        + "\"\(type)\"."
    case .unknownFragment(let name): "Unknown fragment \"\(name)\"."
    case .unusedFragment(let name): "Fragment \"\(name)\" is never used."
    case .impossibleSpread(let fragment, let parent, let type):
      "Fragment \(fragment.map { "\"\($0)\" " } ?? "")cannot be spread here as objects of type "
        + "\"\(parent)\" can never be of type \"\(type)\"."
    case .fragmentCycle(let name, let path):
      "Cannot spread fragment \"\(name)\" within itself"
        + (path.isEmpty ? "" : " via " + path.map { "\"\($0)\"" }.joined(separator: ", ")) + "."

    case .unknownDirective(let name): "Unknown directive \"@\(name)\"."
    case .misplacedDirective(let name, let location):
      "Directive \"@\(name)\" may not be used on \(location)."
    case .repeatedDirective(let name):
      "The directive \"@\(name)\" can only be used once at this location."

    case .wrongValue(let type, let found): "Expected value of type \"\(type)\", found \(found)."
    case .refusedValue(let type, let found, let reason):
      "Expected value of type \"\(type)\", found \(found); \(reason)"
    case .notScalar(let scalar, let value): "\(scalar.rawValue): \(value)"
    case .notEnum(let type, let value, let isLiteral, let similar):
      "Enum \"\(type)\" cannot represent non-\(isLiteral ? "enum" : "string") value: \(value)."
        + Self.didYouMean(similar, "the enum value ")
    case .unknownEnumValue(let value, let type, let similar):
      "Value \"\(value)\" does not exist in \"\(type)\" enum."
        + Self.didYouMean(similar, "the enum value ")
    case .notOneKey(let type): "OneOf Input Object \"\(type)\" must specify exactly one key."
    case .nullOneOf(let field): "Field \"\(field)\" must be non-null."
    case .nullableOneOfVariable(let name, let type):
      "Variable \"\(name)\" must be non-nullable to be used for OneOf Input Object \"\(type)\"."
    case .nullableOneOfPosition(let name, let type, let oneOf):
      "Variable \"$\(name)\" is of type \"\(type)\" but must be non-nullable to be used for OneOf "
        + "Input Object \"\(oneOf)\"."
    case .unknownInputField(let name, let type, let similar):
      "Field \"\(name)\" is not defined by type \"\(type)\"." + Self.didYouMean(similar)
    case .missingInputField(let field, let type):
      "Field \"\(field)\" of required type \"\(type)\" was not provided."

    case .variableOfOutputType(let name, let type):
      "Variable \"$\(name)\" cannot be non-input type \"\(type)\"."
    case .undefinedVariable(let name, let operation):
      "Variable \"$\(name)\" is not defined\(operation.map { " by operation \"\($0)\"" } ?? "")."
    case .unusedVariable(let name, let operation):
      "Variable \"$\(name)\" is never used\(operation.map { " in operation \"\($0)\"" } ?? "")."
    case .variablePosition(let name, let type, let expected):
      "Variable \"$\(name)\" of type \"\(type)\" used in position expecting type \"\(expected)\"."
    case .noRootType(let type): "Schema is not configured to execute \(type.rawValue) operation."
    case .unknownCursor(let cursor, let list):
      "This service never sent the cursor \(cursor) for \(list)."
    case .nullArgument(let name, let type):
      "Argument \"\(name)\" of non-null type \"\(type)\" must not be null."
    case .invalidArgument(let name, let value): "Argument \"\(name)\" has invalid value \(value)."
    case .missingVariable(let name, let type):
      "Variable \"$\(name)\" of required type \"\(type)\" was not provided."
    case .nullVariable(let name, let type):
      "Variable \"$\(name)\" of non-null type \"\(type)\" must not be null."
    case .variableNotCoercible(let name, let type):
      "Variable \"$\(name)\" expected value of type \"\(type)\" which cannot be used as an input type."
    case .variableValue(let name, let value, let path, let reason):
      "Variable \"$\(name)\" got invalid value \(value)"
        + (path.isEmpty ? "" : " at \"\(name)\(path)\"") + "; \(reason.message)"
    case .nullValue(let type): "Expected non-nullable type \"\(type)\" not to be null."
    case .notObject(let type): "Expected type \"\(type)\" to be an object."
    case .notOneKeyOfValue(let type):
      "Exactly one key must be specified for OneOf type \"\(type)\"."
    case .refused(let type, let reason): "Expected type \"\(type)\". \(reason)"

    case .deliveryAtRoot(let isDefer, let operation, let type):
      "\(isDefer ? "Defer" : "Stream") directive cannot be used on root \(operation.rawValue) type "
        + "\"\(type)\"."
    case .deliveryInSubscription(let isDefer):
      "\(isDefer ? "Defer" : "Stream") directive not supported on subscription operations. Disable "
        + "`@\(isDefer ? "defer" : "stream")` by setting the `if` argument to `false`."
    case .labelNotStatic(let directive):
      "Argument \"@\(directive)(label:)\" must be a static string."
    case .repeatedLabel:
      "Value for arguments \"defer(label:)\" and \"stream(label:)\" must be unique across all "
        + "Defer/Stream directive usages."
    case .streamOfNoList(let field):
      "Directive \"@stream\" cannot be used on non-list field \"\(field)\"."
    case .introspectionDepth: "Maximum introspection depth exceeded"
    case .tooManyErrors: "Too many validation errors, error limit reached. Validation aborted."
    case .tooManyVariableErrors:
      "Too many errors processing variables, error limit reached. Execution aborted."
    case .tooComplex:
      "The document was validated only in part: comparing its fields and fragments takes more "
        + "steps than this library allows."
    case .variablesTooLong(let limit):
      "The variables were not validated: they have more than \(limit) bytes."
    case .undeclaredVariables(let names):
      "The operation does not declare these variables, so they have no effect: "
        + names.prefix(10).map { "\"$\($0.shortened(to: String.nameLimit))\"" }.joined(
          separator: ", ") + (names.count > 10 ? ", and \(names.count - 10) more" : "")
    }
  }

  /// Changes each value of the request, which may be a secret. The default hides the absence of a case with such values.
  func quoting(_ shown: (String) -> String) -> Self {
    switch self {
    case .wrongValue(let type, let found): .wrongValue(type: type, found: shown(found))
    case .refusedValue(let type, let found, let reason):
      .refusedValue(type: type, found: shown(found), reason: reason)
    case .notScalar(let scalar, let value): .notScalar(scalar, shown(value))
    case .notEnum(let type, let value, let isLiteral, let similar):
      .notEnum(type: type, shown(value), isLiteral: isLiteral, similar: similar)
    case .invalidArgument(let name, let value): .invalidArgument(name: name, value: shown(value))
    case .unknownCursor(let cursor, let list): .unknownCursor(shown(cursor), list: list)
    case .unknownEnumValue(let value, let type, let similar):
      .unknownEnumValue(shown(value), type: type, similar: similar)
    case .variableValue(let name, let value, let path, let reason):
      .variableValue(name: name, value: shown(value), path: path, reason.quoting(shown))
    default: self
    }
  }

  private static func subscription(_ name: String?) -> String {
    name.map { "Subscription \"\($0)\"" } ?? "Anonymous Subscription"
  }

  static func didYouMean(_ names: [String], _ what: String = "") -> String {
    let quoted = names.prefix(5).map { "\"\($0)\"" }
    guard let last = quoted.last else { return "" }
    let list =
      switch quoted.count {
      case 1: last
      case 2: "\(quoted[0]) or \(last)"
      default: quoted.dropLast().joined(separator: ", ") + ", or " + last
      }
    return " Did you mean \(what)\(list)?"
  }
}

extension ValidationError.Conflict {
  fileprivate var wording: String {
    switch self {
    case .fields(let first, let second): "\"\(first)\" and \"\(second)\" are different fields"
    case .arguments: "they have differing arguments"
    case .types(let first, let second):
      "they return conflicting types \"\(first)\" and \"\(second)\""
    }
  }
}

extension ValidationError {
  enum Scalar: String, Hashable, Sendable {
    case integer = "Int cannot represent non-integer value"
    case int32 = "Int cannot represent non 32-bit signed integer value"
    case number = "Float cannot represent non numeric value"
    case string = "String cannot represent a non string value"
    case boolean = "Boolean cannot represent a non boolean value"
    case id = "ID cannot represent value"
    case literalID = "ID cannot represent a non-string and non-integer value"
  }
}
