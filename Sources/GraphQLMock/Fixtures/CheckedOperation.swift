import Foundation

package final class CheckedOperation: Sendable {
  /// For example, `query "Viewer"`.
  package let title: String
  package let file: String
  package let line: Int
  package let column: Int
  /// Validation errors without warnings.
  package let errors: [String]
  /// The deprecated fields that it selects, such as `User.nick`.
  package let deprecatedFields: [String]

  package static func all(
    at path: String, by schema: ServiceSchema
  ) throws -> (operations: [CheckedOperation], errors: [String]) {
    let system = try schema.system
    do throws(FileFinder.Failure) {
      let catalog = try OperationCatalog(at: URL(fileURLWithPath: path), path)
      return (
        catalog.entries.map { CheckedOperation($0, system) }, catalog.errors.map(\.message)
      )
    } catch {
      return ([], [error.message])
    }
  }

  private init(_ entry: OperationCatalog.Entry, _ system: TypeSystem) {
    title = entry.title
    (file, line, column) = (entry.file, entry.line, entry.column)
    guard let document = try? Document.parse(entry.document).get(),
      let operation = try? document.selectOperation(named: nil).get()
    else {
      (errors, deprecatedFields) = ([], [])
      return
    }
    errors = document.validate(by: nil, types: system)
      .filter { !$0.reason.isWarning }.map(\.message)
    deprecatedFields =
      errors.isEmpty ? Self.deprecatedFields(of: operation, in: document, system) : []
  }

  private static func deprecatedFields(
    of operation: Document.Operation, in document: Document, _ system: TypeSystem
  ) -> [String] {
    guard let root = system.rootTypes[operation.type] else { return [] }
    var fields = SelectedFields(
      of: operation, in: document, on: root.name, by: FragmentRule(system), variables: [:])
    var found: [String] = []
    var pending = [SelectedFields.root]
    while let group = pending.popLast() {
      for field in fields.fields(of: group).all {
        for selection in field.selections {
          guard let definition = system.definition(of: selection),
            definition.facts.deprecation != nil, let type = selection.scope.typeName
          else { continue }
          let name = "\(type).\(definition.name)"
          if !found.contains(name) { found.append(name) }
        }
        if let inner = field.group { pending.append(inner) }
      }
    }
    return found.ordered()
  }
}
