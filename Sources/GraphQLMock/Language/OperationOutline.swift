/// An operation of a document: what it is, what it is called, and where it stands in the document.
struct OperationOutline: Equatable, Sendable {
  let type: OperationType
  /// The operation's own name; nil if it is anonymous.
  let name: String?
  /// The index of its definition in the document.
  let definition: Int
}
