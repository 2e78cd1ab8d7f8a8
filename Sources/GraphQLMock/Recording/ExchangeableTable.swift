/// A fixture table that can be replaced, because each case of a parameterized test may have its own folder.
final class ExchangeableTable: AnswerTable {
  private let current: Locked<FixtureTable?>

  init(_ table: FixtureTable?) { current = Locked(table) }

  var table: FixtureTable? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  var name: String { table?.name ?? "" }

  // A service reads this property only once, when it registers the table.
  var handlers: [RequestHandler] { table?.handlers ?? [] }

  func isLoaded(for operation: OperationRequest) -> Bool {
    table?.isLoaded(for: operation) ?? true
  }

  func answer(to operation: OperationRequest) -> Result<TableAnswer, any Error>? {
    table?.answer(to: operation)
  }

  func answer(named name: String) -> Result<TableAnswer, any Error>? {
    table?.answer(named: name)
  }

  func nearMisses(of operation: OperationRequest, _ shown: ShownRequest) -> [MatchFailure.NearMiss]
  {
    table?.nearMisses(of: operation, shown) ?? []
  }
}
