// The document that a handler states, and the key that it comes to.

struct DocumentMatch: Sendable {
  let text: String
  let operationName: String?
  let key: Result<MatchKey, any Error>

  init(_ text: String, operationName: String?) {
    self.text = text
    self.operationName = operationName
    key = Result { try MatchKey(document: text, operationName: operationName) }
  }
}
