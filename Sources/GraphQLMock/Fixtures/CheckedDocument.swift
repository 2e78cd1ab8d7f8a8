/// The document with which fixtures of an operation are validated, and the place that has it, for messages.
struct CheckedDocument: Sendable {
  enum Origin: Sendable {
    /// The `query` of the fixture's own `request`.
    case query
    /// A document beside the fixtures, such as `Viewer.graphql`.
    case file(String)
    /// A document of the app.
    case catalog(OperationCatalog.Entry)
  }

  let selected: SelectedOperation
  let origin: Origin

  /// - Parameter types: The schema, or nil to compare only the names of fields.
  func errors(in file: FixtureFile, _ types: TypeSystem? = nil) -> [FixtureError] {
    guard let map = file.responseMap else { return [] }
    let (document, operation) = (selected.document, selected.operation)
    let data = map["data"]
    if let types {
      let errors = selected.errors(by: nil, types: types)
      let invalid = errors.filter { !$0.reason.isWarning }.map { error in
        FixtureError(reason: .invalidDocument(error, document: name), file: file.parser.display)
      }
      if !invalid.isEmpty { return invalid }
    }
    let templates = (try? FixtureTemplate.variables(in: map.json, map)) ?? []
    let undefined = templates.filter { !document.defines(variable: $0.name, of: operation) }
      .map { file.parser.error(.undefinedVariable($0.name, document: name), at: $0.path) }
    // The path of an error may lead to a template, whose value may be null.
    let errors = templates.isEmpty || data.json.isNull ? map["errors"].json.array ?? [] : []
    // Null data beside errors is valid, unless a schema knows that it can't reach the root.
    if data.json.isNull, map["errors"].isStated, types == nil || !data.isStated { return undefined }
    let problems = ResponseCheck.problems(
      in: data.json, for: operation, of: document, in: types,
      variables: file.condition?.variables ?? [:], errors: errors)
    return undefined
      + problems.filter { !$0.isWarning }.map { problem in
        var dataPath = JSONPath(map.path.components + problem.path.components)
        var isOfName = false
        if case .notSelected(let key, _) = problem.fault {
          (dataPath, isOfName) = (dataPath[key], true)
        }
        let text = problem.description(of: name, position: position)
        return file.parser.error(.sentence(text), at: dataPath, ofName: isOfName)
      }
  }

  private var name: String {
    switch origin {
    case .query: "the query"
    case .file(let file): file
    case .catalog: "the document of \(selected.operation.name ?? "the operation")"
    }
  }

  private func position(ofByte offset: Int) -> String {
    let document = selected.document
    let position = TextPosition(of: offset, in: document.bytes.span)
    switch origin {
    case .query: return document.selectionPosition(offset)
    case .file(let file): return "\(file):\(position.line):\(position.column)"
    case .catalog(let entry):
      let place = entry.places(in: document)(position.line, position.column)
      return place.map { "\($0.file):\($0.line):\($0.column)" }
        ?? "line \(position.line), column \(position.column) of \(name)"
    }
  }
}
