import TestSupport

/// A model of a document, which can be written in many ways and changed in one place.
struct GeneratedDocument: Sendable {
  indirect enum Value: Sendable {
    case literal(String)
    case variable(String)
    case string(String)
    case list([Value])
    case object([Argument])
  }

  struct Argument: Sendable {
    var name: String
    var value: Value
  }

  struct Directive: Sendable {
    var name: String
    var arguments: [Argument]
  }

  struct Selection: Sendable {
    enum Kind: Sendable { case field, spread, inline }
    var kind: Kind
    var alias: String?
    /// The name of the field or fragment, or the type condition ("" if there isn't one).
    var name: String
    var arguments: [Argument] = []
    var directives: [Directive] = []
    var selections: [Selection] = []
  }

  struct Variable: Sendable {
    var name: String
    var type: String
    var value: Value?
  }

  struct Fragment: Sendable {
    var name: String
    var condition: String
    var directives: [Directive]
    var selections: [Selection]
  }

  var type: String
  var name: String
  var variables: [Variable]
  var directives: [Directive]
  var selections: [Selection]
  var fragments: [Fragment]
}

// MARK: Generating

extension GeneratedDocument {
  private static let names = [
    "a", "b", "id", "name", "type", "on", "query", "longerFieldName", "n1",
  ]

  init(using random: inout SeededGenerator) {
    type = random.pick(["query", "query", "mutation", "subscription"])
    name = random.chance(70) ? "Op" : ""
    variables = (0..<random.pick([0, 0, 1, 3])).map { index in
      Variable(
        name: "v\(index)", type: random.pick(["Int", "[ID!]!", "[[In]]"]),
        value: random.chance(40) ? Self.value(depth: 2, isConstant: true, &random) : nil)
    }
    directives = Self.directives(&random)
    selections = Self.selections(depth: 3, &random)
    let count = random.pick([0, 1, 2, 10])
    fragments = (0..<count).map { index in
      Fragment(
        name: "F\(index)", condition: random.pick(["T", "U"]), directives: Self.directives(&random),
        selections: Self.selections(depth: 1, &random)
          // A chain that ends in a cycle.
          + [Selection(kind: .spread, name: "F\((index + 1) % count)")])
    }
    if count > 0 { selections.append(Selection(kind: .spread, name: "F0")) }
  }

  private static func selections(depth: Int, _ random: inout SeededGenerator) -> [Selection] {
    (0..<random.pick([1, 2, 3, 4])).map { _ in
      switch random.pick([0, 0, 0, 0, 1, 2]) {
      case 1:
        Selection(kind: .spread, name: random.pick(["X", "Y"]), directives: directives(&random))
      case 2 where depth > 0:
        Selection(
          kind: .inline, name: random.pick(["", "T", "U"]), directives: directives(&random),
          selections: selections(depth: depth - 1, &random))
      default:
        Selection(
          kind: .field, alias: random.chance(20) ? "x" : nil, name: random.pick(names),
          arguments: arguments(depth: 2, isConstant: false, &random),
          directives: directives(&random),
          selections: depth > 0 && random.chance(40) ? selections(depth: depth - 1, &random) : [])
      }
    }
  }

  private static func directives(_ random: inout SeededGenerator) -> [Directive] {
    guard random.chance(15) else { return [] }
    return (0..<random.pick([1, 2])).map { _ in
      Directive(
        name: random.pick(["d", "e"]), arguments: arguments(depth: 1, isConstant: true, &random))
    }
  }

  private static func arguments(
    depth: Int, isConstant: Bool, _ random: inout SeededGenerator
  ) -> [Argument] {
    guard random.chance(30) else { return [] }
    return ["p", "q", "r"].prefix(random.pick([1, 2, 3])).map {
      Argument(name: $0, value: value(depth: depth, isConstant: isConstant, &random))
    }
  }

  private static func value(
    depth: Int, isConstant: Bool, _ random: inout SeededGenerator
  ) -> Value {
    switch random.pick([0, 0, 1, 2, 2, 3, 4]) {
    case 1 where !isConstant: .variable(random.pick(["v0", "v1"]))
    case 2: .string(random.pick(["", "s", "é😀", "a\n  b", "\"", "\\", "\"\"\"", "c/d\t"]))
    case 3 where depth > 0:
      .list(
        (0..<random.pick([0, 1, 2])).map { _ in
          value(depth: depth - 1, isConstant: isConstant, &random)
        })
    case 4 where depth > 0:
      .object(
        ["f", "g"].prefix(random.pick([0, 1, 2])).map {
          Argument(name: $0, value: value(depth: depth - 1, isConstant: isConstant, &random))
        })
    default: .literal(random.pick(["0", "-1", "1.5", "true", "null", "RED"]))
    }
  }
}
