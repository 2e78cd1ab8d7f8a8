extension VariablesCondition: RequestCondition {
  indirect enum Difference: Sendable, Equatable {
    case value(JSONDifference)
    /// The handler requires the variable with `.present`, but the request doesn't have it.
    case missing(JSONPath)
    /// The handler forbids the variable with `.absent`, but the request has it.
    case unexpected(JSONPath, found: MockJSON)
    /// The variable is missing where the handler requires it, but is at another place.
    case misplaced(JSONDifference, place: JSONPath)
    /// The closure of `.where` or `variables:` returned false for all variables at once.
    case closureReturnedFalse
    /// The variable is an uploaded file, which the request sends separately.
    case file(JSONPath, filename: String?)

    /// Returns the difference `file` if the path is that of an uploaded file, which is null in the variables.
    func naming(_ files: [UploadedFile]) -> Difference {
      guard case .value(let difference) = self, case .value(_, let actual) = difference.content,
        actual?.isNull != false,
        let file = files.first(where: { $0.paths.contains(difference.path.description) })
      else { return self }
      return .file(difference.path, filename: file.filename)
    }

    /// Adds a hint if a variable was sent at the wrong level, as `variables.input.id` instead of `variables.id`.
    func placed(in variables: MockJSON) -> Difference {
      guard case .value(let difference) = self,
        case .value(let expected?, actual: nil) = difference.content, !expected.isNull,
        // The path is `variables.name`.
        difference.path.components.count == 2,
        case .member(let name)? = difference.path.components.last
      else { return self }
      let root = VariablesCondition.root
      if expected.members?.isEmpty == false, variables.matches(expected) {
        return .misplaced(difference, place: root)
      }
      let owner = variables.members?.first {
        $0.value.has(name) && $0.value[name].matches(expected)
      }
      return owner.map { .misplaced(difference, place: root[$0.name]) } ?? self
    }
  }

  static let root: JSONPath = "variables"

  var runsCode: Bool { if case .predicate = rule { true } else { false } }

  func matches(_ request: IncomingRequest) -> Bool { request.operation.map(matches) ?? false }

  func matches(_ operation: OperationRequest) -> Bool {
    differences(from: operation, limit: 1).isEmpty
  }

  func differences(from operation: OperationRequest, limit: Int) -> [Difference] {
    switch rule {
    case .subset(let pattern):
      var found: [Difference] = []
      pattern.collectDifferences(
        of: operation.coercedVariables, at: Self.root, limit: limit, into: &found)
      return found
    case .exactly(let expected):
      // The variables may match with or without the document's default values.
      if operation.variables.matches(expected, .exact) { return [] }
      return MockJSON.differences(
        of: operation.coercedVariables, from: expected, .exact, limit: limit, at: Self.root
      ).map { .value($0) }
    case .predicate(let predicate):
      return predicate(operation.coercedVariables) ? [] : [.closureReturnedFalse]
    }
  }

  var clause: String? {
    switch rule {
    case .subset(let pattern): "with the variables \(pattern.statement)"
    case .exactly(let variables): "with exactly the variables \(variables.statement)"
    case .predicate: "with variables that its closure accepts"
    }
  }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    guard let operation = request.operation else { return nil }
    let variables = operation.coercedVariables
    let found = unmet(by: operation).map { $0.placed(in: variables) }
    return .variables(found, of: operation, mask)
  }

  func distance(to request: IncomingRequest) -> Int {
    MatchDistance.variable * (request.operation.map { unmet(by: $0).count } ?? 0)
  }

  // Two of these can't be used together: `HandlerForm.keysThatExcludeEachOther`.
  static let fields: [FormField<OperationCondition>] = [
    .optional(
      "variables", \.variables,
      write: { match in
        switch match.rule {
        case .subset(let pattern): try pattern.json
        case .exactly: nil
        case .predicate: throw FormError.condition
        }
      },
      read: { try $0.object().map { .subset($0) } }),
    .optional(
      "exactVariables", \.variables,
      write: { if case .exactly(let variables) = $0.rule { variables } else { nil } },
      read: { try $0.object().map { .exactly($0) } }),
  ]

  /// Returns the differences from an operation that doesn't match, without running a closure again.
  private func unmet(by operation: OperationRequest) -> [Difference] {
    runsCode
      ? [.closureReturnedFalse] : differences(from: operation, limit: MatchFailure.differenceLimit)
  }
}

extension MatchDifference {
  static func variables(
    _ found: [VariablesCondition.Difference], of operation: OperationRequest, _ mask: RequestMask
  ) -> MatchDifference {
    let found = mask.hiding(found.map { $0.naming(operation.files) }, of: operation)
    let isOfClosure = found == [.closureReturnedFalse]
    return MatchDifference(
      isOfClosure ? found[0].description : "the variables differ",
      details: isOfClosure ? [] : found.map(\.description), part: .variables(found))
  }
}

extension VariablesCondition.Difference: CustomStringConvertible {
  var description: String {
    switch self {
    case .value(let difference): difference.description
    case .misplaced(let difference, let place): "\(difference); it is in \(place)"
    case .missing(let path): "\(path): expected a value, got nothing"
    case .unexpected(let path, let found):
      "\(path): expected nothing, got "
        + JSONWriter.describe(found, limit: JSONDifference.valueLimit)
    case .closureReturnedFalse: "its closure returned false for the variables"
    case .file(let path, let filename):
      "\(path): this is an uploaded file\(filename.map { ", \($0.swiftLiteral)" } ?? ""), whose variable is "
        + "null: match it by `.where { $0.files … }`"
    }
  }
}

extension ValueCondition {
  fileprivate func collectDifferences(
    of actual: MockJSON?, at path: JSONPath, limit: Int,
    into found: inout [VariablesCondition.Difference]
  ) {
    guard found.count < limit else { return }
    switch (rule, actual) {
    case (.present, .none): found.append(.missing(path))
    case (.absent, let actual?): found.append(.unexpected(path, found: actual))
    case (.present, _), (.absent, _): break
    case (.object(let members), let actual) where actual.map(\.isObject) ?? requiresPresence:
      for (name, pattern) in members {
        pattern.collectDifferences(
          of: actual?.members?[name], at: path[name], limit: limit, into: &found)
      }
    case (.array(let patterns), let actual?) where actual.array?.count == patterns.count:
      for (index, pair) in zip(patterns, actual.array ?? []).enumerated() {
        pair.0.collectDifferences(of: pair.1, at: path[index], limit: limit, into: &found)
      }
    case (.value, _), (.object, _), (.array, _):
      // A value is compared. An object or a list that was sent as anything else is shown as a whole.
      found += MockJSON.differences(of: actual, from: example, limit: limit - found.count, at: path)
        .map { .value($0) }
    }
  }

  private var isAbsent: Bool { if case .absent = rule { true } else { false } }

  /// Whether the pattern doesn't match a missing value because of `.present`, although it equals null otherwise.
  private var requiresPresence: Bool {
    switch rule {
    case .present: true
    case .object(let members): members.contains { $0.1.requiresPresence }
    case .value, .array, .absent: false
    }
  }

  private var example: MockJSON {
    switch rule {
    case .present, .absent: .null
    case .value(let value): value
    case .object(let members):
      MockJSON(.object(JSONMembers(members.filter { !$0.1.isAbsent }.map { ($0, $1.example) })))
    case .array(let patterns): .array(patterns.map(\.example))
    }
  }
}
