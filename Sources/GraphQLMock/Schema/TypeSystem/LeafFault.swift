/// The reason why a value isn't valid for a scalar or enum type (GraphQL specification, sections 3.5 and 3.9).
enum LeafFault: Sendable {
  /// The value has another kind, such as a string for `Int`.
  case kind
  /// A whole number is out of range for `Int`, or a number is out of range for `Float`.
  case range
  case unknownEnumValue
  case refused(reason: String)

  /// The place where a value is used. Literals, variables and results have different coercion rules.
  enum Use: Sendable {
    case literal(SyntaxNode.NodeKind)
    case variable, result
  }
}

extension TypeSystem {
  /// - Precondition: The value isn't null.
  func leafFault(_ value: MockJSON, _ type: NamedType, _ use: LeafFault.Use) -> LeafFault? {
    // Whether the value counts as one in this use. Literals of Booleans have the kind `.name`, too, but no string.
    var isString = value.string != nil
    var isName = isString
    let isWhole: Bool
    switch (value.storage, use) {
    case (_, .literal(let kind)):
      (isString, isName, isWhole) = (kind == .string, isName && kind == .name, kind == .int)
    // graphql-js sees a variable's `Double`, so 1.00000000000000000001 is whole. Responses are compared exactly.
    case (.number(let number), .variable):
      isWhole = number.double.map { $0.rounded(.towardZero) == $0 } ?? false
    case (.number(let number), .result): isWhole = number.value.isWhole
    default: isWhole = false
    }
    switch (type.name, use) {
    case _ where type.kind == .enum:
      guard isName, let name = value.string else { return .kind }
      return type.enumValues[name] == nil ? .unknownEnumValue : nil
    case ("Int", _):
      return !isWhole ? .kind : value.double.flatMap(Int32.init(exactly:)) == nil ? .range : nil
    // Like `parseLiteral` of graphql-js, which accepts `1e400`.
    case ("Float", .literal): return value.kind == .number ? nil : .kind
    case ("Float", _): return value.kind != .number ? .kind : value.double == nil ? .range : nil
    case ("String", _), ("ID", .result): return isString ? nil : .kind
    case ("ID", _): return isString || isWhole ? nil : .kind
    case ("Boolean", _): return value.bool == nil ? .kind : nil
    default: return scalarChecks[type.name]?.problem(value).map { .refused(reason: $0) }
    }
  }
}

extension LeafFault {
  /// Returns the words of graphql-js for a literal or variable. `ResponseCheck` words the faults of results.
  /// - Parameter literal: The expected type if the value is a literal, or nil if it's the value of a variable.
  func reason(
    _ value: MockJSON, _ text: String, _ type: NamedType, literal: String? = nil
  ) -> ValidationError.Reason {
    let similar = { type.enumValues.names(similarTo: $0) }
    let scalar: ValidationError.Scalar
    switch (self, type.name) {
    case (.refused(let reason), let name):
      return literal.map { .refusedValue(type: $0, found: text, reason: reason) }
        ?? .refused(type: name, reason: reason)
    case (.unknownEnumValue, let name):
      let value = value.string ?? text
      return .unknownEnumValue(value, type: name, similar: similar(value))
    case (.kind, let name) where type.kind == .enum:
      return .notEnum(type: name, text, isLiteral: literal != nil, similar: similar(text))
    case (.range, "Int"): scalar = .int32
    case (_, "Int"): scalar = .integer
    case (_, "Float"): scalar = .number
    case (_, "Boolean"): scalar = .boolean
    case (_, "ID"): scalar = literal == nil ? .id : .literalID
    case (.kind, _), (.range, _): scalar = .string
    }
    return .notScalar(scalar, text)
  }
}
