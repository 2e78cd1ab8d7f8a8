struct RootFieldCondition: RequestCondition {
  let name: String

  var clause: String? { "that selects \(name.swiftLiteral)" }

  func matches(_ request: IncomingRequest) -> Bool {
    request.operation?.selects(rootField: name) ?? true
  }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    request.operation?.selectedOperation == nil
      ? .unknownDocument("it matches a root field")
      : MatchDifference("the client does not select the root field \(name.swiftLiteral)")
  }

  static let field: FormField<RequestHandler> = .conditions("rootField") { conditions in
    conditions.last.map { .string($0.name) }
  } read: { value in
    try value.text().map { [RootFieldCondition(name: $0)] }
  }
}

extension RequestHandler {
  /// Returns a copy of the handler that matches only operations that select a field at their root.
  ///
  /// ```swift
  /// .query(.any, .data(["hero": nil])).where(rootField: "hero")
  /// ```
  /// Fields in fragments at the root are included. Fields with `@skip(if: true)` or `@include(if: false)` aren't.
  /// Handlers for plain HTTP ignore this condition. If you call the method twice, only the second field is used.
  /// - Parameter name: The name of the field, not its alias.
  public func `where`(rootField name: String) -> RequestHandler {
    guard case .operation = target else { return self }
    return replacing(by: RootFieldCondition(name: name))
  }
}
