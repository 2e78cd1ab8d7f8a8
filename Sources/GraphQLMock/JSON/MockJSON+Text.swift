public import Foundation

/// From and to JSON texts.
extension MockJSON {
  /// Parses a JSON text (RFC 8259).
  ///
  /// Numbers keep their spelling. Of members with the same name in one object the last one stays.
  /// - Parameter text: The text; a byte order mark at its start is ignored.
  /// - Throws: ``JSONSyntaxError`` when the text is not JSON or nests more than 512 deep.
  public init(parsing text: String) throws(JSONSyntaxError) {
    self = try JSONParser.parse(ContiguousArray(text.utf8)).get()
  }

  /// Parses a JSON text in UTF-8 (RFC 8259).
  ///
  /// Numbers keep their spelling. Of members with the same name in one object the last one stays.
  /// - Parameter data: The text; a byte order mark at its start is ignored.
  /// - Throws: ``JSONSyntaxError`` when the text is not JSON or nests more than 512 deep.
  public init(parsing data: Data) throws(JSONSyntaxError) {
    self = try JSONParser.parse(ContiguousArray(data)).get()
  }

  /// The JSON text in UTF-8 without white space, members sorted by the bytes of their names.
  /// - Throws: ``MockJSONEncodingError`` when a part is no JSON value, as NaN.
  public func encoded() throws(MockJSONEncodingError) -> Data {
    Data(try JSONWriter.write(self, layout: .compact))
  }

  /// The JSON text as fixture files hold it: UTF-8, members sorted by the bytes of their names, two
  /// spaces of indentation, `"name": value`, `[]` and `{}` on one line, one newline at the end.
  /// - Throws: ``MockJSONEncodingError`` when a part is no JSON value, as NaN.
  public func encodedPretty() throws(MockJSONEncodingError) -> Data {
    var bytes = try JSONWriter.write(self, layout: .indented)
    bytes.append(UInt8(ascii: "\n"))
    return Data(bytes)
  }

  /// Decodes a Swift value, with a `JSONDecoder` in its default configuration.
  /// - Parameter type: The type to decode; mostly inferred.
  /// - Throws: ``MockJSONEncodingError``, or the decoder's error.
  public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    if let value = self as? Value { return value }
    return try JSONDecoder().decode(Value.self, from: encoded())
  }
}

/// A part of a ``MockJSON`` that can't be written as JSON.
public struct MockJSONEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What can't be written, as `nan is not a JSON number`.
  public let reason: String

  /// The whole message.
  public var description: String { "A value can't be encoded as JSON: \(reason)." }
}
