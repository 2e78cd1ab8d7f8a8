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
