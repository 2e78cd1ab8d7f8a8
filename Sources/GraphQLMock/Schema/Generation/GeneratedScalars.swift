import Foundation

/// Generates values of scalar types, except for `String` and `ID`, which `scalar` in `ResponseGenerator` generates.
enum GeneratedScalars {
  /// Returns a valid value of a well-known type such as `DateTime`. For other types, returns the name of the field.
  static func value(ofType type: String, field: String) -> MockJSON {
    switch type.lowercased() {
    case "int": 1
    case "float": 1.5
    case "boolean": .bool(onLastPage(field) ?? true)
    case "url", "uri", "awsurl": .string("https://example.com/\(field)")
    case "emailaddress", "awsemail": .string("\(field)@example.com")
    case let type: wellKnown[type]?.first ?? .string(field)
    }
  }

  /// Returns the form that an `id` of a scalar type has, or nil if it can be any text.
  static func form(ofID type: String) -> GeneratedValue.IdentifierForm? {
    switch type.lowercased() {
    case "int", "long", "int64", "bigint", "biginteger", "safeint", "positiveint",
      "nonnegativeint", "unsignedint", "float":
      .number
    case "uuid", "guid": .uuid
    default: nil
    }
  }

  /// Returns an `id` as a value of its type, or nil for types whose values are no identifiers.
  ///
  /// An identifier that doesn't have the type's form is made from the text, unless the request states it as the `id`.
  static func id(_ text: String, ofType type: String, isStated: Bool = true) -> MockJSON? {
    switch form(ofID: type) {
    case .number?:
      return .number(
        Int(text) ?? Int(GeneratedValue.IdentifierForm.number.text(for: text).prefix(9)) ?? 1)
    case .uuid? where !isStated && UUID(uuidString: text) == nil:
      return .string(GeneratedValue.IdentifierForm.uuid.text(for: text))
    case nil
    where type == "Boolean" || !isStated && !["ID", "String"].contains(type) && isKnown(type):
      return nil
    default: return .string(text)
    }
  }

  /// The day in generated dates, and its beginning in seconds since 1970. Cursors and variants have other days instead.
  static let (day, dayTime) = ("2026-01-01", 1_767_225_600)
  /// A URL that many clients read wrongly.
  static let longURL: MockJSON = "http://192.0.2.1:8080/a%20b?c=d#e"

  /// Valid values of custom scalars by name in lower case, as Hasura's `uuid`. Responses contain the first value. For
  /// URLs and email addresses, this is nil, and `value(ofType:field:)` makes one. An integer type is in `form(ofID:)`, too,
  /// if it can be an identifier.
  static let wellKnown: [String: [MockJSON]] = table.reduce(into: [:]) { known, row in
    for name in row.key.lowercased().split(separator: " ") { known[String(name)] = row.value }
  }

  private static let table: KeyValuePairs<String, [MockJSON]> = [
    "DateTime ISO8601DateTime DateTimeISO Timestamp TimestampTZ Instant AWSDateTime": [
      "\(day)T00:00:00Z", "2024-02-29T23:59:59.999Z", "1969-12-31T18:30:00+05:30",
      "\(day)T00:00:00.123456Z",
    ],
    "OffsetDateTime": ["\(day)T00:00:00Z", "1969-12-31T18:30:00+05:30"],
    "LocalDateTime": ["\(day)T00:00:00", "2024-02-29T23:59:59"],
    "Date ISO8601Date LocalDate AWSDate": ["\(day)", "2024-02-29", "1969-12-31"],
    "Time LocalTime AWSTime": ["00:00:00", "23:59:59", "12:30:00.500"],
    "LocalEndTime": ["00:00:00", "23:59:59", "24:00:00"],
    "Duration ISO8601Duration": ["PT1H", "P3Y6M4DT12H30M5S", "PT0.5S"],
    "TimeZone": ["Etc/UTC", "America/Argentina/Buenos_Aires"],
    "UtcOffset": ["+00:00", "-03:30", "+14:00"],
    "URL URI": [nil, longURL, "/a/b.png"],
    "AWSURL": [nil, longURL],
    "UUID GUID": ["00000000-0000-4000-8000-000000000000", "F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6"],
    "JSON jsonb": [[:], ["key": ["nested": [1, nil]]], [1, "text"], "text"],
    "AWSJSON": ["{}", "[1]"],
    "AWSTimestamp": [.number(dayTime), 0, -1],
    "JSONObject Map Object": [[:], ["key": ["nested": [1, nil]]]],
    "Long Int64": [1, 0, -1, 9_223_372_036_854_775_807],
    "BigInt BigInteger": [1, 0, -1, .number(UInt64.max)],
    "SafeInt": [1, 0, -1, 9_007_199_254_740_991],
    "Short smallint": [1, 0, -32_768, 32_767],
    "PositiveInt": [1, 2_147_483_647],
    "NonNegativeInt UnsignedInt": [1, 0, 2_147_483_647],
    "NegativeInt NonPositiveInt": [-1, -2_147_483_648],
    "PositiveFloat": [1.5, 2, 123_456_789.125],
    "NonNegativeFloat UnsignedFloat": [1.5, 0, 123_456_789.125],
    "numeric float8": [1.5, 0, -1.5],
    "NegativeFloat NonPositiveFloat": [-1.5, -2, -123_456_789.125],
    "Latitude Longitude": [1.5, 0, -90, 90],
    "Port": [443, 0, 65_535],
    "Decimal BigDecimal": ["1.5", "0", "-1", "12345678901234567890.123456789"],
    "EmailAddress AWSEmail": [nil, "a.b+c@sub.example.org"],
    "NonEmptyString": ["text", "a", "\u{1F600} e\u{301}"],
    "PhoneNumber AWSPhone": ["+12025550123", "+4930901820"],
    "PostalCode": ["60031", "01067", "SW1A 1AA"],
    "CountryCode": ["US", "DE"],
    "Currency": ["USD", "JPY"],
    "Locale": ["en-US", "de", "zh-Hans-CN"],
    "HexColorCode": ["#ff0000", "#FFF", "#00000080"],
    "Hexadecimal": ["1f", "0", "DEADBEEF"],
    "IBAN": ["NL55INGB4789170233", "DE89370400440532013000"],
    "IP AWSIPAddress": ["192.0.2.1", "0.0.0.0", "2001:db8::1"],
    "IPv4": ["192.0.2.1", "0.0.0.0", "255.255.255.255"],
    "IPv6": ["2001:db8::1", "2001:0db8:85a3:0000:0000:8a2e:0370:7334"],
    "MAC": ["00:00:5e:00:53:01", "00-00-5E-00-53-FF"],
    "ISBN": ["978-3-16-148410-0", "0-306-40615-2"],
    "SemVer": ["1.0.0", "1.0.0-alpha.1+build.5"],
    "Byte": ["AQID", "AQ=="],
    "JWT": ["eyJhbGciOiJub25lIn0.e30."],
    "Cuid": ["cjld2cyuq0000t3rmniod1foy"],
    "ULID": ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"],
    "GeoJSON": [["type": "Point", "coordinates": [1.5, 2.5]]],
    "Void": [nil],
  ]

  static func isKnown(_ type: String) -> Bool {
    ["Boolean", "Float", "ID", "Int", "String"].contains(type)
      || wellKnown[type.lowercased()] != nil
  }

  /// The folded names of fields that count pages or lead to other pages. `ResponseGenerator.Page.number(of:)` has
  /// values for them.
  static let pageFieldNames: Set = [
    "next", "nextpage", "nextcursor", "nexttoken", "prev", "previous", "prevpage", "previouspage",
    "page", "currentpage", "pagenumber",
  ]

  /// Returns the value of a field such as `hasMore` or `isLastPage` on the last page, or nil for other fields.
  static func onLastPage(_ field: String) -> Bool? {
    let name = foldedName(field)
    if name == "last" || name.hasPrefix("islast") { return true }
    let saysMore =
      name.contains("more") || name.hasSuffix("truncated")
      || ["hasnext", "hasprev", "hasolder", "hasnewer"].contains { name.hasPrefix($0) }
    return saysMore ? false : nil
  }

  /// Returns a name in lower case and without underscores, to compare spellings such as `next_page` and `nextPage`.
  static func foldedName(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }
}
