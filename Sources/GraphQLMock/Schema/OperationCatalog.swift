import Foundation

/// The operations that an app can send, from its `.graphql` files or its operation manifest.
struct OperationCatalog: Sendable {
  struct Entry: Sendable, Changeable, Equatable {
    var type: OperationType
    var name: String?
    var file: String
    /// From 1.
    var line: Int
    var column: Int
    /// Includes the fragments that it reaches, wherever they are defined.
    var document: String
  }

  struct ReadingError: Error, Sendable, Equatable {
    var file: String
    var error: GraphQLSyntaxError

    var message: String { "\(file):\(error.line):\(error.column): \(error.message)" }
  }

  private(set) var entries: [Entry] = []
  private(set) var errors: [ReadingError] = []

  private struct Fragment: Sendable {
    var document: Document
    var definition: Int
  }

  /// - Parameter documents: They may spread each other's fragments.
  init(documents: [(file: String, text: String)]) {
    var read: [(file: String, document: Document)] = []
    var fragments: [String: Fragment] = [:]
    for (file, text) in documents {
      switch Document.parse(text) {
      case .failure(let error): errors.append(ReadingError(file: file, error: error))
      case .success(let document):
        read.append((file, document))
        for (index, definition) in document.definitions.enumerated()
        where definition.kind == .fragment {
          let name = document.text(definition.name)
          if fragments[name] == nil {
            fragments[name] = Fragment(document: document, definition: index)
          }
        }
      }
    }
    for (file, document) in read {
      for (index, definition) in document.definitions.enumerated() {
        guard case .operation(let type) = definition.kind else { continue }
        let place = TextPosition(of: definition.range.lowerBound, in: document.bytes.span)
        entries.append(
          Entry(
            type: type,
            name: definition.name.isEmpty ? nil : document.text(definition.name), file: file,
            line: place.line, column: place.column,
            document: Self.text(of: index, in: document, fragments)))
      }
    }
  }

  init(manifest: Data, file: String) throws(PersistedDocuments.ManifestError) {
    for (_, text) in try PersistedDocuments.read(manifest) {
      let part = OperationCatalog(documents: [(file, text)])
      // An editor can't go to a line inside of a manifest's operation.
      entries += part.entries.map { $0.changing { ($0.line, $0.column) = (1, 1) } }
    }
  }

  private static func text(
    of definition: Int, in document: Document, _ fragments: [String: Fragment]
  ) -> String {
    var texts: [String] = []
    var entered: Set<String> = []
    var pending = [Fragment(document: document, definition: definition)]
    while let next = pending.popLast() {
      let outline = next.document.definitions[next.definition]
      texts.append(next.document.text(outline.range))
      let nodes = next.document.nodes
      var spread: [Fragment] = []
      for index in outline.node..<Int(nodes[outline.node].next)
      where nodes[index].kind == .fragmentSpread {
        let name = next.document.text(nodes[index].range)
        guard let fragment = fragments[name], entered.insert(name).inserted else { continue }
        spread.append(fragment)
      }
      pending += spread.reversed()
    }
    return texts.joined(separator: "\n")
  }
}
