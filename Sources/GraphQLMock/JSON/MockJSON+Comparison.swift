/// Comparing JSON with a Swift value, as `.value(_:)` encodes it.
extension MockJSON? {
  /// Whether this is the JSON of a Swift value.
  ///
  /// ```swift
  /// #expect(service.exchanges.first?.request.variables["id"] == id)
  /// ```
  /// Numbers compare by value; a value of nil is `null`, as a missing member reads. One that can't be
  /// encoded is equal to nothing.
  /// - Parameters:
  ///   - json: The JSON; nil is equal to nothing.
  ///   - value: The value: a text, a number, a list, anything encodable.
  @_disfavoredOverload
  public static func == (json: MockJSON?, value: some Encodable) -> Bool {
    // Some encoders have 0.10000000000000001 for 0.1.
    json == ((value as? Double).map { .number($0) } ?? .value(value))
  }

  /// Whether this is not the JSON of a Swift value.
  /// - Parameters:
  ///   - json: The JSON.
  ///   - value: The value.
  @_disfavoredOverload
  public static func != (json: MockJSON?, value: some Encodable) -> Bool { !(json == value) }
}
