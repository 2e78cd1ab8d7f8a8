// The document that a handler states, and the key that it comes to.

struct DocumentMatch: Sendable {
  let text: String
  let operationName: String?
  let key: Result<MatchKey, any Error>
  /// The operation, to be recognised in requests.
  let selected: Result<SelectedOperation, DocumentError>

  init(_ text: String, operationName: String?) {
    self.text = text
    self.operationName = operationName
    let name = operationName.flatMap { $0.isEmpty ? nil : $0 }
    selected = DocumentCache.makeOutcome(ContiguousArray(text.utf8), name)
    switch selected {
    case .success(let selected): key = .success(selected.key)
    case .failure(.syntax(let error)): key = .failure(error)
    case .failure(.selection(let error)): key = .failure(error)
    }
  }
}
