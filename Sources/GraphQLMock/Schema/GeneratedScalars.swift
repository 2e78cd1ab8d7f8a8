/// `AnswerGenerator` makes strings and identifiers itself.
enum GeneratedScalars {
  /// A value that clients can decode if the type is well known, otherwise the name of the field.
  static func value(ofType type: String, field: String) -> MockJSON {
    switch type {
    case "Int": 1
    case "Float": 1.5
    case "Boolean": .bool(onLastPage(field) ?? true)
    case "DateTime", "ISO8601DateTime", "DateTimeISO", "Timestamp", "Instant", "AWSDateTime":
      "2026-01-01T00:00:00Z"
    case "Date", "ISO8601Date", "LocalDate", "AWSDate": "2026-01-01"
    case "Time", "LocalTime", "AWSTime": "00:00:00"
    case "URL", "URI", "AWSURL": .string("https://example.com/\(field)")
    case "UUID", "GUID": "00000000-0000-4000-8000-000000000000"
    case "JSON", "JSONObject", "Map": [:]
    case "Long", "BigInt", "Int64", "PositiveInt", "NonNegativeInt": 1
    case "Decimal", "BigDecimal": "1.5"
    case "EmailAddress", "AWSEmail": .string("\(field)@example.com")
    case "Void": .null
    default: .string(field)
    }
  }

  /// Other formats of well-known types that services send.
  static func others(ofType type: String) -> [MockJSON] {
    switch type {
    case "DateTime", "ISO8601DateTime", "DateTimeISO", "Timestamp", "Instant", "AWSDateTime":
      ["2024-02-29T23:59:59.999Z", "1969-12-31T18:30:00+05:30", "2026-01-01T00:00:00.123456Z"]
    case "Date", "ISO8601Date", "LocalDate", "AWSDate": ["2024-02-29", "1969-12-31"]
    case "Time", "LocalTime", "AWSTime": ["23:59:59", "12:30:00.5"]
    case "URL", "URI", "AWSURL": ["https://example.com/a%20b?c=d#e", "http://192.0.2.1:8080"]
    case "UUID", "GUID": ["F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6"]
    case "JSON", "JSONObject", "Map": [["key": ["nested": [1, nil]]]]
    case "Long", "BigInt", "Int64": [0, -1, 9_223_372_036_854_775_807]
    case "PositiveInt", "NonNegativeInt": [2_147_483_647]
    case "Decimal", "BigDecimal": ["0", "-1", "12345678901234567890.123456789"]
    case "EmailAddress", "AWSEmail": ["a.b+c@sub.example.org"]
    default: []
    }
  }

  /// The value on the last page for fields such as `has_more`, `isTruncated` and `isLastPage`, otherwise nil.
  static func onLastPage(_ field: String) -> Bool? {
    let name = field.lowercased().filter { $0 != "_" }
    if name == "last" || name.hasPrefix("islast") { return true }
    let saysMore =
      name.contains("more") || name.hasSuffix("truncated")
      || ["hasnext", "hasprev", "hasolder", "hasnewer"].contains { name.hasPrefix($0) }
    return saysMore ? false : nil
  }
}
