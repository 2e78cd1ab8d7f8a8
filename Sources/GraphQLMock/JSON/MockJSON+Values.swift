public import Foundation

/// A type whose values can be written as JSON literals: ``MockJSON``, ``VariablePattern`` or ``GeneratedValue``.
///
/// In a literal, wrap Swift values: `.string(name)`, `.number(count)`, `.bool(flag)` or `.value(encodable)`.
public protocol MockJSONLiteral: Sendable, ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation
where
  BooleanLiteralType == Bool, IntegerLiteralType == Int64, FloatLiteralType == Double,
  StringLiteralType == String, StringInterpolation == DefaultStringInterpolation
{
  init(json: MockJSON)
}

extension MockJSONLiteral {
  /// Creates JSON's `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a JSON Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a JSON number.
  public init(integerLiteral value: Int64) { self = .number(value) }

  /// Creates a JSON number with the spelling of `Double`.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Creates a JSON string from a literal, which can have interpolations: `"Hi \(name)"`.
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

  /// Returns a JSON number with just enough digits to read the same value back.
  ///
  /// JSON has no infinity and no NaN, so encoding such a value throws an error.
  public static func number(_ number: some BinaryFloatingPoint) -> Self {
    Self(json: .number(spelled: String(describing: number)))
  }

  /// Returns a JSON number with all digits of a decimal number.
  ///
  /// JSON has no NaN, so encoding it throws an error.
  public static func number(_ number: Decimal) -> Self {
    Self(json: .number(spelled: number.description))
  }

  /// Encodes a value with a `JSONEncoder` in its default configuration.
  ///
  /// If that fails, encoding the result throws an error with the encoder's message. A ``MockJSON`` isn't changed.
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
  /// Creates a copy of a value.
  public init(json: MockJSON) { self = json }

  /// Creates a JSON array.
  public init(arrayLiteral elements: MockJSON...) { self.init(.array(elements)) }

  /// Creates a JSON object, in which the last member of each name counts.
  public init(dictionaryLiteral elements: (String, MockJSON)...) {
    self.init(.object(JSONMembers(elements)))
  }
}
