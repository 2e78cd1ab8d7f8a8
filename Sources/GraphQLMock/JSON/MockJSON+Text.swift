public import Foundation

extension MockJSON {
  /// Parses a JSON text (RFC 8259).
  ///
  /// Numbers keep their spelling, such as `1.50`. Of several members with the same name, the last one is used.
  /// - Parameter text: The text. A byte order mark at its start is ignored.
  /// - Throws: ``JSONSyntaxError`` if the text isn't JSON or has more than 512 levels of nesting.
  public init(parsing text: String) throws(JSONSyntaxError) {
    self = try JSONParser.parse(ContiguousArray(text.utf8)).get()
  }

  /// Parses a JSON text that is encoded in UTF-8.
  /// - Throws: ``JSONSyntaxError`` if the text isn't JSON or has more than 512 levels of nesting.
  public init(parsing data: Data) throws(JSONSyntaxError) {
    self = try JSONParser.parse(ContiguousArray(data)).get()
  }

  /// Returns the JSON text in UTF-8, with the members of each object sorted by the bytes of their names.
  /// - Parameter pretty: Whether to indent each level by two spaces and end the text with a newline.
  /// - Throws: An error if the value contains something that can't be encoded, such as NaN.
  public func encoded(pretty: Bool = false) throws -> Data {
    var bytes = try JSONWriter.write(self, layout: pretty ? .indented : .compact)
    if pretty { bytes.append(UInt8(ascii: "\n")) }
    return Data(bytes)
  }

  /// Decodes a Swift value from the JSON value.
  /// - Throws: The decoder's error, or an error if the JSON value can't be encoded, for example because of NaN.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    // A `MockJSON` is returned as it is, because a decoder would change the spelling of numbers.
    if let value = self as? Value { return value }
    return try decoder.decode(Value.self, from: encoded())
  }
}

extension MockJSON: Codable {
  /// Creates a value by decoding any JSON value.
  ///
  /// Decoders don't provide the spelling of a number. Whole numbers beyond 64 bits and fractions are decoded as
  /// `Decimal`, and numbers that don't fit into it as `Double`. To keep every digit, use `init(parsing:)`.
  /// - Throws: The decoder's error, or an error if the value has more than 64 levels of nesting.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The number types are tried from the most to the least exact, and the first type that fits is used.
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else if let number = try? container.decode(UInt64.self) {
      self = .number(number)
    } else if let number = try? container.decode(Decimal.self) {
      self = .number(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if decoder.codingPath.count >= NestingLimit.recursion {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(Self.tooDeep) Use `MockJSON(parsing:)`.")
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([MockJSON].self))
    } else {
      self = .object(try container.decode([String: MockJSON].self))
    }
  }

  /// Encodes the value into an encoder.
  /// - Throws: The encoder's error. Throws `EncodingError.invalidValue` if the value can't be written as JSON, has
  ///   more than 64 levels of nesting, or if a number doesn't fit into a 64-bit integer, `Decimal` or `Double`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch storage {
    case _ where depth > 0 && encoder.codingPath.count >= NestingLimit.recursion:
      throw invalidValue("\(Self.tooDeep) Use `encoded()`.", encoder)
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .number(let number):
      if let whole = Int64(number.spelling) {
        try container.encode(whole)
      } else if let whole = UInt64(number.spelling) {
        try container.encode(whole)
      } else if let decimal {
        try container.encode(decimal)
      } else if let double = number.double {
        try container.encode(double)
      } else {
        throw invalidValue("\(number.spelling) is beyond the range of Double", encoder)
      }
    case .string(let string): try container.encode(string)
    case .array(let elements): try container.encode(elements)
    case .object: try container.encode(object)
    case .unencodable(let reason): throw invalidValue(reason, encoder)
    }
  }

  private static let tooDeep =
    "JSON with more than \(NestingLimit.recursion) levels can't pass through a coder, which is recursive."

  private func invalidValue(_ reason: String, _ encoder: any Encoder) -> EncodingError {
    let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason)
    return .invalidValue(self, context)
  }
}
