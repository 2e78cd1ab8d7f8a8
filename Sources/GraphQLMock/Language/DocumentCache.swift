/// A cache of parsed documents and their selected operations, which is emptied when it is full.
final class DocumentCache: Sendable {
  typealias Outcome = Result<SelectedOperation, SelectedOperation.Failure>

  private struct Key: Hashable {
    let document: ByteKey
    let operationName: ByteKey?
  }

  private let countLimit: Int
  private let costLimit: Int
  private let state = Locked((entries: [Key: Outcome](), cost: 0))

  /// - Parameter costLimit: The approximate maximum size of all cached documents together, in bytes.
  init(countLimit: Int = 512, costLimit: Int = 8 << 20) {
    self.countLimit = countLimit
    self.costLimit = costLimit
  }

  /// The cache that all mock services share, because tests often send the same documents.
  static let shared = DocumentCache()

  var count: Int { state.withLock { $0.entries.count } }

  func outcome(for bytes: ContiguousArray<UInt8>, operationName: String?) -> Outcome {
    let name = operationName.flatMap { $0.isEmpty ? nil : $0 }
    let key = Key(document: ByteKey(bytes), operationName: name.map { ByteKey($0.utf8) })
    if let known = state.withLock({ $0.entries[key] }) { return known }
    // Two threads may parse the same document at the same time. Both return the result that is stored first.
    let outcome = Self.makeOutcome(bytes, name)
    var cost = bytes.count
    if case .success(let selected) = outcome {
      cost += selected.document.nodes.count * MemoryLayout<SyntaxNode>.stride
    }
    // A huge document isn't cached, because it would take up too much of the cache.
    guard countLimit > 0, cost <= costLimit / 4 else { return outcome }
    return state.withLock { state in
      if let first = state.entries[key] { return first }
      if state.entries.count == countLimit || state.cost + cost > costLimit { state = ([:], 0) }
      state.cost += cost
      state.entries[key] = outcome
      return outcome
    }
  }

  static func makeOutcome(_ bytes: ContiguousArray<UInt8>, _ name: String?) -> Outcome {
    Document.parse(bytes).mapError(SelectedOperation.Failure.syntax).flatMap { document in
      document.selectOperation(named: name).mapError(SelectedOperation.Failure.selection)
        .map { SelectedOperation(document: document, operation: $0) }
    }
  }
}
