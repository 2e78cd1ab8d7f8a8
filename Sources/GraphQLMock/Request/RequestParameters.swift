import Foundation

/// The parameters of a GraphQL request (GraphQL over HTTP, "Request Parameters"). A missing parameter is nil.
struct RequestParameters: Sendable, Changeable, Equatable {
  /// The document in UTF-8. The escape sequences of the JSON body are decoded.
  var query: ContiguousArray<UInt8>?
  var operationName: String?
  /// The JSON text of the variables, an object or null, as a slice of the body to save memory.
  var variables: Data?
  var extensions: Data?
  var documentID: String?
  var id: String?
  var docID: String?

  /// Sets a parameter that is a string. The callers set variables and extensions, which aren't decoded, themselves.
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

  /// Returns the value of a parameter that is an object, or `[:]` if the parameter is missing or null.
  static func object(_ text: Data?) -> MockJSON {
    guard let text, case .success(let json) = JSONParser.parse(ContiguousArray(text)), !json.isNull
    else { return [:] }
    return json
  }

  var selectedName: String? { operationName?.isEmpty == true ? nil : operationName }

  var isPersisted: Bool { documentID != nil || !Self.object(extensions)["persistedQuery"].isNull }

  var hasCompanions: Bool { variables != nil || operationName != nil || extensions != nil }

  /// The stated identifiers of a document, in the order in which documents are looked up.
  var identifiers: [(member: BodyError.Member, value: String)] {
    [(BodyError.Member.documentID, documentID), (.docID, docID), (.id, id)]
      .compactMap { member, text in text.map { (member, $0) } }
  }

  /// Longer variables and extensions are dropped. Others are copied, because a slice would keep the whole body in memory.
  func keeping(limit: Int) -> RequestParameters {
    changing {
      $0.variables = variables.flatMap { $0.isNullText || $0.count <= limit ? $0.copied : nil }
      $0.extensions = extensions.flatMap { $0.isNullText || $0.count <= limit ? $0.copied : nil }
    }
  }

  /// Returns the parameters in the query of a GET request or in an HTML form, and the first problem with them.
  static func read(_ items: QueryItems) -> (RequestParameters, MalformedRequestError.Reason?) {
    var parameters = RequestParameters()
    var problem: MalformedRequestError.Reason?
    for member in BodyError.Member.allCases {
      let values = items.values(of: member.rawValue)
      guard let value = values.first else { continue }
      if values.count > 1, member.isStandard { problem = problem ?? .duplicateQueryItem(member) }
      if let found = parameters.set(member, to: value) { problem = problem ?? found }
    }
    return (parameters, problem)
  }

  private mutating func set(
    _ member: BodyError.Member, to value: String
  ) -> MalformedRequestError.Reason? {
    guard member.kind == .object else {
      set(member, to: ContiguousArray(value.utf8))
      return nil
    }
    do {
      let json = try MockJSON(parsing: value)
      guard json.isNull || json.isObject else { return .queryItemType(member) }
      let text = Data((json.isNull ? "null" : value).utf8)
      if member == .variables { variables = text } else { extensions = text }
      return nil
    } catch {
      return .queryItem(member, error)
    }
  }
}

extension Data {
  /// Whether a JSON text, which must be an object or null, is null.
  var isNullText: Bool { !isEmpty && self[startIndex] == UInt8(ascii: "n") }

  func slice(_ range: Range<Int>) -> Data {
    let range = range.clamped(to: 0..<count)
    return self[(startIndex + range.lowerBound)..<(startIndex + range.upperBound)]
  }
}
