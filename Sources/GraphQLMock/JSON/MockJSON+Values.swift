public import Foundation

/// A type whose values can be written as JSON literals: ``MockJSON``, ``ValueCondition`` or ``GeneratedValue``.
///
/// In a literal, wrap Swift variables: `.string(name)`, `.number(count)`, `.bool(flag)` or `.value(encodable)`.
public protocol MockJSONLiteral: Sendable, ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation
where
  BooleanLiteralType == Bool, IntegerLiteralType == Int64, FloatLiteralType == Double,
  StringLiteralType == String, StringInterpolation == DefaultStringInterpolation
{
  init(json: MockJSON)
}

extension MockJSONLiteral {
  /// Creates JSON's `null` from the literal `nil`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a JSON Boolean from a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a JSON number from an integer literal.
  public init(integerLiteral value: Int64) { self = .number(value) }

  /// Creates a JSON number from a literal, with the same digits as the description of a `Double`.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Creates a JSON string from a literal, which can contain interpolations such as `"Hi \(name)"`.
  public init(stringLiteral value: String) { self = .string(value) }

  /// JSON's `null`.
  public static var null: Self { Self(json: MockJSON(.null)) }

  /// Returns a JSON Boolean.
  public static func bool(_ bool: Bool) -> Self { Self(json: MockJSON(.bool(bool))) }

  /// Returns a JSON string.
  public static func string(_ string: String) -> Self { Self(json: MockJSON(.string(string))) }

  /// Returns a JSON number from an integer of any width.
  public static func number(_ number: some BinaryInteger) -> Self {
    Self(json: .number(spelled: String(number)))
  }

  /// Returns a JSON number from a floating-point number, with just enough digits to read the same number back.
  ///
  /// JSON has no infinity and no NaN, so encoding such a value throws an error.
  public static func number(_ number: some BinaryFloatingPoint) -> Self {
    Self(json: .number(spelled: String(describing: number)))
  }

  /// Returns a JSON number from a `Decimal`, with all its digits.
  ///
  /// JSON has no NaN, so encoding that value throws an error.
  public static func number(_ number: Decimal) -> Self {
    Self(json: .number(spelled: number.description))
  }

  /// Returns the JSON value that a `JSONEncoder` in its default configuration creates from a Swift value.
  ///
  /// This method doesn't throw. If the encoder fails, encoding the returned value later throws an error with the
  /// encoder's message. A ``MockJSON`` is returned as it is.
  public static func value(_ value: some Encodable) -> Self {
    if let json = value as? MockJSON { return Self(json: json) }
    do {
      return Self(json: try MockJSON(parsing: JSONEncoder().encode(value)))
    } catch let EncodingError.invalidValue(_, context) {
      return Self(json: MockJSON(.unencodable(context.debugDescription)))
    } catch {
      return Self(json: MockJSON(.unencodable(String(describing: error))))
    }
  }
}

extension MockJSON {
  /// Returns a JSON array.
  public static func array(_ elements: some Sequence<MockJSON>) -> MockJSON {
    MockJSON(.array(Array(elements)))
  }

  /// Returns a JSON object.
  public static func object(_ members: [String: MockJSON]) -> MockJSON {
    .object(of: members.lazy.map { ($0.key, $0.value) })
  }

  static func object(of members: some Sequence<(String, MockJSON)>) -> MockJSON {
    MockJSON(.object(JSONMembers(members)))
  }

  fileprivate static func number(spelled spelling: String) -> MockJSON {
    guard let number = JSONNumber(spelling) else {
      return MockJSON(.unencodable("\(spelling) is not a JSON number"))
    }
    return MockJSON(.number(number))
  }
}

extension MockJSON: MockJSONLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates a copy of a JSON value.
  public init(json: MockJSON) { self = json }

  /// Creates a JSON array from a literal.
  public init(arrayLiteral elements: MockJSON...) { self.init(.array(elements)) }

  /// Creates a JSON object from a literal, in which the last of several members with the same name is used.
  public init(dictionaryLiteral elements: (String, MockJSON)...) {
    self.init(.object(JSONMembers(elements)))
  }
}
