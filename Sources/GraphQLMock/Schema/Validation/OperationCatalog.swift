import Foundation

/// The operations in an app's documents, each with the fragments that it uses.
///
/// `OperationCoverage` compares them with handlers and fixtures. `FixtureTable.check` and `CheckedOperation` validate
/// fixtures and operations. `OperationCatalog+Files.swift` reads the files.
package struct OperationCatalog: Sendable {
  struct Entry: Sendable, Changeable {
    var type: OperationType
    var name: String?
    var file: String
    var line: Int
    var column: Int
    /// The text of the operation and its fragments, which may come from other files.
    var document: String
    /// The file and position of each definition in `document`, in the same order, or an empty array for a JSON manifest.
    /// Each definition begins on a line of `document` and keeps its line breaks, so adding the difference of lines finds
    /// an error's position in the file.
    var origins: [(file: String, position: TextPosition)]

    /// Returns a function from a line and column of `document` to their place in a file, or to nil for a manifest.
    func places(in document: Document) -> (Int, Int) -> TypeSystem.Place? {
      let starts = TextPosition.positions(
        of: document.definitions.map(\.range.lowerBound), in: document.bytes.span)
      return { [origins] line, column in
        origins.indices.last { starts[$0].line <= line }.map { index in
          let (file, origin) = origins[index]
          let indentation = starts[index].line == line ? origin.column - 1 : 0
          return (file, origin.line + line - starts[index].line, indentation + column)
        }
      }
    }
  }

  struct ReadingError: Error, Sendable, Equatable {
    var file: String
    var error: GraphQLSyntaxError

    var message: String { "\(file):\(error.line):\(error.column): \(error.message)" }
  }

  private(set) var entries: [Entry] = []
  private(set) var errors: [ReadingError] = []

  package var problems: [(message: String, place: TypeSystem.Place)] {
    errors.map { ($0.error.message, ($0.file, $0.error.line, $0.error.column)) }
  }

  private typealias Outline = (
    file: String, document: Document, definition: Document.Definition, position: TextPosition
  )

  /// An operation may use fragments from other files. If several have the same name, the first is used.
  init(documents: [(file: String, text: String)]) {
    var operations: [(type: OperationType, outline: Outline)] = []
    var fragments: [String: Outline] = [:]
    for (file, text) in documents {
      switch Document.parse(text) {
      case .failure(let error): errors.append(ReadingError(file: file, error: error))
      case .success(let document):
        let positions = TextPosition.positions(
          of: document.definitions.map(\.range.lowerBound), in: document.bytes.span)
        for (definition, position) in zip(document.definitions, positions) {
          let outline: Outline = (file, document, definition, position)
          let name = document.text(definition.name)
          switch definition.kind {
          case .operation(let type): operations.append((type, outline))
          case .fragment: fragments[name] = fragments[name] ?? outline
          case .typeSystem: break
          }
        }
      }
    }
    entries = operations.map { type, outline in
      let reached = Self.reached(from: outline, fragments)
      return Entry(
        type: type, name: outline.document.name(of: outline.definition), file: outline.file,
        line: outline.position.line, column: outline.position.column,
        document: reached.map { $0.document.text($0.definition.range) }.joined(separator: "\n"),
        origins: reached.map { ($0.file, $0.position) })
    }
  }

  init(manifest: Data, file: String) throws(PersistedDocuments.ManifestError) {
    for (_, text) in try PersistedDocuments.read(manifest) {
      let part = OperationCatalog(documents: [(file, text)])
      // A manifest contains documents as JSON strings, in which positions aren't those of the file.
      entries += part.entries.map { $0.changing { ($0.line, $0.column, $0.origins) = (1, 1, []) } }
    }
  }

  /// Returns an operation and the fragments that it uses directly or indirectly, in the order of their first use.
  private static func reached(
    from operation: Outline, _ fragments: [String: Outline]
  ) -> [Outline] {
    var reached: [Outline] = []
    var entered: Set<String> = []
    var pending = [operation]
    while let next = pending.popLast() {
      reached.append(next)
      let nodes = next.document.nodes
      var spread: [Outline] = []
      for index in next.definition.node..<Int(nodes[next.definition.node].next)
      where nodes[index].kind == .fragmentSpread {
        let name = next.document.name(of: index)
        guard let fragment = fragments[name], entered.insert(name).inserted else { continue }
        spread.append(fragment)
      }
      pending += spread.reversed()
    }
    return reached
  }
}
