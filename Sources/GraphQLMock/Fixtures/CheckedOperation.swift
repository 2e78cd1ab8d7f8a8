import Foundation

/// An operation of an app that the tool validates, and for which it generates fixtures.
package final class CheckedOperation: Sendable {
  private typealias Use = (offset: Int, name: String, type: WrappedType, isDeprecated: Bool)

  /// The name of the operation, or nil for an anonymous operation.
  package let name: String?
  /// The type and name of the operation, such as `query "Viewer"`.
  package let title: String
  /// The title and the place of the operation, as in ``OperationCoverage/unanswered``.
  package let description: String
  /// The errors, but not the warnings, from validating the operation against the schema.
  package let errors: [(message: String, place: TypeSystem.Place)]
  /// The variables and fields that a valid operation uses, such as `$id` and `User.nick`, each with one of its places.
  package let uses: [(name: String, type: WrappedType, isDeprecated: Bool, place: TypeSystem.Place)]

  package static func all(
    at path: String, by schema: ServiceSchema
  ) throws -> (operations: [CheckedOperation], errors: [(message: String, place: TypeSystem.Place)])
  {
    let system = try schema.system
    let catalog = try OperationCatalog(at: URL(fileURLWithPath: path), path)
    return (catalog.entries.map { CheckedOperation($0, system) }, catalog.problems)
  }

  private let selected: SelectedOperation?
  private let system: TypeSystem

  private init(_ entry: OperationCatalog.Entry, _ system: TypeSystem) {
    (name, title, description) = (entry.name, entry.title, entry.description)
    (selected, self.system) = (entry.selected, system)
    guard let selected else {
      (errors, uses) = ([], [])
      return
    }
    let document = selected.document
    let placed = entry.places(in: document)
    func place(_ line: Int, _ column: Int) -> TypeSystem.Place {
      placed(line, column) ?? (entry.file, entry.line, entry.column)
    }
    errors = selected.errors(by: nil, types: system).filter { !$0.reason.isWarning }.map {
      ($0.message, place($0.locations.first?.line ?? 1, $0.locations.first?.column ?? 1))
    }
    let found = errors.isEmpty ? Self.uses(of: selected.operation, in: document, system) : []
    let positions = TextPosition.positions(of: found.map(\.offset), in: document.bytes.span)
    uses = zip(found, positions).map {
      ($0.name, $0.type, $0.isDeprecated, place($1.line, $1.column))
    }
  }

  /// Returns the data of a response, generated from the schema around the members of `partial`.
  /// - Throws: The reason why no data can be generated, as a sentence.
  package func data(completing partial: MockJSON) throws(UnusableResponse) -> MockJSON {
    guard let selected else { return partial }
    let made = ResponseGenerator.data(
      for: selected.operation, of: selected.document, in: system,
      overrides: ResolvedOverrides([:], in: system), completing: partial)
    switch made {
    case .success(let made): return made.data
    // The advice after a semicolon is for tests.
    case .failure(let error):
      throw UnusableResponse(reason: "\(error.message.prefix { $0 != ";" })")
    }
  }

  package struct UnusableResponse: Error {
    package let reason: String
  }

  private static func uses(
    of operation: Document.Operation, in document: Document, _ system: TypeSystem
  ) -> [Use] {
    guard let root = system.rootTypes[operation.type] else { return [] }
    var found: [Use] = []
    let definition = document.definitions[operation.definition].node
    for variable in document.children(of: definition, .variableDefinition) {
      guard let node = document.firstChild(of: variable, .type),
        let type = system.type(document.nodes[node].range, in: document.bytes)
      else { continue }
      let name = "$" + document.text(document.nodes[variable].range)
      found.append((document.startOfPunctuator(before: variable), name, type, false))
    }
    var fields = SelectedFields(
      of: operation, in: document, on: root.name, by: FragmentRule(system), variables: [:])
    var known: Set<FieldDefinition> = []
    var pending = [SelectedFields.root]
    while let group = pending.popLast() {
      for field in fields.fields(of: group).all {
        for selection in field.selections {
          guard let definition = system.definition(of: selection),
            let type = selection.scope.typeName, known.insert(definition).inserted
          else { continue }
          let range = document.alias(of: selection.node) ?? document.nodes[selection.node].range
          let isDeprecated = definition.facts.deprecation != nil
          found.append(
            (range.lowerBound, "\(type).\(definition.name)", definition.type, isDeprecated))
        }
        if let inner = field.group { pending.append(inner) }
      }
    }
    return found.ordered { $0.offset < $1.offset }
  }
}
