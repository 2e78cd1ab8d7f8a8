/// The table of a recording, which `useRecordings(forCase:)` replaces by that of the case.
final class ReplaceableTable: ResponseTable {
  private let current: Locked<FixtureTable?>

  init(_ table: FixtureTable?) { current = Locked(table) }

  var table: FixtureTable? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  var name: String { table?.name ?? "" }

  var handlers: [RequestHandler] { table?.handlers ?? [] }

  var error: (any Error)? { table?.error }

  func isLoaded(for operation: OperationRequest) -> Bool { table?.isLoaded(for: operation) ?? true }

  func answer(to operation: OperationRequest) -> Result<TableResponse, any Error>? {
    table?.answer(to: operation)
  }

  func answer(named name: String) -> Result<TableResponse, any Error>? {
    table?.answer(named: name)
  }

  func secrets(in operation: OperationRequest) -> Set<ByteText> {
    table?.secrets(in: operation) ?? []
  }

  func nearMisses(of operation: OperationRequest, _ mask: RequestMask) -> [MatchFailure.NearMiss] {
    table?.nearMisses(of: operation, mask) ?? []
  }
}
