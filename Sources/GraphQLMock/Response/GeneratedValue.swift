/// A value that a test sets in a generated response, written as a JSON literal or as ``list(_:)``.
///
/// ```swift
/// let overrides: GeneratedOverrides = [
///   "User.avatar": nil,                         // the avatar of every user
///   "DateTime": "2026-01-01T00:00:00Z",         // every value of this type
///   "Query.users": .list(5),                    // the length of a list
///   "users[0].name": "Ada",                     // one value in the response
///   "SearchResult": ["__typename": "Photo"],    // the object type for a union or an interface
/// ]
/// ```
/// Members that a JSON object leaves out are generated, also for objects in a list.
public struct GeneratedValue: Sendable, Hashable {
  /// The synthesized `Codable` conformance defines how launch plans encode this type.
  indirect enum Rule: Sendable, Hashable, Codable {
    case json(MockJSON)
    case list(count: Int)
    case identifier(GeneratedValue.IdentifierForm)
    case error(message: String)
    case absent
  }

  let content: Rule

  init(_ content: Rule) { self.content = content }

  /// Returns a list with the given number of generated elements.
  /// - Parameter count: The length of the list. A negative value counts as 0.
  public static func list(_ count: Int) -> GeneratedValue {
    GeneratedValue(.list(count: max(count, 0)))
  }

  /// A unique numeric ID, such as `"4711"`, for each object, unless the request states the object's `id`.
  public static var numericID: GeneratedValue { GeneratedValue(.identifier(.number)) }

  /// A unique UUID as the ID of each object, unless the request states the object's `id`.
  public static var uuid: GeneratedValue { GeneratedValue(.identifier(.uuid)) }

  /// A unique ID in the style of `gid://shop/Item/1` for each object, unless the request states the object's `id`.
  public static var globalID: GeneratedValue { GeneratedValue(.identifier(.global)) }

  /// Returns a GraphQL error for a field, which makes the nearest nullable field null (GraphQL, section 6.4.4).
  public static func error(_ message: String) -> GeneratedValue {
    GeneratedValue(.error(message: message))
  }

  /// A value that leaves a field out of the response.
  ///
  /// The response is then invalid. To send it, turn off ``ServiceOptions/responseValidation``.
  public static var absent: GeneratedValue { GeneratedValue(.absent) }

  enum IdentifierForm: String, Sendable, Hashable, Codable {
    case number, uuid, global

    /// Returns an ID that depends only on the given name, so it's the same in every process.
    func text(for name: String) -> String {
      let digits = StableDigest(of: [name]).description  // 32 hexadecimal digits
      switch self {
      case .number: return String(UInt64(digits.prefix(8), radix: 16) ?? 0)
      case .uuid:
        var characters = Array(digits)
        // These digits state the version, 4, and the variant, 8, of a UUID (RFC 9562, sections 4.1 and 4.2).
        (characters[12], characters[16]) = ("4", "8")
        for index in [20, 16, 12, 8] { characters.insert("-", at: index) }
        return String(characters[..<36])
      case .global: return "gid://shop/Item/\(Self.uuid.text(for: name))=="
      }
    }
  }
}

extension GeneratedValue: MockJSONLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a value from JSON, and generates the members that its objects leave out.
  public init(json: MockJSON) { self.init(.json(json)) }

  /// Creates a list from elements, and generates the members that its objects leave out.
  public init(arrayLiteral elements: MockJSON...) { self.init(.json(.array(elements))) }

  /// Creates an object from members with response keys or field names, and generates the missing members.
  public init(dictionaryLiteral elements: (String, MockJSON)...) {
    self.init(.json(MockJSON(.object(JSONMembers(elements)))))
  }
}

/// The values that a test sets in a generated response.
///
/// A key can have one of three forms, in this order of precedence:
/// - The path of a value in the response, such as `viewer.friends[0].name`, or `viewer.friends.name` for all of them.
/// - A field of a type, such as `User.avatar` or `Node.id`.
/// - A type, such as `DateTime`.
///
/// An object type takes precedence over its interfaces. A key that doesn't begin with a type of the schema is a path.
/// The request fails if a key names an unknown field, or an unknown type with a similar name, or if its value doesn't
/// fit, such as ``GeneratedValue/list(_:)`` for a field that isn't a list. Other unknown types and paths cause warnings.
public struct GeneratedOverrides: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  let values: [String: GeneratedValue]

  /// Creates overrides from a dictionary whose keys are paths, fields, or types.
  public init(_ values: [String: GeneratedValue] = [:]) { self.values = values }

  /// Creates overrides from a dictionary literal, using the last value of a repeated key.
  public init(dictionaryLiteral elements: (String, GeneratedValue)...) {
    values = Dictionary(elements) { _, last in last }
  }
}
