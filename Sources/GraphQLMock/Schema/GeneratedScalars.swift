/// The values that made-up answers have for scalars.
enum GeneratedScalars {
  /// - Parameters:
  ///   - type: The name of the scalar type.
  ///   - field: The name of the field.
  /// - Returns: A value that clients can decode: by type for what is well known, else the name of the
  ///   field.
  static func value(ofType type: String, field: String) -> MockJSON {
    switch type {
    case "Int": 1
    case "Float": 1.5
    case "Boolean": .bool(!endsPages.contains(field))
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

  /// With these true, a client would ask for page after page.
  private static let endsPages: Set<String> = ["hasNextPage", "hasPreviousPage"]
}
