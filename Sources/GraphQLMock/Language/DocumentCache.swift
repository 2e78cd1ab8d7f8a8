import Foundation

/// A cache of parsed documents and selected operations.
///
/// The key is the document's bytes, all of which are compared, and the operation's name. When there are too many
/// entries, all are discarded. Any thread may call.
final class DocumentCache: @unchecked Sendable {
  // Unchecked: the lock guards what changes.
  typealias Outcome = Result<SelectedOperation, SelectedOperation.Failure>

  private struct Key: Hashable {
    let document: ByteKey
    let operationName: ByteKey?
  }

  private let lock = NSLock()
  private let countLimit: Int
  private let costLimit: Int
  // All of these are guarded by the lock.
  private var entries: [Key: Outcome] = [:]
  private var cost = 0

  /// - Parameter costLimit: The approximate number of bytes.
  init(countLimit: Int = 512, costLimit: Int = 8 << 20) {
    self.countLimit = countLimit
    self.costLimit = costLimit
  }

  /// Shared by all services, because the tests of a suite send the same documents.
  static let shared = DocumentCache()

  var count: Int { lock.withLock { entries.count } }

  /// - Parameter operationName: Nil and "" select the only operation.
  func outcome(for bytes: ContiguousArray<UInt8>, operationName: String?) -> Outcome {
    let name = operationName.flatMap { $0.isEmpty ? nil : $0 }
    let key = Key(document: ByteKey(bytes), operationName: name.map { ByteKey($0.utf8) })
    if let known = lock.withLock({ entries[key] }) { return known }
    // Two threads may do this at once for one document: it is of the order of reading the body, which
    // each does for itself, perhaps where nobody may wait. Both get what the first one made.
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
    // One huge document must not drive out all others.
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
