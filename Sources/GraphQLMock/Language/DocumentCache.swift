import Foundation

/// A cache of parsed documents and their selected operations, which is emptied when it is full.
final class DocumentCache: @unchecked Sendable {
  // `@unchecked Sendable` is safe, because `lock` protects the mutable properties of the cache.
  typealias Outcome = Result<SelectedOperation, SelectedOperation.Failure>

  private struct Key: Hashable {
    let document: ByteKey
    let operationName: ByteKey?
  }

  private let lock = NSLock()
  private let countLimit: Int
  private let costLimit: Int
  private var entries: [Key: Outcome] = [:]
  private var cost = 0

  /// - Parameter costLimit: The approximate maximum size of all cached documents together, in bytes.
  init(countLimit: Int = 512, costLimit: Int = 8 << 20) {
    self.countLimit = countLimit
    self.costLimit = costLimit
  }

  /// The cache that all mock services share, because tests often send the same documents.
  static let shared = DocumentCache()

  var count: Int { lock.withLock { entries.count } }

  func outcome(for bytes: ContiguousArray<UInt8>, operationName: String?) -> Outcome {
    let name = operationName.flatMap { $0.isEmpty ? nil : $0 }
    let key = Key(document: ByteKey(bytes), operationName: name.map { ByteKey($0.utf8) })
    if let known = lock.withLock({ entries[key] }) { return known }
    // Two threads may parse the same document at the same time. Both return the result that is stored first.
    let outcome = Self.makeOutcome(bytes, name)
    return lock.withLock {
      if let first = entries[key] { return first }
      store(outcome, key)
      return outcome
    }
  }

  private func store(_ outcome: Outcome, _ key: Key) {
    var newCost = key.document.bytes.count
    if case .success(let selected) = outcome {
      newCost += selected.document.nodes.count * MemoryLayout<SyntaxNode>.stride
    }
    // A huge document isn't cached, because it would take up too much of the cache.
    guard countLimit > 0, newCost <= costLimit / 4 else { return }
    if entries.count == countLimit || cost + newCost > costLimit {
      entries = [:]
      cost = 0
    }
    cost += newCost
    entries[key] = outcome
  }

  static func makeOutcome(_ bytes: ContiguousArray<UInt8>, _ name: String?) -> Outcome {
    switch Document.parse(bytes) {
    case .failure(let error): return .failure(.syntax(error))
    case .success(let document):
      return document.selectOperation(named: name).mapError(SelectedOperation.Failure.selection).map
      {
        SelectedOperation(document: document, operation: $0)
      }
    }
  }
}
