/// Why a body is no well-formed GraphQL request (GraphQL over HTTP, "JSON Encoding").
struct BodyError: Error, Sendable, Hashable {
  enum Problem: Sendable, Hashable {
    /// Nothing, or white space only.
    case empty
    /// The bytes are not JSON.
    case json(JSONFault.Kind)
    /// JSON, but neither an object nor an array.
    case notAnObject(found: JSONKind)
    /// A member of another type than the standard gives it; the offset is that of its value.
    case wrongType(BodyMember, found: JSONKind)
    /// A second member of the same name; the offset is that of the name's quote.
    case duplicate(BodyMember)
  }

  var problem: Problem
  /// Bytes before the fault, counted from the start of the body.
  var offset: Int
}

/// The members that the decoder knows, by their names on the wire.
enum BodyMember: String, Sendable, Hashable, CaseIterable {
  case query
  case operationName
  case variables
  case extensions
  /// A persisted document (GraphQL over HTTP, appendix "Persisted Documents").
  case documentID = "documentId"
  /// How older clients name a persisted document; anything else under this name is ignored.
  case id
  /// How older clients name a persisted document; anything else under this name is ignored.
  case docID = "doc_id"

  /// The kind of value it takes, beside null.
  var kind: JSONKind { self == .variables || self == .extensions ? .object : .string }

  /// Whether it is GraphQL's, so that a wrong type or a second one is an error.
  var isStandard: Bool { self != .id && self != .docID }
}

extension BodyError: CustomStringConvertible {
  /// The whole message.
  var description: String {
    switch problem {
    case .empty: "The request body is empty."
    case .json(let kind):
      "The request body is not valid JSON at byte \(offset): "
        + "\(JSONFault(kind: kind, offset: offset).reason)."
    case .notAnObject(let found):
      "The request body must be a JSON object, found \(found.rawValue) at byte \(offset)."
    case .wrongType(let member, let found):
      "\"\(member.rawValue)\" in the request body must be \(member.kind.rawValue), "
        + "found \(found.rawValue) at byte \(offset)."
    case .duplicate(let member):
      "\"\(member.rawValue)\" stands twice in the request body, again at byte \(offset)."
    }
  }
}
