import Foundation

/// The parameters of a GraphQL request (GraphQL over HTTP, "Request Parameters"); nil is what is absent
/// or null.
struct RequestParameters: Sendable, Changeable, Equatable {
  /// The document, unescaped, in UTF-8.
  var query: ContiguousArray<UInt8>?
  var operationName: String?
  /// The JSON text of an object, or of null, as it was sent, checked.
  ///
  /// It is a slice of the body, whose memory it shares: a copy of large variables would double what a
  /// request takes.
  var variables: Data?
  /// As ``variables``.
  var extensions: Data?
  var documentID: String?
  /// `id`, where it is a string.
  var id: String?
  /// `doc_id`, where it is a string.
  var docID: String?
}

extension RequestParameters {
  /// Takes a member that is a string, or null.
  mutating func set(_ member: BodyMember?, to text: ContiguousArray<UInt8>?) {
    var string: String? { text.map { String(decoding: $0, as: UTF8.self) } }
    switch member {
    case .query: query = text
    case .operationName: operationName = string
    case .documentID: documentID = string
    case .id: id = string
    case .docID: docID = string
    case .variables, .extensions, nil: break
    }
  }

  /// The object of ``variables`` or ``extensions``, parsed now; empty when absent or null.
  static func object(_ text: Data?) -> MockJSON {
    guard let text, case .success(let json) = JSONParser.parse(ContiguousArray(text)), !json.isNull
    else { return [:] }
    return json
  }

  /// The `operationName`, which is as good as absent when it is empty.
  var selectedName: String? { operationName?.isEmpty == true ? nil : operationName }

  /// Whether the request names a persisted document, known to the service by an identifier.
  var isPersisted: Bool {
    documentID != nil || !Self.object(extensions)["persistedQuery"].isNull
  }

  /// Whether it names one as older clients do, by members that other JSON has too.
  var isNamedOtherwise: Bool { id != nil || docID != nil }

  /// The parameters as a journal keeps them, which must not keep a long body alive.
  func keeping(limit: Int) -> RequestParameters {
    changing {
      $0.variables = variables.flatMap { $0.isNullText || $0.count <= limit ? $0.copied : nil }
      $0.extensions = extensions.flatMap { $0.isNullText || $0.count <= limit ? $0.copied : nil }
    }
  }
}

extension Data {
  /// Whether the text of an object, or of null, is that of null.
  var isNullText: Bool { !isEmpty && self[startIndex] == UInt8(ascii: "n") }

  /// A part that shares the memory.
  /// - Parameter range: Where it stands, counted from the start.
  func slice(_ range: Range<Int>) -> Data {
    let range = range.clamped(to: 0..<count)
    return self[(startIndex + range.lowerBound)..<(startIndex + range.upperBound)]
  }

  /// A copy whose first index is 0, as users of `Data` expect.
  var copied: Data { subdata(in: startIndex..<endIndex) }
}
