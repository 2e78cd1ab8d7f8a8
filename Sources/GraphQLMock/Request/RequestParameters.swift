import Foundation

/// GraphQL over HTTP, "Request Parameters".
///
/// Missing and null members are `nil`.
struct RequestParameters: Sendable, Changeable, Equatable {
  /// Unescaped UTF-8.
  var query: ContiguousArray<UInt8>?
  var operationName: String?
  /// The checked JSON text of an object or of null.
  ///
  /// It's a slice of the body. A copy of large variables would double the memory of a request.
  var variables: Data?
  /// As in ``variables``.
  var extensions: Data?
  var documentID: String?
  var id: String?
  var docID: String?
}

extension RequestParameters {
  mutating func set(_ member: BodyError.Member?, to text: ContiguousArray<UInt8>?) {
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

  /// Parses ``variables`` or ``extensions``.
  static func object(_ text: Data?) -> MockJSON {
    guard let text, case .success(let json) = JSONParser.parse(ContiguousArray(text)), !json.isNull
    else { return [:] }
    return json
  }

  /// The `operationName` unless it's empty.
  var selectedName: String? { operationName?.isEmpty == true ? nil : operationName }

  /// Whether the request names a persisted document.
  var isPersisted: Bool {
    documentID != nil || !Self.object(extensions)["persistedQuery"].isNull
  }

  /// Whether the request uses an older client's members, which other JSON has, too.
  var isNamedOtherwise: Bool { id != nil || docID != nil }

  /// Returns a copy for the journal, which must not keep a long body in memory.
  func keeping(limit: Int) -> RequestParameters {
    changing {
      $0.variables = variables.flatMap { $0.isNullText || $0.count <= limit ? $0.copied : nil }
      $0.extensions = extensions.flatMap { $0.isNullText || $0.count <= limit ? $0.copied : nil }
    }
  }
}

extension Data {
  /// Whether the text of an object or of null is that of null.
  var isNullText: Bool { !isEmpty && self[startIndex] == UInt8(ascii: "n") }

  func slice(_ range: Range<Int>) -> Data {
    let range = range.clamped(to: 0..<count)
    return self[(startIndex + range.lowerBound)..<(startIndex + range.upperBound)]
  }
}
