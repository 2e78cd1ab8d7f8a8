/// An operation that was selected from a document, with what matching needs to know of it.
final class SelectedOperation: Sendable {
  let document: Document
  let operation: OperationOutline
  /// The digest of what the operation asks for, which tells it from others in this process.
  let keyDigest: Digest128
  /// The digest of the whole document, byte by byte.
  let documentDigest: Digest128
  /// The default values of the operation's variables.
  let variableDefaults: [(name: String, value: MockJSON)]
  /// Whether `@defer` on a fragment or `@stream` on a field stands anywhere in the document; elsewhere
  /// they are a service's own.
  let hasIncrementalDirectives: Bool
  private let knownRootFields = MadeOnce<[String]>()

  init(document: Document, operation: OperationOutline) {
    self.document = document
    self.operation = operation
    keyDigest = CanonicalForm.digest(of: operation, in: document, .process)
    documentDigest = Digest128(of: document.bytes.span, 0, document.bytes.count)
    variableDefaults = document.variableDefaults(of: operation)
    hasIncrementalDirectives = document.nodes.indices.contains { node in
      switch document.nodes[node].kind {
      case .field: document.directive("stream", of: node) != nil
      case .fragmentSpread, .inlineFragment: document.directive("defer", of: node) != nil
      default: false
      }
    }
  }

  /// What the operation is compared by.
  var key: MatchKey { MatchKey(self) }

  /// The names of the fields at the root, in the order of the text, those included that a variable may
  /// leave out.
  var rootFields: [String] {
    knownRootFields.value {
      let root = FieldCollector.Parent(node: document.definitions[operation.definition].node)
      return FieldCollector(document).collect(below: [root]) { $1 }.selections.map(\.name)
    }
  }
}

/// Why a request's document does not lead to an operation.
indirect enum DocumentError: Error, Equatable, Sendable {
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
