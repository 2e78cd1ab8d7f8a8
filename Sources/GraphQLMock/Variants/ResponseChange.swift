/// A change to the generated responses of a service, at all places where it's possible.
package struct ResponseChange: Sendable, Changeable {
  /// The type that an object on a path must have, with the change that chooses it, or nil if plain responses have it.
  struct Need: Sendable, Equatable {
    let key: String
    let type: String
    let choice: ResponseChange?

    // The key and the type decide which choice it is.
    static func == (one: Need, other: Need) -> Bool {
      one.key == other.key && one.type == other.type
    }
  }

  /// A path in responses at which a change has an effect, if the objects on the path have the types that it needs.
  struct Route: Sendable, Equatable {
    let place: String
    let needs: [Need]

    var choices: [ResponseChange] { needs.compactMap(\.choice) }
  }

  /// The maximum number of routes to distinguish. A change with more is assumed to be possible on one of them.
  static let routeLimit = 40

  /// The changed field (`User.avatar`), the changed path (`viewer.avatar`), or the name of an operation.
  private(set) var key: String
  private(set) var value: ResponseValues.Value
  /// The type of the field, such as `String!`, or empty for a whole response.
  var type: String
  /// The paths of the changed values in responses, such as `viewer.avatar`, in the order in which they were found.
  package private(set) var places: [String]
  private var knownPlaces: Set<String>
  var operations: [String] = []
  /// Other changes that are necessary for this one. For example, to change `Admin.role`, a user must be an `Admin`.
  var conditions: [ResponseChange]
  /// The paths of the changed values together with the types of the objects on these paths.
  private(set) var routes: [Route]
  /// The paths of the values that become null if the values at `places` have errors, in the same order.
  private(set) var nulled: [String]

  init(
    _ key: String, _ value: ResponseValues.Value, type: String = "", route: Route? = nil,
    nulled: [String] = []
  ) {
    (self.key, self.value, self.type, self.nulled) = (key, value, type, nulled)
    routes = route.map { [$0] } ?? []
    places = routes.map(\.place)
    knownPlaces = Set(places)
    conditions = routes.flatMap(\.choices)
  }

  /// Equal for one change in several parts of responses. The code of a whole response depends on changes found later.
  var identity: String { "\(key) \(value.responses.isEmpty ? value.literal : value.kind)" }

  /// The changes to a part of the value, which may make a client fail in the same way.
  var simpler: [ResponseChange] { value.parts.map { part in changing { $0.value = part } } }

  /// The change at a single place, which may also be inside one of the places, such as an element of a list.
  func only(at place: String) -> ResponseChange {
    let own = routes.filter { $0.place == place }
    let index = places.firstIndex(of: place) ?? 0
    return changing {
      $0.nulled = Array(nulled.dropFirst(index).prefix(1))
      ($0.key, $0.places, $0.knownPlaces, $0.value.parts) = (place, [place], [place], [])
      $0.routes = (own.isEmpty ? routes : own).map { Route(place: place, needs: $0.needs) }
    }
  }

  /// Adds the places of the same change in another part of a response. The conditions stay those of the first route.
  mutating func merge(_ other: ResponseChange) {
    for (place, nulled) in zip(other.places, other.nulled) where knownPlaces.insert(place).inserted
    {
      places.append(place)
      self.nulled.append(nulled)
    }
    for route in other.routes where routes.count <= Self.routeLimit && !routes.contains(route) {
      routes.append(route)
    }
    for name in other.operations where operations.last != name { operations.append(name) }
  }

  var isLongList: Bool {
    switch value.generated?.content {
    case .list(let count): count > 2
    // Three elements that differ aren't a long list, but a list inside of a list can be one.
    case .json(let json): json.array?.contains { ($0.array?.count ?? 0) > 2 } ?? false
    case .identifier, .error, .absent, nil: false
    }
  }

  /// The name of the changed field, or the response key in a path.
  var name: String { key.split(separator: ".").last.map(String.init) ?? key }

  /// Whether the change can make clients request more, such as the next page.
  var leadsOn: Bool {
    // A client that pages until it has as many elements as there should be stops if the next page has another total.
    if value.kind == ResponseValues.totalBeyondElements || !value.responses.isEmpty { return false }
    if GeneratedScalars.pageFieldNames.contains(GeneratedScalars.foldedName(name)) { return true }
    // All pages of a long list agree, so they need no end of their own.
    guard let json = value.json else { return false }
    return json.bool == nil ? json.int ?? 0 > 1 : GeneratedScalars.onLastPage(name) != nil
  }

  /// The type whose field promises another page, or lacks the cursor that leads to it. A service doesn't do both.
  var pageType: (name: String, isPromise: Bool)? {
    let type = String(key.prefix { $0 != "." })
    if value.json?.bool != nil, leadsOn { return (type, true) }
    let plain = GeneratedScalars.foldedName(name)
    let isCursor =
      ResponseGenerator.isCursor(plain) || GeneratedScalars.pageFieldNames.contains(plain)
    return value.json?.isNull == true && isCursor ? (type, false) : nil
  }

  /// The change, or one for each of its paths if one contains another. Otherwise, nested lists would be long.
  var divided: [ResponseChange] {
    let sorted = places.sorted()
    let isNested = zip(sorted, sorted.dropFirst()).contains { $1.hasPrefix($0 + ".") }
    guard isLongList && isNested else { return [self] }
    return places.map { place in
      only(at: place).changing { $0.conditions = $0.routes.first?.choices ?? [] }
    }
  }

  /// The description of the change in messages, for example `User.avatar null at viewer.avatar (String)`.
  var phrase: String {
    guard value.responses.isEmpty else {
      return "the response to \(key.isEmpty ? "the anonymous operation" : key) \(value.kind)"
    }
    let more = places.count > 1 ? " and \(places.count - 1) more" : ""
    let place = places.first.map { $0 == key ? "" : " at \($0)\(more)" } ?? ""
    let mayBeNull = type.hasSuffix("!") ? "" : ", may be null"
    return "\(key) \(value.kind)\(place) (\(type)\(mayBeNull))"
  }
}
