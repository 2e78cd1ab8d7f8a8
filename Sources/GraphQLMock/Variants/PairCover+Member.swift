extension PairCover {
  /// Assigns numbers to texts, because numbers are faster to compare.
  struct Numbers {
    private var all = ["": Member.plainType]

    mutating func number(_ text: String) -> Int {
      let next = all.count
      return all[text].orStoring(next)
    }

    mutating func numbers(_ texts: some Sequence<String>) -> Set<Int> {
      Set(texts.map { number($0) })
    }
  }

  /// A change to combine, with everything that decides whether it has an effect beside other changes.
  struct Member: Sendable {
    struct Need: Sendable {
      let key: Int
      let type: Int
      /// Whether plain responses have this type.
      let isPlain: Bool
    }

    struct Route: Sendable {
      let place: Int
      /// The paths that contain the place, such as `a` and `a.b` for `a.b.c`.
      let around: Set<Int>
      let needs: [Need]
    }

    /// The number of the empty text, which stands for the type of plain responses.
    static let plainType = 0

    let key: Int
    let identity: Int
    /// The object types in the changed value, or nil if no change needs a certain type there.
    let types: Set<Int>?
    let conditions: [(identity: Int, key: Int, types: Set<Int>)]
    let routes: [Route]
    /// A Boolean value that indicates whether the change has several routes, one of which needs certain types.
    let isFlexible: Bool
    private let hasManyRoutes: Bool
    private let isLong: Bool
    private let page: (type: Int, isPromise: Bool)?
    /// Identifies a response in place of a generated one. Pairs of different ones would need more runs than all others.
    private let response: Int?
    /// The paths below which, or if `areNulled` from which, no other change has an effect, such as a null `viewer`.
    private let hidden: Set<Int>
    private let areNulled: Bool

    init(_ change: ResponseChange, neededKeys: Set<String>, _ numbers: inout Numbers) {
      (key, identity) = (numbers.number(change.key), numbers.number(change.identity))
      types = neededKeys.contains(change.key) ? numbers.numbers(change.objectTypes) : nil
      conditions = change.conditions.map {
        (numbers.number($0.identity), numbers.number($0.key), numbers.numbers($0.objectTypes))
      }
      // If the response to one of several operations is replaced, the change has an effect in the others.
      let root = change.operations.count == 1 ? [" " + change.operations[0]] : []
      routes = change.routes.map { route in
        let place = route.place
        let around = place.indices.filter { place[$0] == "." }.map { String(place[..<$0]) }
        return Route(
          place: numbers.number(place), around: numbers.numbers(root + around),
          needs: route.needs.map {
            Need(
              key: numbers.number($0.key), type: numbers.number($0.type), isPlain: $0.choice == nil)
          })
      }
      isFlexible = routes.count > 1 && routes.contains { !$0.needs.isEmpty }
      hasManyRoutes = routes.count > ResponseChange.routeLimit
      isLong = change.isLongList
      page = change.pageType.map { (numbers.number($0.name), $0.isPromise) }
      response = change.value.responses.isEmpty ? nil : numbers.number(" " + change.value.kind)
      let hiding = change.hiding
      (hidden, areNulled) = (numbers.numbers(hiding.places), hiding.areNulled)
    }

    var hidesOthers: Bool { !hidden.isEmpty }

    var choosesTypes: Bool { types != nil || !conditions.isEmpty }

    func hides(_ route: Route) -> Bool {
      !hidden.isDisjoint(with: route.around) || areNulled && hidden.contains(route.place)
    }

    /// Returns whether the change never forms a pair with another change, whatever the types of objects are.
    func excludes(_ other: Member) -> Bool {
      key == other.key || conditions.contains { $0.identity == other.identity }
        || other.conditions.contains { $0.identity == identity }
        || isLongInside(other) || other.isLongInside(self)
        || page.map { ($0.type, !$0.isPromise) == other.page ?? (-1, true) } == true
        || response != nil && other.response != nil && response != other.response
    }

    /// Returns whether both changes make a list long, one inside the other, with 625 elements together.
    private func isLongInside(_ other: Member) -> Bool {
      guard isLong, other.isLong else { return false }
      let places = Set(other.routes.map(\.place))
      return routes.contains { !places.isDisjoint(with: $0.around) }
    }

    /// Returns whether the change has an effect if only some routes are left and fields have the given types.
    func isEffective(on left: [Route], _ types: [Int: Set<Int>]) -> Bool {
      let possible = hasManyRoutes ? routes : left
      return routes.isEmpty
        || possible.contains { route in
          route.needs.allSatisfy { need in
            guard let types = types[need.key] else { return need.isPlain }
            return types.contains(need.type) || need.isPlain && types.contains(Self.plainType)
          }
        }
    }
  }

  struct Combination: Sendable {
    /// In descending order.
    fileprivate(set) var positions: [Int] = []
    /// For each change, whether its conditions are added. Otherwise, other changes choose the types that it needs.
    fileprivate(set) var keepsConditions: [Bool] = []
    /// For each change, the routes that no other change hides.
    fileprivate var routes: [[Member.Route]] = []
    fileprivate var hiding: [Int] = []
    fileprivate var choosesTypes = false
  }

  /// Returns the combination with one more change, or nil if one of the changes would have no effect then.
  static func adding(
    _ position: Int, to combination: Combination, of members: [Member]
  ) -> Combination? {
    var (next, routes) = (combination, members[position].routes)
    // The order decides who chooses a type. So it's the same however the changes are added, and each open pair of the
    // first change can be tried. Otherwise, `VariantSearch` would propose a combination without end.
    let index = next.positions.firstIndex { $0 < position } ?? next.positions.count
    for other in combination.hiding { routes.removeAll(where: members[other].hides) }
    let hidesOthers = members[position].hidesOthers
    if hidesOthers {
      for index in next.routes.indices {
        next.routes[index].removeAll(where: members[position].hides)
      }
      next.hiding.append(position)
    }
    next.positions.insert(position, at: index)
    next.routes.insert(routes, at: index)
    next.keepsConditions.insert(true, at: index)
    next.choosesTypes = combination.choosesTypes || members[position].choosesTypes
    let types = next.choosesTypes ? chooseTypes(in: &next, of: members) : [:]
    // Without a choice of types and hidden routes, the other changes keep their effects.
    let affected =
      next.choosesTypes || hidesOthers
      ? next.positions.indices : index..<index + 1
    let areEffective = affected.allSatisfy {
      members[next.positions[$0]].isEffective(on: next.routes[$0], types)
    }
    return areEffective ? next : nil
  }

  /// Decides which changes keep their conditions, and returns the types of fields by the numbers of their keys.
  private static func chooseTypes(
    in combination: inout Combination, of members: [Member]
  ) -> [Int: Set<Int>] {
    let positions = combination.positions
    var types: [Int: Set<Int>] = [:]
    for position in positions {
      if let own = members[position].types { types[members[position].key] = own }
    }
    // A change that is possible with several types comes last, because the others may choose its type.
    for isFlexible in [false, true] {
      for (index, position) in positions.enumerated()
      where !members[position].conditions.isEmpty && members[position].isFlexible == isFlexible {
        let conditions = members[position].conditions
        let fits = conditions.allSatisfy { types[$0.key].map($0.types.isSubset) ?? true }
        combination.keepsConditions[index] = fits
        guard fits else { continue }
        types.merge(conditions.map { ($0.key, $0.types) }) { known, _ in known }
      }
    }
    return types
  }
}

extension ResponseChange {
  /// The types of the objects in the changed value. An object without `__typename` has the type of plain responses, "".
  fileprivate var objectTypes: Set<String> {
    guard let json = value.json else { return [""] }
    func types(in json: MockJSON) -> Set<String> {
      if let elements = json.array { return Set(elements.flatMap(types)) }
      return json.isNull ? [] : [json["__typename"].string ?? ""]
    }
    return types(in: json)
  }

  /// The paths below which other changes have no effect. If `areNulled` is true, they have none at these paths, either.
  fileprivate var hiding: (places: [String], areNulled: Bool) {
    guard let content = value.generated?.content else { return ([" " + key], false) }
    return switch content {
    // An error in a non-null field makes the nearest nullable value that contains it null (GraphQL, section 6.4.4).
    case .error where type.hasSuffix("!"): (nulled, true)
    case .absent, .error, .list(count: 0): (places, false)
    case .json(let json) where json.isNull: (places, false)
    case .json, .list, .identifier: ([], false)
    }
  }
}
