import Foundation

/// An operation that was selected from a document.
///
/// What matching needs to know of it is computed when a handler asks for the first time, and kept.
final class SelectedOperation: @unchecked Sendable {
  // Unchecked: the lock guards what changes.
  let document: Document
  let operation: OperationOutline

  private let lock = NSLock()
  // All of these are guarded by the lock.
  private var computedKeyDigest: Digest128?
  private var knownRootFields: [String]?
  private var knownDefaults: [(name: String, value: MockJSON)]?
  private var computedDocumentDigest: Digest128?
  private var knownIncremental: Bool?

  init(document: Document, operation: OperationOutline) {
    self.document = document
    self.operation = operation
  }

  /// What the operation is compared by.
  var key: MatchKey { MatchKey(self) }

  /// The digest of what the operation asks for, which tells it from others in this process.
  var keyDigest: Digest128 {
    // Not by `compute`: most requests come here, and key paths are slow.
    lock.lock()
    defer { lock.unlock() }
    if let computedKeyDigest { return computedKeyDigest }
    let digest = CanonicalForm.digest(of: operation, in: document, .process)
    computedKeyDigest = digest
    return digest
  }

  /// The names of the fields at the root, in the order of the text, those included that a variable may
  /// leave out.
  var rootFields: [String] {
    compute(\.knownRootFields) {
      let root = FieldCollector.Parent(node: document.definitions[operation.definition].node)
      return FieldCollector(document).collect(below: [root]) { $1 }.selections.map(\.name)
    }
  }

  /// The default values of the operation's variables.
  var variableDefaults: [(name: String, value: MockJSON)] {
    compute(\.knownDefaults) { document.variableDefaults(of: operation) }
  }

  /// The digest of the whole document, byte by byte.
  var documentDigest: Digest128 {
    lock.lock()
    defer { lock.unlock() }
    if let computedDocumentDigest { return computedDocumentDigest }
    let bytes = document.bytes
    let digest = Digest128(of: bytes.span, 0, bytes.count)
    computedDocumentDigest = digest
    return digest
  }

  /// Whether `@defer` on a fragment or `@stream` on a field stands anywhere in the document; elsewhere
  /// they are a service's own.
  var hasIncrementalDirectives: Bool {
    // Not by `compute`: most requests come here.
    lock.lock()
    defer { lock.unlock() }
    if let knownIncremental { return knownIncremental }
    // What the directives that come next belong to.
    var owner = SyntaxNode.Kind.operation
    let isIncremental = document.nodes.contains { node in
      switch node.kind {
      case .field, .fragmentSpread, .inlineFragment, .variableDefinition, .fragmentDefinition,
        .operation:
        owner = node.kind
        return false
      case .directive:
        let name = document.bytes[node.range]
        return owner == .field
          ? name.elementsEqual("stream".utf8)
          : (owner == .fragmentSpread || owner == .inlineFragment)
            && name.elementsEqual("defer".utf8)
      default: return false
      }
    }
    knownIncremental = isIncremental
    return isIncremental
  }

  private func compute<Value>(
    _ known: ReferenceWritableKeyPath<SelectedOperation, Value?>, _ make: () -> Value
  ) -> Value {
    lock.withLock {
      if let value = self[keyPath: known] { return value }
      let value = make()
      self[keyPath: known] = value
      return value
    }
  }
}

/// Why a request's document does not lead to an operation.
enum DocumentError: Error, Hashable, Sendable {
  case syntax(GraphQLSyntaxError)
  case selection(OperationSelectionError)

  /// The message that a service puts into `errors[].message`.
  var message: String {
    switch self {
    case .syntax(let error): error.message
    case .selection(let error): error.message
    }
  }
}
