/// Why a body is no well-formed GraphQL request (GraphQL over HTTP, "JSON Encoding").
struct BodyError: Error, Sendable, Hashable {
  enum Problem: Sendable, Hashable {
    /// Nothing, or white space only.
    case empty
    /// The bytes are not JSON.
    case json(JSONError.Kind)
    /// JSON, but neither an object nor an array.
    case notAnObject(found: JSONKind)
    /// The bytes begin like a text in UTF-16 or UTF-32.
    case encoding
    /// A member of another type than the standard gives it; the offset is that of its value.
    case wrongType(BodyMember, found: JSONKind)
    /// A second member of the same name; the offset is that of the name's quote.
    case duplicate(BodyMember)
  }

  var problem: Problem
  /// Bytes before the error, counted from the start of the body.
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

  /// By name, with a bit of its own, for sets; the initialiser of a raw value makes a list of all names
  /// each time.
  static let named = Dictionary(
    uniqueKeysWithValues: zip(allCases, 0...).map { member, position in
      (member.rawValue, (member: member, bit: UInt8(1) << position))
    })

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
    case .json(.nestingTooDeep(let limit)):
      "The request body is nested too deep at byte \(offset): "
        + "\(JSONError.Kind.nestingTooDeep(limit: limit).wording)."
    case .json(let kind):
      "The request body is not valid JSON at byte \(offset): "
        + "\(kind.wording)."
    case .notAnObject(let found):
      "The request body must be a JSON object, found \(found.rawValue) at byte \(offset)."
    case .encoding:
      "The request body is not UTF-8 at byte \(offset); no other form of Unicode is read, "
        + "and no body that is compressed, as by gzip."
    case .wrongType(let member, let found):
      "\"\(member.rawValue)\" in the request body must be \(member.kind.rawValue), "
        + "found \(found.rawValue) at byte \(offset)."
    case .duplicate(let member):
      "\"\(member.rawValue)\" stands twice in the request body, again at byte \(offset)."
    }
  }
}
