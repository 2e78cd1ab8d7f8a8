extension MockResponse {
  /// A GraphQL response whose data is stated by the names of fields, for clients that make up aliases.
  ///
  /// ```swift
  /// .operation(.data(fields: ["hero": ["name": "Luke", "height": 1.72]]))
  /// // to { a1: hero(id: 7) { a2: name } }:  {"data": {"a1": {"a2": "Luke"}}}
  /// ```
  /// Each field of the request gets the value of its name, under its response key; what isn't selected
  /// is left out. A selected field that the data doesn't hold is null, and the exchange has a warning that
  /// lists such fields; with ``completed`` it is made up instead. A field that is selected twice, under two
  /// aliases, gets the same value twice; where arguments decide, a closure has ``OperationRequest/selection``.
  ///
  /// Fragments apply by the `__typename` of an object and by the service's schema. Without a schema a
  /// fragment on another type gets the fields that the object holds, and null for the others if the
  /// object states its `__typename`. If a `__typename` of the data isn't the root type, the request fails.
  /// - Parameters:
  ///   - fields: The `data` member, with the names of fields in the place of response keys.
  ///   - errors: The `errors` member; it is left out when empty. Paths are sent as they are.
  ///   - extensions: The `extensions` member; nil leaves it out.
  ///   - warnsOfMissing: Whether the exchange has a warning if the data doesn't hold a selected field.
  public static func data(
    fields: MockJSON, errors: [MockResponseError] = [], extensions: MockJSON? = nil,
    warnsOfMissing: Bool = true
  ) -> MockResponse {
    var response = data(fields, errors: errors, extensions: extensions)
    response.completion = .byFields(warns: warnsOfMissing)
    return response
  }
}

extension MockResponse {
  /// Moves values from field names to response keys, and keeps only what is selected.
  struct FieldKeying {
    let rule: FragmentRule
    /// Selected fields that the data lacks; their paths have no list indices.
    private(set) var missing: [String] = []
    private var known: Set<String> = []
    /// Fragments can select a value any number of times, so the number of members is limited.
    private var rest = Self.limit

    static let limit = 200_000

    init(_ rule: FragmentRule) { self.rule = rule }

    /// Recursion is safe, because the depth of values is limited.
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
        let applies = rule.answer(on: field.conditions, for: typeName)
        let fieldPath = path + field.name
        var value = members[field.name]
        // `__typename` is never null.
        if value == nil, field.name != "__typename" {
          if applies == .yes {
            value = .null
            if known.insert(fieldPath).inserted { missing.append(fieldPath) }
          } else if applies == .unknown, rule.types == nil, stated != nil,
            result[field.responseKey] == nil
          {
            // The fragment may be on an interface of the type. If it isn't, clients ignore the field.
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
}

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

  /// The same response, for operations whose root type has this name.
  ///
  /// ```swift
  /// .query("Viewer", .data(fields: ["__typename": "Query", "viewer": nil]).rootType("Query"))
  /// ```
  /// If its data, or that of an event, has another `__typename`, the request fails and the failure names
  /// the handler. This checks the type of a client's test mock without a schema.
  /// - Parameter name: The name of the root type.
  public func rootType(_ name: String) -> MockResponse {
    if case .events(var script) = content, case .list(let events, let interval) = script.source {
      script.source = .list(events.map { $0.rootType(name) }, interval: interval)
      return changing { $0.content = .events(script) }
    }
    guard let problem = otherRootType(than: name) else { return self }
    return MockResponse(.failure(problem))
  }

  func otherRootType(than name: String) -> ResponseWritingError? {
    guard case .graphQL(let data?, _, _) = content, let stated = data["__typename"].string,
      stated != name
    else { return nil }
    return .wrongRootType(stated: stated, root: name)
  }

  /// The same response with made-up values for what its data leaves out, so that a test states only
  /// what it is about.
  ///
  /// ```swift
  /// .query("Viewer", .data(["viewer": ["name": "Ada"]]).completed)
  /// ```
  /// The service needs a schema. A list has as many elements as are stated, each of them completed. Data
  /// that is stated by the names of fields stays so: what isn't selected is left out.
  public var completed: MockResponse {
    changing { $0.completion = .generated([:], byFields: completion?.isByFields == true) }
  }
}
