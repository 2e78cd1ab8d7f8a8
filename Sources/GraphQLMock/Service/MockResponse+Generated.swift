// Answers that are made up, wholly or in part, by the schema of the service.

extension MockResponse {
  /// A GraphQL response whose data is made up from the service's schema, in the shape of the request's
  /// selection set.
  ///
  /// The same request gets the same answer in every process: lists have two elements, enums their first
  /// value, strings are the name of their field, nullable fields are there. The request fails, and that
  /// is reported, where the service has no schema or the document is not known.
  public static var generated: MockResponse { .generated([:]) }

  /// A GraphQL response whose data is made up from the service's schema, but for what a test states.
  ///
  /// ```swift
  /// .query("Feed", .generated(["User.avatar": .null, "Query.posts": .list(5)]))
  /// ```
  /// - Parameter overrides: What to answer in place of made-up values, by type, field or path.
  public static func generated(_ overrides: GeneratedOverrides) -> MockResponse {
    var response = MockResponse(.graphQL(data: [:], errors: [], extensions: nil))
    response.completion = .generated(overrides)
    return response
  }

  /// The same response with made-up values for what its data leaves out, so that a test states only
  /// what it is about.
  ///
  /// ```swift
  /// .query("Viewer", .data(["viewer": ["name": "Ada"]]).completed)
  /// ```
  /// The service needs a schema. A list has as many elements as are stated, each of them completed.
  public var completed: MockResponse {
    changing { $0.completion = .generated([:]) }
  }
}
