public import Foundation

/// What is written as a literal of JSON: ``MockJSON``, ``VariablePattern`` and ``GeneratedValue``.
///
/// Swift values go into such a literal as `.string(name)`, `.number(count)`, `.bool(flag)` or, encoded, as
/// `.value(encodable)`.
public protocol MockJSONLiteral: Sendable, ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation
where
  BooleanLiteralType == Bool, IntegerLiteralType == Int64, FloatLiteralType == Double,
  StringLiteralType == String, StringInterpolation == DefaultStringInterpolation
{
  init(json: MockJSON)
}

extension MockJSONLiteral {
  /// JSON's `null`.
  public init(nilLiteral: ()) { self = .null }

  /// A JSON boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A JSON number.
  public init(integerLiteral value: Int64) { self = .number(value) }

  /// A JSON number, spelled as `Double` prints it.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// A JSON string, which may hold interpolations: `"Hi \(name)"`.
  public init(stringLiteral value: String) { self = .string(value) }

  /// JSON's `null`.
  public static var null: Self { Self(json: MockJSON(.null)) }

  /// A JSON boolean.
  public static func bool(_ bool: Bool) -> Self { Self(json: MockJSON(.bool(bool))) }

  /// A JSON string.
  public static func string(_ string: String) -> Self { Self(json: MockJSON(.string(string))) }

  /// A JSON number from an integer of any width.
  public static func number(_ number: some BinaryInteger) -> Self {
    Self(json: .number(spelled: String(number)))
  }

  /// A JSON number, with as many digits as it takes to read the same value back.
  ///
  /// JSON has no infinity and no NaN: such a value fails, with a message, when it is encoded.
  public static func number(_ number: some BinaryFloatingPoint) -> Self {
    Self(json: .number(spelled: String(describing: number)))
  }

  /// A JSON number from a decimal one, with all its digits.
  ///
  /// JSON has no NaN: such a value fails, with a message, when it is encoded.
  public static func number(_ number: Decimal) -> Self {
    Self(json: .number(spelled: number.description))
  }

  /// Any encodable value, encoded by a `JSONEncoder` in its default configuration.
  ///
  /// A value that can't be encoded fails, with the encoder's message, when the JSON is encoded.
  /// - Parameter value: The value; a ``MockJSON`` is taken as it is.
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
  /// A JSON array.
  public static func array(_ elements: some Sequence<MockJSON>) -> MockJSON {
    MockJSON(.array(Array(elements)))
  }

  /// A JSON object.
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

extension MockJSON: MockJSONLiteral {
  /// The value itself.
  /// - Parameter json: The value.
  public init(json: MockJSON) { self = json }
}

extension MockJSON: ExpressibleByArrayLiteral {
  /// A JSON array.
  public init(arrayLiteral elements: MockJSON...) { self.init(.array(elements)) }
}

extension MockJSON: ExpressibleByDictionaryLiteral {
  /// A JSON object; of members with the same name the last one stays.
  public init(dictionaryLiteral elements: (String, MockJSON)...) {
    self.init(.object(JSONMembers(elements)))
  }
}
