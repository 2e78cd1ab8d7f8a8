/// An operation selected from a document, with what matching needs.
final class SelectedOperation: Sendable {
  let document: Document
  let operation: Document.Operation
  let keyDigest: Digest128
  let documentDigest: Digest128
  let variableDefaults: [(name: String, value: MockJSON)]
  /// Whether the document uses `@defer` on a fragment or `@stream` on a field.
  ///
  /// Elsewhere they are the service's own directives.
  let hasIncrementalDirectives: Bool
  private let knownRootFields = MadeOnce<[String]>()

  init(document: Document, operation: Document.Operation) {
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

  var key: MatchKey { MatchKey(self) }

  /// In the order of the text, including fields that a variable may leave out.
  var rootFields: [String] {
    knownRootFields.value {
      let root = FieldCollector.Parent(node: document.definitions[operation.definition].node)
      return FieldCollector(document).collect(below: [root]) { $1 }.selections.map(\.name)
    }
  }
}

extension SelectedOperation {
  /// The reason why a document leads to no operation.
  indirect enum Failure: Error, Equatable, Sendable {
    case syntax(GraphQLSyntaxError)
    case selection(OperationSelectionError)

    /// The text of `errors[].message`.
    var message: String {
      switch self {
      case .syntax(let error): error.message
      case .selection(let error): error.message
      }
    }
  }
}
