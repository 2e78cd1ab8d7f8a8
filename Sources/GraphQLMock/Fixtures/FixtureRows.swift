// The rows of one operation, found by what was recorded: a table may hold thousands of them.

final class FixtureRows: Sendable {
  /// Those first that are asked first.
  let all: [Fixture]
  /// The rows that were recorded, by their variables without nulls.
  private let byVariables: [MockJSON: [Int]]
  /// The rows that have to be asked whatever the variables are.
  private let others: [Int]
  /// What makes the replacements of secrets in what was recorded.
  let replacements: Set<SecretReplacement>
  /// What stands in the place of secrets in the requests that were recorded.
  let replaced: Set<ContiguousArray<UInt8>>

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

  /// The rows that may answer a request, in order.
  func candidates(for request: RedactedRequests) -> [Fixture] {
    guard !byVariables.isEmpty else { return all }
    var indices = Set(others)
    request.take(replaced)
    for variables in request.identities(replacements) {
      indices.formUnion(byVariables[variables] ?? [])
    }
    return indices.sorted().map { all[$0] }
  }
}

/// A request as the recordings of a table would state it, each with its own replacements.
///
/// It stays on one thread.
final class RedactedRequests {
  let operation: OperationRequest
  private let redaction: Redaction
  private var known: [SecretReplacement: RedactedRequest] = [:]
  /// What stands in the place of secrets in what was recorded.
  private var replaced: Set<ContiguousArray<UInt8>> = []

  init(_ operation: OperationRequest, _ redaction: Redaction) {
    self.operation = operation
    self.redaction = redaction
  }

  /// Takes note of what stands in the place of secrets in recordings.
  func take(_ found: Set<ContiguousArray<UInt8>>) {
    // The same set as a rule, which is equal at once: a table may have thousands.
    if found == replaced || found.isSubset(of: replaced) { return }
    if replaced.isEmpty { replaced = found } else { replaced.formUnion(found) }
    known.removeAll()
  }

  /// The request as a recording with such replacements states it.
  func replaced(by replacement: SecretReplacement?) -> RedactedRequest {
    let replacement = replacement ?? redaction.replacement
    if let request = known[replacement] { return request }
    let request = RedactedRequest(
      operation, redaction.replacing(by: replacement), recorded: replaced)
    known[replacement] = request
    return request
  }

  /// The variables that recordings of this request may have, without nulls.
  /// - Parameter replacements: Those of the recordings.
  func identities(_ replacements: Set<SecretReplacement>) -> Set<MockJSON> {
    var found: Set<MockJSON> = [operation.variables.droppingNullMembers()]
    for replacement in replacements {
      found.formUnion(replaced(by: replacement).forms.map { $0.droppingNullMembers() })
    }
    return found
  }
}
