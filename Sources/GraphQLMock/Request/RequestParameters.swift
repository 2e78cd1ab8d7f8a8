import Foundation

/// GraphQL over HTTP, "Request Parameters"; missing and null members are nil.
struct RequestParameters: Sendable, Changeable, Equatable {
  /// Unescaped UTF-8.
  var query: ContiguousArray<UInt8>?
  var operationName: String?
  /// The checked JSON text of an object or null; a slice of the body, because a copy would double the memory use.
  var variables: Data?
  var extensions: Data?
  var documentID: String?
  var id: String?
  var docID: String?

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

  static func object(_ text: Data?) -> MockJSON {
    guard let text, case .success(let json) = JSONParser.parse(ContiguousArray(text)), !json.isNull
    else { return [:] }
    return json
  }

  var selectedName: String? { operationName?.isEmpty == true ? nil : operationName }

  var isPersisted: Bool {
    documentID != nil || !Self.object(extensions)["persistedQuery"].isNull
  }

  /// Older clients use these members, but JSON that isn't GraphQL has them, too.
  var isNamedOtherwise: Bool { id != nil || docID != nil }

  func keeping(limit: Int) -> RequestParameters {
    changing {
      $0.variables = variables.flatMap { $0.isNullText || $0.count <= limit ? $0.copied : nil }
      $0.extensions = extensions.flatMap { $0.isNullText || $0.count <= limit ? $0.copied : nil }
    }
  }
}

extension Data {
  /// - Precondition: The text is an object or null.
  var isNullText: Bool { !isEmpty && self[startIndex] == UInt8(ascii: "n") }

  func slice(_ range: Range<Int>) -> Data {
    let range = range.clamped(to: 0..<count)
    return self[(startIndex + range.lowerBound)..<(startIndex + range.upperBound)]
  }
}
