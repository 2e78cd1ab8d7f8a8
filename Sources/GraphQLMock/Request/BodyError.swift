/// An error in the JSON body of a request (GraphQL over HTTP, "JSON Encoding").
struct BodyError: Error, Sendable, Hashable, CustomStringConvertible {
  enum Problem: Sendable, Hashable {
    /// The body is empty or contains only white space.
    case empty
    case json(JSONError.Reason)
    case notAnObject(found: JSONKind)
    /// The body is compressed, or its encoding is UTF-16 or UTF-32 instead of UTF-8.
    case encoding
    /// A parameter has a value of the wrong type. The offset of the error is the start of the value.
    case wrongType(BodyError.Member, found: JSONKind)
    /// A parameter appears twice. The offset of the error is the quotation mark before the second name.
    case duplicate(BodyError.Member)
  }

  var problem: Problem
  /// The byte offset in the body.
  var offset: Int

  enum Member: String, Sendable, Hashable, CaseIterable {
    case query
    case operationName
    case variables
    case extensions
    /// The identifier of a persisted document (GraphQL over HTTP, appendix "Persisted Documents").
    case documentID = "documentId"
    /// The identifier of a persisted document in requests of older clients.
    case id
    case docID = "doc_id"

    /// A dictionary, which is faster than `init(rawValue:)`. The bits are those of a byte, so a ninth member has none.
    static let named = Dictionary(
      uniqueKeysWithValues: zip(allCases, 0...).map { member, position in
        (member.rawValue, (member: member, bit: UInt8(1) << position))
      })

    var kind: JSONKind { self == .variables || self == .extensions ? .object : .string }

    /// Whether a wrong type or a repeated name is an error. Other JSON, too, may have `id` and `doc_id`.
    var isStandard: Bool { self != .id && self != .docID }
  }

  var description: String {
    switch problem {
    case .empty: "The request body is empty."
    case .json(.nestingTooDeep(let limit)):
      "The request body is nested too deep at byte \(offset): "
        + "\(JSONError.Reason.nestingTooDeep(limit: limit).wording)."
    case .json(let reason):
      "The request body is not valid JSON at byte \(offset): \(reason.wording)."
    case .notAnObject(let found):
      "The request body must be a JSON object, found \(found.rawValue) at byte \(offset)."
    case .encoding:
      "The request body is not UTF-8 at byte \(offset); other encodings and compressed bodies, "
        + "for example by gzip, aren't supported."
    case .wrongType(let member, let found):
      "\"\(member.rawValue)\" in the request body must be \(member.kind.rawValue), "
        + "found \(found.rawValue) at byte \(offset)."
    case .duplicate(let member):
      "\"\(member.rawValue)\" appears twice in the request body, the second time at byte \(offset)."
    }
  }
}
