/// The table of a recording, which `useRecordings(forCase:)` replaces by that of the case.
final class ReplaceableTable: ResponseTable {
  private let current = Locked<(table: FixtureTable?, fixtures: FixtureTable?)>((nil, nil))

  var table: FixtureTable? { current.withLock { $0.table } }

  /// The table whose folder contains that of the case. Its fixtures, but not its recordings, answer, too.
  private var fixtures: FixtureTable? { current.withLock { $0.fixtures } }

  func replace(by table: FixtureTable?, fixtures: FixtureTable?) {
    current.withLock { $0 = (table, fixtures) }
  }

  var name: String { table?.name ?? fixtures?.name ?? "" }
  var handlers: [RequestHandler] { table?.handlers ?? [] }
  var error: (any Error)? { table?.error ?? fixtures?.error }

  func isLoaded(for operation: OperationRequest) -> Bool {
    [table, fixtures].allSatisfy { $0?.isLoaded(for: operation) ?? true }
  }

  func answer(to operation: OperationRequest) -> Result<TableResponse, any Error>? {
    if let found = table?.answer(to: operation) { return found }
    let fixture = fixtures?.answer(to: operation)
    return (try? fixture?.get())?.isRecorded == true ? nil : fixture
  }

  func answer(named name: String) -> Result<TableResponse, any Error>? {
    table?.answer(named: name) ?? fixtures?.answer(named: name)
  }

  func nearestName(to name: String) -> String? {
    table?.nearestName(to: name) ?? fixtures?.nearestName(to: name)
  }

  func variants(besides name: String) -> [String] {
    [table, fixtures].flatMap { $0?.variants(besides: name) ?? [] }
  }

  /// Returns nil, because a miss proposes to record the operation instead.
  func advice(
    for operation: OperationRequest, data: MockJSON, variables: MockJSON
  ) -> TableResponse.Advice? { nil }

  func secrets(in operation: OperationRequest) -> Set<ByteText> {
    table?.secrets(in: operation) ?? []
  }

  func nearMisses(of operation: OperationRequest, _ mask: RequestMask) -> [MatchFailure.NearMiss] {
    [table, fixtures].flatMap { $0?.nearMisses(of: operation, mask) ?? [] }
  }
}
