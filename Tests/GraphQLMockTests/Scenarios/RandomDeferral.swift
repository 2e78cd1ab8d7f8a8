import TestSupport

/// A random document with `@defer` and `@stream`, and its response.
///
/// The response is executed here (GraphQL, section 6.3), from the random model instead of the text.
struct RandomDeferral {
  static let schema = """
    type Query { a: Animal animals: [Animal] human: Human grid: [[Animal]] things: [Thing] n: Int }
    interface Animal { id: ID name: String friend: Animal friends: [Animal] tags: [String] }
    interface Pet { id: ID name: String owner: Human }
    type Human implements Animal {
      id: ID name: String friend: Animal friends: [Animal] tags: [String] pets: [Pet]
    }
    type Cat implements Animal & Pet {
      id: ID name: String friend: Animal friends: [Animal] tags: [String] owner: Human lives: Int
    }
    type Dog implements Animal & Pet {
      id: ID name: String friend: Animal friends: [Animal] tags: [String] owner: Human bark: String
    }
    type Rock { id: ID weight: Int }
    union Thing = Human | Cat | Rock
    """

  private static let animal = ["id", "name", "friend", "friends", "tags"]
  private static let fields = [
    "Query": ["a", "animals", "human", "grid", "things", "n"], "Animal": animal,
    "Pet": ["id", "name", "owner"], "Human": animal + ["pets"],
    "Cat": animal + ["owner", "lives"], "Dog": animal + ["owner", "bark"],
    "Rock": ["id", "weight"], "Thing": [],
  ]
  /// The types of fields with subfields, and the number of lists around them.
  private static let types = [
    "a": ("Animal", 0), "animals": ("Animal", 1), "human": ("Human", 0), "grid": ("Animal", 2),
    "things": ("Thing", 1), "friend": ("Animal", 0), "friends": ("Animal", 1),
    "owner": ("Human", 0), "pets": ("Pet", 1),
  ]
  private static let possible = [
    "Query": ["Query"], "Animal": ["Human", "Cat", "Dog"], "Pet": ["Cat", "Dog"],
    "Human": ["Human"], "Cat": ["Cat"], "Dog": ["Dog"], "Rock": ["Rock"],
    "Thing": ["Human", "Cat", "Rock"],
  ]

  private struct Fragment {
    var condition: String?
    var directives: String
    /// The label of the `@defer`, if it is enabled.
    var label: String?
    var isIncluded: Bool
  }

  private indirect enum Selection {
    case field(key: String, name: String, directives: String, [Selection])
    case inline(Fragment, [Selection])
    case spread(Int, Fragment)
  }

  private var random: SeededGenerator
  private let seed: UInt64
  /// Whether `__typename` is selected everywhere, as many clients do.
  let isTyped: Bool
  private var definitions: [(type: String, selections: [Selection])] = []
  private var labels = 0
  private(set) var document = ""
  /// The `data` of the response, as JSON.
  private(set) var answer = ""
  /// The objects that deferred fragments with a label apply to.
  private(set) var deliveries: Set<Reassembly.Delivery> = []

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    isTyped = seed.isMultiple(of: 2)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let type = ["Animal", "Pet", "Human", "Cat", "Thing"].randomElement(using: &random) ?? "Pet"
      definitions.append((type, selections(of: type, depth: 2)))
    }
    // Both variables are used in every document.
    let root =
      [
        Selection.field(
          key: "t", name: "__typename", directives: " @include(if: $on) @skip(if: $off)", [])
      ] + selections(of: "Query", depth: 4)
    document = "query Q($on: Boolean! = true, $off: Boolean = false) " + text(root)
    var used: Set<Int> = []
    var reached = spreads(in: root)
    while let next = reached.popLast() {
      guard used.insert(next).inserted else { continue }
      document += " fragment F\(next) on \(definitions[next].type) "
      document += text(definitions[next].selections)
      reached += spreads(in: definitions[next].selections)
    }
    answer = object("Query", [root], at: [])
  }
}

// MARK: Generating
extension RandomDeferral {
  private mutating func isLucky(_ chance: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < chance
  }

  private mutating func selections(of type: String, depth: Int) -> [Selection] {
    var result: [Selection] = []
    if isTyped || isLucky(0.1) {
      result.append(.field(key: "__typename", name: "__typename", directives: "", []))
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      if depth > 0, isLucky(0.45) {
        result.append(fragment(in: type, depth: depth))
      } else if let name = Self.fields[type]?.randomElement(using: &random),
        depth > 0 || Self.types[name] == nil
      {
        result.append(field(name, depth: depth))
      }
    }
    if result.isEmpty {
      result.append(.field(key: "__typename", name: "__typename", directives: "", []))
    }
    result.shuffle(using: &random)
    return result
  }

  private mutating func field(_ name: String, depth: Int) -> Selection {
    let inner = Self.types[name].map { selections(of: $0.0, depth: depth - 1) } ?? []
    var directives = ""
    if name == "tags" || (Self.types[name]?.1 ?? 0) > 0, isLucky(0.5) {
      directives =
        [" @stream", " @stream(initialCount: 1)", " @stream(if: $off)"]
        .randomElement(using: &random) ?? ""
    }
    let key = isLucky(0.15) ? "\(name)2" : name
    return .field(key: key, name: name, directives: directives, inner)
  }

  private mutating func fragment(in type: String, depth: Int) -> Selection {
    var fragment = Fragment(condition: nil, directives: "", label: nil, isIncluded: true)
    if isLucky(0.6) {
      labels += 1
      let isOff = isLucky(0.15)
      fragment.label = isOff ? nil : "l\(labels)"
      fragment.directives = " @defer(label: \"l\(labels)\"\(isOff ? ", if: $off" : ""))"
    }
    if isLucky(0.1) {
      fragment.isIncluded = isLucky(0.5)
      fragment.directives += fragment.isIncluded ? " @skip(if: $off)" : " @include(if: $off)"
    }
    let here = Set(Self.possible[type] ?? [])
    let spreadable = definitions.indices.filter {
      !here.isDisjoint(with: Self.possible[definitions[$0].type] ?? [])
    }
    if let spread = spreadable.randomElement(using: &random), isLucky(0.4) {
      fragment.condition = definitions[spread].type
      return .spread(spread, fragment)
    }
    let conditions = Self.possible.keys.sorted().filter {
      !here.isDisjoint(with: Self.possible[$0] ?? [])
    }
    if isLucky(0.7) { fragment.condition = conditions.randomElement(using: &random) }
    return .inline(fragment, selections(of: fragment.condition ?? type, depth: depth - 1))
  }

  private func spreads(in selections: [Selection]) -> [Int] {
    selections.flatMap { selection in
      switch selection {
      case .field(_, _, _, let inner), .inline(_, let inner): spreads(in: inner)
      case .spread(let definition, _): [definition]
      }
    }
  }

  private func text(_ selections: [Selection]) -> String {
    let texts = selections.map { selection in
      switch selection {
      case .field(let key, let name, let directives, let inner):
        (key == name ? "" : "\(key): ") + name + directives
          + (inner.isEmpty ? "" : " " + text(inner))
      case .inline(let fragment, let inner):
        "..." + (fragment.condition.map { " on \($0)" } ?? "") + fragment.directives + " "
          + text(inner)
      case .spread(let definition, let fragment): "...F\(definition)\(fragment.directives)"
      }
    }
    return "{ \(texts.joined(separator: " ")) }"
  }
}

// MARK: Executing
extension RandomDeferral {
  /// The same number for the same position, for every field (FNV-1a).
  private func number(_ path: [ClientJSON], below limit: UInt64) -> UInt64 {
    var hash = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in "\(path)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
    return (hash ^ hash >> 32) % limit
  }

  // ExecuteSelectionSet, by CollectFields
  private mutating func object(
    _ type: String, _ sets: [[Selection]], at path: [ClientJSON]
  ) -> String {
    var keys: [String] = []
    var fields: [String: (name: String, sets: [[Selection]])] = [:]
    var open = Array(sets.joined().reversed())
    while let selection = open.popLast() {
      switch selection {
      case .field(let key, let name, _, let inner):
        if fields[key] == nil { keys.append(key) }
        fields[key, default: (name, [])].sets.append(inner)
      case .inline(let fragment, let inner):
        if enters(fragment, of: type, at: path) { open += inner.reversed() }
      case .spread(let definition, let fragment):
        if enters(fragment, of: type, at: path) {
          open += definitions[definition].selections.reversed()
        }
      }
    }
    let members = keys.map { key in
      let name = fields[key]?.name ?? ""
      let value = field(name, of: type, fields[key]?.sets ?? [], at: path + [.string(key)])
      return "\"\(key)\":\(value)"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func enters(
    _ fragment: Fragment, of type: String, at path: [ClientJSON]
  ) -> Bool {
    guard fragment.isIncluded,
      fragment.condition.map({ Self.possible[$0]?.contains(type) == true }) ?? true
    else { return false }
    if let label = fragment.label {
      deliveries.insert(Reassembly.Delivery(label: label, path: path))
    }
    return true
  }

  private mutating func field(
    _ name: String, of parent: String, _ sets: [[Selection]], at path: [ClientJSON]
  ) -> String {
    if name == "__typename" { return "\"\(parent)\"" }
    if number(path, below: 12) == 0 { return "null" }
    if name == "tags" { return "[\"a\",null,\"\(number(path, below: 9))\"]" }
    guard let (type, lists) = Self.types[name] else {
      let value = "\(number(path, below: 1_000))"
      return ["n", "lives", "weight"].contains(name) ? value : "\"\(value)\""
    }
    return self.value(of: type, lists: lists, sets, at: path)
  }

  private mutating func value(
    of type: String, lists: Int, _ sets: [[Selection]], at path: [ClientJSON]
  ) -> String {
    guard lists > 0 else {
      let possible = Self.possible[type] ?? []
      return object(possible[Int(number(path, below: UInt64(possible.count)))], sets, at: path)
    }
    let elements = (0..<number(path, below: 4)).map { index in
      let path = path + [.number(Double(index))]
      if number(path, below: 10) == 3 { return "null" }
      return self.value(of: type, lists: lists - 1, sets, at: path)
    }
    return "[\(elements.joined(separator: ","))]"
  }
}
