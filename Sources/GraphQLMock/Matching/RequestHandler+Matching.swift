extension RequestHandler {
  func matches(_ request: IncomingRequest) -> Bool {
    var unmet: [any RequestCondition]?
    return (try? check(request, &unmet)) != nil
  }

  func unmetConditions(of request: IncomingRequest) -> [any RequestCondition] {
    var unmet: [any RequestCondition]? = []
    try? check(request, &unmet)
    return unmet ?? []
  }

  /// Adds the conditions that a request doesn't meet, or throws at the first one if `unmet` is nil. Closures run only if
  /// all other conditions are met, because they may rely on them, for example by unwrapping a variable. Only closures
  /// for names run earlier: they get nothing but the name.
  private func check(
    _ request: IncomingRequest, _ unmet: inout [any RequestCondition]?
  ) throws(UnmetCondition) {
    var variables: VariablesCondition?
    switch target {
    case .operation(let operation):
      try unmet.require(operation, request)
      if request.operation != nil {
        try unmet.require(operation.name, request)
        if let type = operation.type { try unmet.require(TypeCondition(type: type), request) }
        if let document = operation.document { try unmet.require(document, request) }
        variables = operation.variables
      }
    case .http(let http): try unmet.require(http, request)
    }
    for condition in conditions { try unmet.require(condition, request) }
    if let variables, !variables.runsCode || unmet?.isEmpty != false {
      try unmet.require(variables, request)
    }
    if let closure, unmet?.isEmpty != false { try unmet.require(closure, request) }
  }

  /// - Parameter unmet: The conditions that the request doesn't meet, if they're known.
  func differences(
    from request: IncomingRequest, _ mask: RequestMask, _ unmet: [any RequestCondition]? = nil
  ) -> [MatchDifference] {
    (definitionError.map { [MatchDifference("it can't be used: \($0)")] } ?? [])
      + (unmet ?? unmetConditions(of: request)).compactMap { $0.difference(from: request, mask) }
  }

  /// Returns a distance on the scale of ``MatchDistance``, which is 0 if the handler is of the same kind and matches.
  func roughDistance(to request: IncomingRequest, _ unmet: [any RequestCondition]? = nil) -> Int {
    let unmet = unmet ?? unmetConditions(of: request)
    var distance = 0
    if case .http = target, request.operation != nil { distance = MatchDistance.http }
    distance = unmet.reduce(distance) { $0 + $1.distance(to: request) }
    guard unmet.contains(where: { $0 is TypeCondition }), case .operation(let match) = target,
      let name = match.exactName, let other = request.operation?.name
    else { return distance }
    // Stricter than `EditDistance.limit(for:)` for short names.
    let limit = max(2, other.utf8.count / 3)
    return EditDistance.between(name, other, limit: limit) < limit
      ? distance : distance + MatchDistance.otherType
  }

  /// Whether the handler is for plain HTTP at a path that isn't one of GraphQL.
  var isForPath: Bool {
    guard case .http(let match) = target else { return false }
    let paths = ([match] + conditions.compactMap { ($0 as? URLCondition)?.url }).compactMap(\.path)
    return paths.contains(where: \.hasLiteralSegment) && !paths.contains(where: \.namesGraphQL)
  }

  /// Whether the handler answers operations and states nothing but `.any` and a type.
  var statesNothing: Bool {
    guard case .operation(let match) = target, case .any = match.name.rule else { return false }
    return match.variables == nil && match.document == nil && conditions.isEmpty && closure == nil
  }

  /// Whether matching runs a closure or a regular expression of the test. A new condition that does must be listed here.
  var hasUserCode: Bool {
    guard closure == nil, case .operation(let match) = target else { return closure != nil }
    return match.name.runsCode || match.variables?.runsCode == true
  }
}

private struct UnmetCondition: Error {}

extension [any RequestCondition]? {
  fileprivate mutating func require(
    _ condition: some RequestCondition, _ request: IncomingRequest
  ) throws(UnmetCondition) {
    if condition.matches(request) { return }
    guard self?.append(condition) != nil else { throw UnmetCondition() }
  }
}
