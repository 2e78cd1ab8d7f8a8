/// The rows of one operation, found by what was recorded: a table may hold thousands of them.
final class FixtureRows: Sendable {
  /// Those first that are asked first.
  let all: [Fixture]
  /// The rows that were recorded, by their variables without nulls.
  private let byVariables: [MockJSON: [Int]]
  /// The rows that have to be asked whatever the variables are.
  private let others: [Int]
  /// What makes the replacements of secrets in what was recorded.
  private let replacements: Set<SecretReplacement>
  /// What stands in the place of secrets in the requests that were recorded.
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

  /// A request as these rows would state it.
  func request(_ operation: OperationRequest, _ redaction: Redaction) -> RedactedRequest {
    RedactedRequest(operation, redaction, replaced: replaced)
  }

  /// The rows that may answer a request, in order.
  func candidates(for request: RedactedRequest) -> [Fixture] {
    guard !byVariables.isEmpty else { return all }
    var indices = Set(others)
    for variables in Set(replacements.flatMap(request.variables).map { $0.droppingNullMembers() }) {
      indices.formUnion(byVariables[variables] ?? [])
    }
    return indices.sorted().map { all[$0] }
  }
}
