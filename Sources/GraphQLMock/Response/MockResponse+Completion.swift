/// `RequestExecution+Completing` adds the data that these responses leave out.
extension MockResponse {
  /// Returns a GraphQL response from data that has field names even if the request uses aliases.
  ///
  /// ```swift
  /// .operation(.data(fields: ["hero": ["name": "Luke", "height": 1.72]]))
  /// // to { a1: hero(id: 7) { a2: name } }:  {"data": {"a1": {"a2": "Luke"}}}
  /// ```
  /// Only fields that the request selects are sent. A field that is missing from the data is sent as null and
  /// causes a warning. With ``completed``, missing fields are generated instead. If a value depends on the
  /// arguments of its field, use a closure and ``OperationRequest/selection``.
  ///
  /// The `__typename` of an object and the service's schema decide which fragments apply. Without a schema, a
  /// fragment on another type may apply, for example on an interface. Its fields are sent if the data has them.
  /// Otherwise, they're null if the object has a `__typename`, and left out if it doesn't. The request fails if
  /// the `__typename` of the root object isn't the root type.
  /// - Parameters:
  ///   - fields: The `data` member, with field names instead of response keys.
  ///   - errors: The `errors` member, left out if empty. The paths of the errors are sent unchanged.
  ///   - extensions: The `extensions` member, or nil to leave it out.
  ///   - warnsOfMissing: A Boolean value that indicates whether missing fields cause a warning.
  public static func data(
    fields: MockJSON, errors: [MockResponseError] = [], extensions: MockJSON? = nil,
    warnsOfMissing: Bool = true
  ) -> MockResponse {
    data(fields, errors: errors, extensions: extensions).changing {
      $0.completion = .byFields(warns: warnsOfMissing)
    }
  }

  /// Converts data with field names to data with response keys, and removes fields that aren't selected.
  struct FieldKeying {
    let rule: FragmentRule
    /// The paths of requested fields that are missing from the data. The paths omit list indices.
    private(set) var missing: [String] = []
    private var known: Set<String> = []
    /// The number of members that may still be added. Without a limit, fragments could make the response huge.
    private var rest = Self.limit

    static let limit = 200_000

    init(_ rule: FragmentRule) { self.rule = rule }

    /// This function is recursive, because the data is the test's own (see `NestingLimit`).
    mutating func keyed(
      _ value: MockJSON, by fields: [RequestedField], on type: String?, at path: String = ""
    ) throws(ResponseWritingError) -> MockJSON {
      if let array = value.array {
        var elements: [MockJSON] = []
        for element in array { elements.append(try keyed(element, by: fields, on: type, at: path)) }
        return .array(elements)
      }
      guard let members = value.members, !fields.isEmpty else { return value }
      let stated = members["__typename"]?.string
      let typeName = stated ?? type
      var result: [String: MockJSON] = [:]
      for field in fields {
        let applies = rule.verdict(on: field.conditions, for: typeName)
        let fieldPath = path + field.name
        var value = members[field.name]
        // A missing `__typename` is left out, because it can't be null.
        if value == nil, field.name != "__typename" {
          if applies == .yes {
            value = .null
            if known.insert(fieldPath).inserted { missing.append(fieldPath) }
          } else if applies == .unknown, rule.types == nil, stated != nil,
            result[field.responseKey] == nil
          {
            // The fragment may not apply to this object. In that case, clients ignore the null.
            value = .null
          }
        }
        guard let value, applies != .no else { continue }
        guard rest > 0 else { throw .tooManyFields(limit: Self.limit) }
        rest -= 1
        let inner = try keyed(
          value, by: value.isNull ? [] : field.selection,
          on: typeName.flatMap { rule.types?.typeName(ofField: field.name, of: $0) },
          at: fieldPath + ".")
        result[field.responseKey] = result[field.responseKey]?.merging(inner) ?? inner
      }
      return .object(result)
    }
  }

  /// A GraphQL response whose data is generated from the schema and the request's selection set.
  ///
  /// The same request gets the same response in every process. Lists have two elements. Enums have their first
  /// value, strings have the name of their field, and nullable fields aren't null. The request fails if the service
  /// has no schema or doesn't know the document.
  public static var generated: MockResponse { .generated([:]) }

  /// Returns a GraphQL response whose data is generated, except for the values that you override.
  ///
  /// ```swift
  /// .query("Feed", .generated(["User.avatar": .null, "Query.posts": .list(5)]))
  /// ```
  /// - Parameter overrides: The values to send instead of generated values, by path, field, or type.
  public static func generated(_ overrides: GeneratedOverrides) -> MockResponse {
    data([:]).changing { $0.completion = .generated(overrides) }
  }

  /// Returns the response with a check that its data is of the given root type.
  ///
  /// ```swift
  /// .query("Viewer", .data(fields: ["__typename": "Query", "viewer": nil]).rootType("Query"))
  /// ```
  /// The request fails if the `__typename` of the data or of an event is a different type. If the service has no
  /// schema, this method checks the type of a client's test mock. It doesn't check fixtures, files and sent events.
  public func rootType(_ name: String) -> MockResponse {
    if case .events(var script) = content {
      switch script.source {
      case .list(let events, let interval):
        script.source = .list(events.map { $0.rootType(name) }, interval: interval)
      case .producer(let producer):
        script.source = .producer { take in try await producer { await take($0.rootType(name)) } }
      case .test: break
      }
      return changing { $0.content = .events(script) }
    }
    guard let problem = otherRootType(than: name) else { return self }
    return MockResponse(.failure(problem))
  }

  func otherRootType(than name: String) -> ResponseWritingError? {
    guard let stated = statedData?["__typename"].string, stated != name else { return nil }
    return .wrongRootType(stated: stated, root: name)
  }

  /// The `data` that the test states, or nil if there is none yet.
  var statedData: MockJSON? {
    switch content {
    case .graphQL(let data, _, _): data
    case .json(let json): json.members?["data"]
    case .template, .bytes, .file, .empty, .failure, .fixture, .never, .passThrough, .incremental,
      .events, .parts:
      Optional.none
    }
  }

  /// The response, with generated values for the fields that are missing from its data.
  ///
  /// ```swift
  /// .query("Viewer", .data(["viewer": ["name": "Ada"]]).completed)
  /// ```
  /// The service needs a schema. Lists keep their length, and each of their elements is completed. From data with
  /// field names, only the fields that the request selects are sent. Bytes, files and events can't be completed.
  public var completed: MockResponse {
    if completion?.isGenerated == true { return self }
    return changingData(by: "completed") {
      $0.completion = .generated([:], byFields: completion?.isByFields == true)
    }
  }

  /// Returns the response with a change of its data, or a failure if the body isn't made from data.
  func changingData(by modifier: String, _ change: (inout MockResponse) -> Void) -> MockResponse {
    switch content {
    case .bytes, .file, .events: MockResponse(.failure(ResponseWritingError.noData(modifier)))
    case .graphQL, .json, .template, .fixture, .incremental, .parts, .empty, .failure, .never,
      .passThrough:
      changing(change)
    }
  }
}
