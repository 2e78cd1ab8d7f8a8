public import Foundation

/// Swift values inside a literal.
extension MockJSON {
  /// JSON's `null`.
  public static var null: MockJSON { MockJSON(.null) }

  /// A JSON boolean.
  public static func bool(_ bool: Bool) -> MockJSON { MockJSON(.bool(bool)) }

  /// A JSON string.
  public static func string(_ string: String) -> MockJSON { MockJSON(.string(string)) }

  /// A JSON number from an integer of any width.
  public static func number(_ number: some BinaryInteger) -> MockJSON {
    .number(spelled: String(number))
  }

  /// A JSON number, with as many digits as it takes to read the same value back.
  ///
  /// JSON has no infinity and no NaN: such a value fails, with a message, when it is encoded.
  public static func number(_ number: some BinaryFloatingPoint) -> MockJSON {
    .number(spelled: String(describing: number))
  }

  /// A JSON number from a decimal one, with all its digits.
  ///
  /// JSON has no NaN: such a value fails, with a message, when it is encoded.
  public static func number(_ number: Decimal) -> MockJSON {
    .number(spelled: number.description)
  }

  /// A JSON array.
  public static func array(_ elements: some Sequence<MockJSON>) -> MockJSON {
    MockJSON(.array(Array(elements)))
  }

  /// A JSON object.
  public static func object(_ members: [String: MockJSON]) -> MockJSON {
    MockJSON(.object(JSONMembers(members.lazy.map { ($0.key, $0.value) })))
  }

  /// Any encodable value, encoded by a `JSONEncoder` in its default configuration.
  ///
  /// A value that can't be encoded fails, with the encoder's message, when the JSON is encoded.
  /// - Parameter value: The value; a ``MockJSON`` is taken as it is.
  public static func value(_ value: some Encodable) -> MockJSON {
    if let json = value as? MockJSON { return json }
    do {
      return try MockJSON(parsing: JSONEncoder().encode(value))
    } catch let EncodingError.invalidValue(_, context) {
      return MockJSON(.unencodable(context.debugDescription))
    } catch {
      return MockJSON(.unencodable(String(describing: error)))
    }
  }

  private static func number(spelled spelling: String) -> MockJSON {
    guard let number = JSONNumber(spelling) else {
      return MockJSON(.unencodable("\(spelling) is not a JSON number"))
    }
    return MockJSON(.number(number))
  }
}

extension MockJSON: ExpressibleByNilLiteral {
  /// JSON's `null`.
  public init(nilLiteral: ()) { self.init(.null) }
}

extension MockJSON: ExpressibleByBooleanLiteral {
  /// A JSON boolean.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}

extension MockJSON: ExpressibleByIntegerLiteral {
  /// A JSON number.
  public init(integerLiteral value: Int64) { self = .number(value) }
}

extension MockJSON: ExpressibleByFloatLiteral {
  /// A JSON number, spelled as `Double` prints it.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension MockJSON: ExpressibleByStringInterpolation {
  /// A JSON string, which may hold interpolations: `"Hi \(name)"`.
  public init(stringLiteral value: String) { self.init(.string(value)) }
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
