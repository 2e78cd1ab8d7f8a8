/// What a made-up answer has in place of a value that the library makes up.
///
/// Written as a literal of JSON, or as ``list(_:)``:
///
/// ```swift
/// let overrides: GeneratedOverrides = [
///   "User.avatar": nil,                         // a field, wherever it is selected
///   "DateTime": "2026-01-01T00:00:00Z",         // every value of a type
///   "Query.users": .list(5),                    // how long a list is
///   "users[0].name": "Ada",                     // one place in the answer
///   "SearchResult": ["__typename": "Photo"],    // which type an abstract type has
/// ]
/// ```
///
/// An object states some members; the others are made up. So does a list of objects.
public struct GeneratedValue: Sendable, Hashable {
  // Launch plans contain this in encoded form.
  indirect enum Rule: Sendable, Hashable, Codable {
    case json(MockJSON)
    case list(count: Int)
    case identifier(GeneratedValue.IdentifierForm)
    case error(message: String)
    case absent
  }

  let content: Rule

  init(_ content: Rule) { self.content = content }

  /// A list of that many made-up elements.
  /// - Parameter count: The length; negative counts as 0.
  public static func list(_ count: Int) -> GeneratedValue {
    GeneratedValue(.list(count: max(count, 0)))
  }

  /// Identifiers that are the texts of numbers, such as "4711", one for each object.
  ///
  /// It is for fields of the type `ID`. What was asked for by its `id` keeps that.
  public static var numericID: GeneratedValue { GeneratedValue(.identifier(.number)) }

  /// Identifiers that are UUIDs, one for each object.
  ///
  /// It is for fields of the type `ID`. What was asked for by its `id` keeps that.
  public static var uuid: GeneratedValue { GeneratedValue(.identifier(.uuid)) }

  /// An error in the place of a field (GraphQL, section 6.4.4 "Handling Execution Errors").
  ///
  /// The nearest field around it that may be null is null, and `errors` has the path.
  /// - Parameter message: The description of the error.
  public static func error(_ message: String) -> GeneratedValue {
    GeneratedValue(.error(message: message))
  }

  /// No member at all, as a service must not answer: the response is to go unvalidated
  /// (``ServiceOptions/responseValidation``).
  public static var absent: GeneratedValue { GeneratedValue(.absent) }
}

extension GeneratedValue {
  enum IdentifierForm: String, Sendable, Hashable, Codable {
    case number, uuid

    /// Returns the same text for a name in every process.
    func text(for name: String) -> String {
      let digits = StableDigest(of: [name]).description
      switch self {
      case .number: return String(UInt64(digits.prefix(8), radix: 16) ?? 0)
      case .uuid:
        let parts = [(0, 8), (8, 4), (12, 4), (16, 4), (20, 12)]
        var characters = Array(digits)
        // Version 4, variant 1 (RFC 9562).
        (characters[12], characters[16]) = ("4", "8")
        return parts.map { String(characters[$0.0..<$0.0 + $0.1]) }.joined(separator: "-")
      }
    }
  }
}

extension GeneratedValue: MockJSONLiteral {
  /// A value; what an object leaves out is made up.
  /// - Parameter json: The value.
  public init(json: MockJSON) { self.init(.json(json)) }
}

extension GeneratedValue: ExpressibleByArrayLiteral {
  /// A list of that length; what its objects leave out is made up.
  public init(arrayLiteral elements: MockJSON...) { self.init(.json(.array(elements))) }
}

extension GeneratedValue: ExpressibleByDictionaryLiteral {
  /// Some members of an object, by response key or name of the field; the others are made up.
  public init(dictionaryLiteral elements: (String, MockJSON)...) {
    self.init(.json(MockJSON(.object(JSONMembers(elements)))))
  }
}

/// What a test states of answers that are made up; see ``GeneratedValue``.
///
/// A key is a type (`DateTime`), a field of a type (`User.avatar`, `Node.id` for all types that
/// implement it) or a path of response keys in the answer (`viewer.friends[0].name`; without a number,
/// `viewer.friends.name`, every element). A path goes before a field, a field before a type, an object
/// type before the interfaces that it implements. Of two equal keys the last counts.
///
/// A field that its type does not have makes the request fail. A key that begins with no type of the
/// schema is a path; one that leads nowhere is ignored.
public struct GeneratedOverrides: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  let values: [String: GeneratedValue]

  /// Overrides by type, field or path.
  public init(_ values: [String: GeneratedValue] = [:]) { self.values = values }

  /// Overrides by type, field or path; of two equal keys the last counts.
  public init(dictionaryLiteral elements: (String, GeneratedValue)...) {
    values = Dictionary(elements) { _, last in last }
  }
}
