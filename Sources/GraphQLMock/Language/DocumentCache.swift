import Foundation

/// A cache of parsed documents and selected operations.
///
/// The key is the document's bytes, all of which are compared, and the operation's name. When there are too many
/// entries, all are discarded. Any thread may call.
final class DocumentCache: @unchecked Sendable {
  // Unchecked: the lock guards what changes.
  typealias Outcome = Result<SelectedOperation, SelectedOperation.Failure>

  private struct Entry {
    let bytes: ContiguousArray<UInt8>
    let operationName: String?
    let outcome: Outcome
  }

  private let lock = NSLock()
  private let countLimit: Int
  private let costLimit: Int
  // All of these are guarded by the lock.
  private var entries: [Digest128: Entry] = [:]
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
    let digest = Self.digest(bytes, name)
    if let known = lock.withLock({ find(digest, bytes, name) }) { return known }
    // Two threads may do this at once for one document: it is of the order of reading the body, which
    // each does for itself, perhaps where nobody may wait. Both get what the first one made.
    let outcome = Self.makeOutcome(bytes, name)
    return lock.withLock {
      if let first = find(digest, bytes, name) { return first }
      store(outcome, digest, bytes, name)
      return outcome
    }
  }

  private func find(
    _ digest: Digest128, _ bytes: ContiguousArray<UInt8>, _ name: String?
  ) -> Outcome? {
    guard let entry = entries[digest], Bytes.areEqual(entry.bytes.span, bytes.span),
      Bytes.areEqual(entry.operationName, name)
    else { return nil }
    return entry.outcome
  }

  private func store(
    _ outcome: Outcome, _ digest: Digest128, _ bytes: ContiguousArray<UInt8>, _ name: String?
  ) {
    var newCost = bytes.count
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
    entries[digest] = Entry(bytes: bytes, operationName: name, outcome: outcome)
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

  private static func digest(_ bytes: ContiguousArray<UInt8>, _ name: String?) -> Digest128 {
    var digester = Digester(.process)
    digester.add(bytes)
    if let name { digester.add(name.utf8) }
    return digester.finish()
  }
}
