extension MockResponse {
  /// Returns a GraphQL response with data by field names, for clients that generate aliases.
  ///
  /// ```swift
  /// .operation(.data(fields: ["hero": ["name": "Luke", "height": 1.72]]))
  /// // to { a1: hero(id: 7) { a2: name } }:  {"data": {"a1": {"a2": "Luke"}}}
  /// ```
  /// Only selected fields are sent, each with the value of its name. A missing field is null and causes a warning; with
  /// ``completed`` it's generated. If a value depends on arguments, use a closure and ``OperationRequest/selection``.
  ///
  /// Fragments apply according to an object's `__typename` and the service's schema. Without a schema, a fragment on
  /// another type gets the fields that the object has; its other fields are null if the object has a `__typename`. The
  /// request fails if the `__typename` of the data isn't the root type.
  /// - Parameters:
  ///   - fields: The `data` member, with field names instead of response keys.
  ///   - errors: The `errors` member, left out if empty. Paths are sent unchanged.
  ///   - extensions: The `extensions` member; nil leaves it out.
  ///   - warnsOfMissing: Whether the exchange has a warning about selected fields that the data lacks.
  public static func data(
    fields: MockJSON, errors: [MockResponseError] = [], extensions: MockJSON? = nil,
    warnsOfMissing: Bool = true
  ) -> MockResponse {
    var response = data(fields, errors: errors, extensions: extensions)
    response.completion = .byFields(warns: warnsOfMissing)
    return response
  }

  /// Converts data with field names to data with response keys, and removes fields that aren't selected.
  struct FieldKeying {
    let rule: FragmentRule
    /// The paths of selected fields that the data lacks, without list indices.
    private(set) var missing: [String] = []
    private var known: Set<String> = []
    /// The number of members that may still be added, limited because fragments can select a value many times.
    private var rest = Self.limit

    static let limit = 200_000

    init(_ rule: FragmentRule) { self.rule = rule }

    /// Returns a value with response keys, recursively, because the nesting depth of JSON is limited.
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
        // `__typename` can't be null, so it isn't sent if the data lacks it.
        if value == nil, field.name != "__typename" {
          if applies == .yes {
            value = .null
            if known.insert(fieldPath).inserted { missing.append(fieldPath) }
          } else if applies == .unknown, rule.types == nil, stated != nil,
            result[field.responseKey] == nil
          {
            // The fragment may be on an interface of the object's type. If it isn't, clients ignore the null.
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

  /// A GraphQL response with data that is generated from the schema and the request's selection set.
  ///
  /// The same request gets the same answer in every process. Lists have two elements, enums their first value, strings
  /// the name of their field, and nullable fields a value. The request fails without a schema or a known document.
  public static var generated: MockResponse { .generated([:]) }

  /// Returns a GraphQL response with data that is generated except for some values.
  ///
  /// ```swift
  /// .query("Feed", .generated(["User.avatar": .null, "Query.posts": .list(5)]))
  /// ```
  /// - Parameter overrides: The values to send instead of generated ones, by type, field, or path.
  public static func generated(_ overrides: GeneratedOverrides) -> MockResponse {
    var response = MockResponse(.graphQL(data: [:], errors: [], extensions: nil))
    response.completion = .generated(overrides)
    return response
  }

  /// Returns the response for operations with the given root type.
  ///
  /// ```swift
  /// .query("Viewer", .data(fields: ["__typename": "Query", "viewer": nil]).rootType("Query"))
  /// ```
  /// The request fails, and the failure names the handler, if the data or an event has another `__typename`. Without a
  /// schema, this checks the type of a client's test mock.
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

  /// The response with generated values for the fields that its data leaves out.
  ///
  /// ```swift
  /// .query("Viewer", .data(["viewer": ["name": "Ada"]]).completed)
  /// ```
  /// The service needs a schema. Lists keep their length, and each of their elements is completed. With data by field
  /// names, fields that aren't selected are still left out.
  public var completed: MockResponse {
    changing { $0.completion = .generated([:], byFields: completion?.isByFields == true) }
  }
}
