struct PersistedQueryStore: Sendable {
  /// The maximum number of documents, above which the oldest is removed, so that its client has to send it again.
  static let countLimit = 1_000
  static let byteLimit = 16 << 20

  private var documents: [String: ContiguousArray<UInt8>] = [:]
  private var order: [String] = []
  private var byteCount = 0

  func document(of hash: String) -> ContiguousArray<UInt8>? { documents[hash] }

  mutating func register(_ document: ContiguousArray<UInt8>, as hash: String) {
    guard documents[hash] == nil, document.count <= Self.byteLimit else { return }
    while documents.count >= Self.countLimit || byteCount + document.count > Self.byteLimit {
      byteCount -= documents.removeValue(forKey: order.removeFirst())?.count ?? 0
    }
    documents[hash] = document
    order.append(hash)
    byteCount += document.count
  }

  mutating func removeAll() { self = PersistedQueryStore() }
}
