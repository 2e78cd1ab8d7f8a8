import GraphQLMock

/// What differs between two schemas, by the rules of graphql-js (`findBreakingChanges` and
/// `findDangerousChanges`), and in its words.
struct SchemaChanges {
  /// What may break a client that was right before.
  private(set) var breaking: [String] = []
  /// What a client may not be ready for.
  private(set) var dangerous: [String] = []
  private let defaults: (old: DefaultValue, new: DefaultValue)

  /// - Throws: `ServiceSchemaError` when a schema can't be used.
  init(from old: ServiceSchema, to new: ServiceSchema) throws {
    let (old, new) = (try Self.description(of: old), try Self.description(of: new))
    defaults = (DefaultValue(old["types"]), DefaultValue(new["types"]))
    compareTypes(Self.referenced(old), Self.referenced(new))
    compareDirectives(old["directives"], new["directives"])
  }

  private static func description(of schema: ServiceSchema) throws -> MockJSON {
    let type = (0..<16).reduce("name kind") { inner, _ in "name kind ofType { \(inner) }" }
    let input = "name defaultValue type { \(type) }"
    return try schema.introspection(
      """
      { __schema {
        types {
          name kind interfaces { name } possibleTypes { name } enumValues(includeDeprecated: true) { name }
          inputFields(includeDeprecated: true) { \(input) }
          fields(includeDeprecated: true) {
            name type { \(type) } args(includeDeprecated: true) { \(input) } } }
        directives { name isRepeatable locations args(includeDeprecated: true) { \(input) } } } }
      """)["__schema"]
  }

  /// Members of two lists, by their names.
  private struct Difference {
    var added: [MockJSON] = []
    var removed: [MockJSON] = []
    var kept: [(old: MockJSON, new: MockJSON)] = []

    init(_ old: MockJSON, _ new: MockJSON) {
      let (old, new) = (old.array ?? [], new.array ?? [])
      let names = Dictionary(new.map { ($0["name"].text, $0) }) { first, _ in first }
      for member in old {
        if let same = names[member["name"].text] {
          kept.append((member, same))
        } else {
          removed.append(member)
        }
      }
      let known = Set(old.map { $0["name"].text })
      added = new.filter { !known.contains($0["name"].text) }
    }
  }

  // MARK: Types

  private static let standardScalars: Set<String> = ["Int", "Float", "String", "Boolean", "ID"]

  /// The types without the standard scalars that none of them refers to; our own `@stream` does.
  private static func referenced(_ schema: MockJSON) -> MockJSON {
    let all = schema["types"].array ?? []
    let directives = (schema["directives"].array ?? []).filter { $0["name"] != "stream" }
    var names: Set<String> = ["String", "Boolean"]
    for type in all + directives {
      let inputs = type["inputFields"].array ?? []
      let fields = (type["fields"].array ?? []) + [type]
      for member in inputs + fields + fields.flatMap({ $0["args"].array ?? [] }) {
        names.insert(member["type"].typeText.filter { !"[]!".contains($0) })
      }
    }
    return .array(
      all.filter {
        !standardScalars.contains($0["name"].text) || names.contains($0["name"].text)
      })
  }

  private mutating func compareTypes(_ old: MockJSON, _ new: MockJSON) {
    let types = Difference(old, new)
    for type in types.removed {
      let name = type["name"].text
      breaking.append(
        Self.standardScalars.contains(name)
          ? "Standard scalar \(name) was removed because it is not referenced anymore."
          : "\(name) was removed.")
    }
    for (old, new) in types.kept {
      let name = old["name"].text
      guard old["kind"] == new["kind"] else {
        breaking.append("\(name) changed from \(old.kindPhrase) to \(new.kindPhrase).")
        continue
      }
      switch old["kind"].text {
      case "ENUM":
        let values = Difference(old["enumValues"], new["enumValues"])
        dangerous += values.added.map { "\($0["name"].text) was added to enum type \(name)." }
        breaking += values.removed.map { "\($0["name"].text) was removed from enum type \(name)." }
      case "UNION":
        let members = Difference(old["possibleTypes"], new["possibleTypes"])
        dangerous += members.added.map { "\($0["name"].text) was added to union type \(name)." }
        breaking += members.removed.map {
          "\($0["name"].text) was removed from union type \(name)."
        }
      case "INPUT_OBJECT": compareInputFields(of: name, old["inputFields"], new["inputFields"])
      case "OBJECT", "INTERFACE":
        compareFields(of: name, old["fields"], new["fields"])
        let interfaces = Difference(old["interfaces"], new["interfaces"])
        dangerous += interfaces.added.map {
          "\($0["name"].text) added to interfaces implemented by \(name)."
        }
        breaking += interfaces.removed.map {
          "\(name) no longer implements interface \($0["name"].text)."
        }
      default: break
      }
    }
  }

  private mutating func compareInputFields(of type: String, _ old: MockJSON, _ new: MockJSON) {
    let fields = Difference(old, new)
    tellAdded(fields.added, "field", on: "input type \(type)")
    breaking += fields.removed.map { "\(type).\($0["name"].text) was removed." }
    for (old, new) in fields.kept where !old["type"].isSafeInput(new["type"]) {
      breaking.append(Self.changed("\(type).\(old["name"].text)", "changed type", old, new))
    }
  }

  private mutating func compareFields(of type: String, _ old: MockJSON, _ new: MockJSON) {
    let fields = Difference(old, new)
    breaking += fields.removed.map { "\(type).\($0["name"].text) was removed." }
    for (old, new) in fields.kept {
      let field = "\(type).\(old["name"].text)"
      compareArguments(of: field, old["args"], new["args"])
      if !old["type"].isSafeOutput(new["type"]) {
        breaking.append(Self.changed(field, "changed type", old, new))
      }
    }
  }

  private mutating func compareArguments(of field: String, _ old: MockJSON, _ new: MockJSON) {
    let arguments = Difference(old, new)
    breaking += arguments.removed.map { "\(field) arg \($0["name"].text) was removed." }
    for (old, new) in arguments.kept {
      let argument = "\(field) arg \(old["name"].text)"
      let (before, after) = (defaults.old.text(of: old), defaults.new.text(of: new))
      if !old["type"].isSafeInput(new["type"]) {
        breaking.append(Self.changed(argument, "has changed type", old, new))
      } else if let before, let after {
        if before != after {
          dangerous.append("\(argument) has changed defaultValue from \(before) to \(after).")
        }
      } else if before != nil {
        dangerous.append("\(argument) defaultValue was removed.")
      }
    }
    tellAdded(arguments.added, "arg", on: field)
  }

  private mutating func tellAdded(_ inputs: [MockJSON], _ kind: String, on owner: String) {
    for input in inputs {
      let what = "\(kind) \(input["name"].text) on \(owner) was added."
      if input.isRequired {
        breaking.append("A required \(what)")
      } else {
        dangerous.append("An optional \(what)")
      }
    }
  }

  private static func changed(
    _ subject: String, _ verb: String, _ old: MockJSON, _ new: MockJSON
  ) -> String {
    "\(subject) \(verb) from \(old["type"].typeText) to \(new["type"].typeText)."
  }

  // MARK: Directives

  private mutating func compareDirectives(_ old: MockJSON, _ new: MockJSON) {
    let directives = Difference(old, new)
    breaking += directives.removed.map { "\($0["name"].text) was removed." }
    for (old, new) in directives.kept {
      let name = old["name"].text
      let arguments = Difference(old["args"], new["args"])
      tellAdded(arguments.added.filter(\.isRequired), "arg", on: "directive \(name)")
      breaking += arguments.removed.map { "\($0["name"].text) was removed from \(name)." }
      if old["isRepeatable"] == true, new["isRepeatable"] != true {
        breaking.append("Repeatable flag was removed from \(name).")
      }
      for location in old["locations"].array ?? []
      where new["locations"].array?.contains(location) != true {
        breaking.append("\(location.text) was removed from \(name).")
      }
    }
  }
}

extension MockJSON {
  fileprivate var text: String { string ?? "" }

  /// The kind of a type, with its article.
  fileprivate var kindPhrase: String {
    switch self["kind"].text {
    case "SCALAR": "a Scalar type"
    case "OBJECT": "an Object type"
    case "INTERFACE": "an Interface type"
    case "UNION": "a Union type"
    case "ENUM": "an Enum type"
    default: "an Input type"
    }
  }

  /// Whether an input value must be given.
  fileprivate var isRequired: Bool { self["type"].isNonNull && self["defaultValue"].isNull }

  private var isNonNull: Bool { self["kind"] == "NON_NULL" }
  private var isList: Bool { self["kind"] == "LIST" }

  /// How a type is written.
  fileprivate var typeText: String {
    if isNonNull { return self["ofType"].typeText + "!" }
    return isList ? "[\(self["ofType"].typeText)]" : self["name"].text
  }

  /// Whether a field of this type may have the other one.
  fileprivate func isSafeOutput(_ new: MockJSON) -> Bool {
    if isNonNull { return new.isNonNull && self["ofType"].isSafeOutput(new["ofType"]) }
    if new.isNonNull { return isSafeOutput(new["ofType"]) }
    if isList { return new.isList && self["ofType"].isSafeOutput(new["ofType"]) }
    return !new.isList && self["name"] == new["name"]
  }

  /// Whether an argument of this type may have the other one.
  fileprivate func isSafeInput(_ new: MockJSON) -> Bool {
    if isNonNull { return self["ofType"].isSafeInput(new.isNonNull ? new["ofType"] : new) }
    if isList { return new.isList && self["ofType"].isSafeInput(new["ofType"]) }
    return !new.isNonNull && !new.isList && self["name"] == new["name"]
  }
}
