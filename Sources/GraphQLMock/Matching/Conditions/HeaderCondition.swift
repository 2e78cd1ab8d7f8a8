struct HeaderCondition: RequestCondition {
  let name: String
  /// The required value of the header field, or nil to accept any value.
  let value: String?

  var clause: String? {
    "with the header field \(name)" + (value.map { ": \($0.swiftLiteral)" } ?? "")
  }

  func matches(_ request: IncomingRequest) -> Bool {
    guard let actual = request.header(name) else { return false }
    return value.map { Bytes.areEqual($0, actual) } ?? true
  }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    guard let value, let found = request.header(name).map({ mask.header(name, $0) }) else {
      return MatchDifference("the header field \(name) is missing")
    }
    return MatchDifference(
      "the header field \(name) is \(found.swiftLiteral), expected \(value.swiftLiteral)"
        + TextDifference(found, expected: value).note)
  }

  static let field: FormField<RequestHandler> = .conditions("headers") {
    (headers: [HeaderCondition]) in
    guard Set(headers.map { $0.name.lowercased() }).count == headers.count else {
      throw FormError.pattern("one header field twice")
    }
    return .pairs(headers.map { ($0.name, $0.value) })
  } read: { value in
    try value.pairs()?.map { HeaderCondition(name: $0.key, value: $0.value) }
  }
}

extension RequestHandler {
  /// Returns a copy of the handler that matches only requests with a header field.
  ///
  /// ```swift
  /// .query("Viewer", .error("Signed out")).where(header: "Authorization", equals: "Bearer old")
  /// ```
  /// - Parameters:
  ///   - name: The name of the field, ignoring case.
  ///   - value: The value, compared byte by byte. With `nil`, any value matches.
  public func `where`(header name: String, equals value: String? = nil) -> RequestHandler {
    adding(HeaderCondition(name: name, value: value))
  }
}
