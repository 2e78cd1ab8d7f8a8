/// What a JSON body holds, its parts not parsed further.
enum DecodedBody: Sendable, Hashable {
  /// One request.
  case request(DecodedRequest)
  /// A JSON array, checked to be one; each element is a body of its own.
  case batch(RawText)
}

/// The members of a GraphQL request (GraphQL over HTTP, "Request Parameters").
struct DecodedRequest: Sendable, Hashable {
  /// A member that is a string or null.
  enum Text: Sendable, Hashable {
    case absent
    case null
    /// Its content, unescaped, in UTF-8.
    case text(ContiguousArray<UInt8>)

    /// The content; nil when absent or null.
    var bytes: ContiguousArray<UInt8>? { if case .text(let bytes) = self { bytes } else { nil } }

    /// The content as a string; nil when absent or null.
    var string: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// A member that is an object or null.
  enum RawObject: Sendable, Hashable {
    case absent
    case null
    /// Its JSON text as it was sent, checked.
    case object(RawText)

    /// The object's JSON text; nil when absent or null.
    var text: RawText? { if case .object(let text) = self { text } else { nil } }

    /// The bytes of ``text``.
    var bytes: ContiguousArray<UInt8>? { text?.bytes }

    /// The object, parsed now; empty when absent or null.
    var json: MockJSON {
      guard let bytes, case .success(let json) = JSONParser.parse(bytes) else { return [:] }
      return json
    }
  }

  var query = Text.absent
  var operationName = Text.absent
  var variables = RawObject.absent
  var extensions = RawObject.absent
  var documentID = Text.absent
  /// `id`, where it is a string.
  var id = Text.absent
  /// `doc_id`, where it is a string.
  var docID = Text.absent
}
