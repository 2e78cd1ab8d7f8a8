/// The fixtures of one operation. There may be thousands of recordings, so a dictionary finds them by variables.
final class FixtureRows: Sendable {
  let all: [Fixture]
  private let byVariables: [MockJSON: [Int]]
  /// The indices of the handwritten fixtures, which may have fewer variables than the request.
  private let others: [Int]
  private let replacements: Set<SecretReplacement>
  /// The replacements of secrets in the variables and documents of the recordings.
  private let replaced: Set<ContiguousArray<UInt8>>

  init(_ rows: [Fixture]) {
    all = rows
    var byVariables: [MockJSON: [Int]] = [:]
    var others: [Int] = []
    var replaced: Set<ContiguousArray<UInt8>> = []
    for (index, row) in rows.enumerated() {
      if let condition = row.condition, condition.isRecorded {
        let variables = (condition.variables ?? [:]).droppingNullMembers()
        byVariables[variables, default: []].append(index)
        replaced.formUnion(SecretReplacement.all(in: variables.description))
        replaced.formUnion(SecretReplacement.all(in: condition.document?.text ?? ""))
      } else {
        others.append(index)
      }
    }
    self.byVariables = byVariables
    self.others = others
    self.replaced = replaced
    replacements = Set(rows.compactMap { $0.condition?.recorded?.replacement })
  }

  func request(_ operation: OperationRequest, _ redaction: Redaction) -> RedactedRequest {
    RedactedRequest(operation, redaction, replaced: replaced)
  }

  /// Returns the values of variables that the recordings contain only in redacted form, because they're secrets.
  func secrets(in variables: MockJSON) -> Set<ByteText> {
    var found: Set<ByteText> = []
    for style in replacements {
      var rules = SecretRules(style: style)
      rules.recorded = replaced
      var pending = [variables]
      while let value = pending.popLast() {
        if let text = value.secretText, rules.recordedReplacement(of: text) != nil {
          found.insert(text)
        }
        pending += value.array ?? value.members?.map(\.value) ?? []
      }
    }
    return found
  }

  /// Returns the fixtures that may match the request, in the order in which to compare them.
  func candidates(for request: RedactedRequest) -> [Fixture] {
    guard !byVariables.isEmpty else { return all }
    var indices = Set(others)
    for variables in Set(replacements.flatMap(request.variables).map { $0.droppingNullMembers() }) {
      indices.formUnion(byVariables[variables] ?? [])
    }
    return indices.sorted().map { all[$0] }
  }
}
