/// A value that replaces a generated one in an answer, written as a JSON literal or as ``list(_:)``.
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
/// Members that an object leaves out are generated, and so are those that objects in a list leave out.
public struct GeneratedValue: Sendable, Hashable {
  // Launch plans contain rules in the format of the synthesized `Codable` conformance.
  indirect enum Rule: Sendable, Hashable, Codable {
    case json(MockJSON)
    case list(count: Int)
    case identifier(GeneratedValue.IdentifierForm)
    case error(message: String)
    case absent
  }

  let content: Rule

  init(_ content: Rule) { self.content = content }

  /// Returns a list of generated elements.
  /// - Parameter count: The length of the list. A negative value counts as 0.
  public static func list(_ count: Int) -> GeneratedValue {
    GeneratedValue(.list(count: max(count, 0)))
  }

  /// A unique number in a string, such as `"4711"`, for the ID of each object that wasn't requested by its `id`.
  public static var numericID: GeneratedValue { GeneratedValue(.identifier(.number)) }

  /// A unique UUID for the ID of each object that wasn't requested by its `id`.
  public static var uuid: GeneratedValue { GeneratedValue(.identifier(.uuid)) }

  /// Returns an error instead of a field's value; the nearest nullable field becomes null (GraphQL, section 6.4.4).
  public static func error(_ message: String) -> GeneratedValue {
    GeneratedValue(.error(message: message))
  }

  /// A missing field, which is invalid: turn off ``ServiceOptions/responseValidation`` to send it.
  public static var absent: GeneratedValue { GeneratedValue(.absent) }

  enum IdentifierForm: String, Sendable, Hashable, Codable {
    case number, uuid

    /// Returns the ID of the object with the given name, which is the same in every process.
    func text(for name: String) -> String {
      let digits = StableDigest(of: [name]).description
      switch self {
      case .number: return String(UInt64(digits.prefix(8), radix: 16) ?? 0)
      case .uuid:
        var characters = Array(digits)
        // RFC 9562 requires a digit for the version of a UUID, 4, and a digit for its variant.
        (characters[12], characters[16]) = ("4", "8")
        for index in [20, 16, 12, 8] { characters.insert("-", at: index) }
        return String(characters[..<36])
      }
    }
  }
}

extension GeneratedValue: MockJSONLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a value from JSON, whose objects get generated values for the members they leave out.
  public init(json: MockJSON) { self.init(.json(json)) }

  /// Creates a list of the given elements, whose objects get generated values for the members they leave out.
  public init(arrayLiteral elements: MockJSON...) { self.init(.json(.array(elements))) }

  /// Creates an object from some of its members, by response key or field name; the others are generated.
  public init(dictionaryLiteral elements: (String, MockJSON)...) {
    self.init(.json(MockJSON(.object(JSONMembers(elements)))))
  }
}

/// The values that a test sets in a generated answer.
///
/// A key is a path of response keys (`viewer.friends[0].name`, or `viewer.friends.name` for all elements), a field of a
/// type (`User.avatar`, `Node.id`), or a type (`DateTime`), in this order of precedence. Object types precede their
/// interfaces. The request fails if a key names a field that its type doesn't have. A key that doesn't begin with a
/// type of the schema is a path, which is ignored if the answer doesn't contain it.
public struct GeneratedOverrides: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  let values: [String: GeneratedValue]

  /// Creates overrides from values by type, field, or path.
  public init(_ values: [String: GeneratedValue] = [:]) { self.values = values }

  /// Creates overrides from values by type, field, or path; the last of two equal keys wins.
  public init(dictionaryLiteral elements: (String, GeneratedValue)...) {
    values = Dictionary(elements) { _, last in last }
  }
}
