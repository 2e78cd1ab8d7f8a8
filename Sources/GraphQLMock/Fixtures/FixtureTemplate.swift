// A template in a fixture is a JSON object such as `{"$variable": "input.id"}`. It's replaced by a value of the request,
// here by the member `id` of the variable `input`.

enum FixtureTemplate {
  struct UnknownVariable: Error, Sendable, Equatable {
    let name: String

    func message(in fixture: String?) -> String {
      let fixture = fixture.map { "The fixture \($0)" } ?? "The fixture"
      return "\(fixture) uses the variable \"\(name)\", which the request doesn't have."
    }
  }

  static let variable = "$variable"

  /// Returns the variables of the templates in a JSON value. Throws an error if a template is invalid.
  static func variables(
    in json: MockJSON, _ file: FixtureParser
  ) throws(FixtureError) -> [(name: String, path: JSONPath)] {
    // The values to visit next. Recursion would overflow the stack for deeply nested values.
    var pending = [(json, file.path)]
    var found: [(name: String, path: JSONPath)] = []
    while let (json, path) = pending.popLast() {
      let elements = (json.array ?? []).enumerated().map { ($0.element, path[$0.offset]) }
      pending += elements.reversed()
      let members = json.pairs
      guard members.contains(where: { $0.0.hasPrefix("$") }) else {
        pending += members.reversed().map { ($0.1, path[$0.0]) }
        continue
      }
      if let (other, _) = members.first(where: { $0.0 != variable }) {
        throw file.error(
          .sentence(
            "unknown template \"\(other)\"; a template has the only member \"$variable\""),
          at: path[other], ofName: true)
      }
      guard let text = json[variable].string else {
        throw file.error(.sentence("\"$variable\" must be a string"), at: path[variable])
      }
      found.append((String(text.prefix { $0 != "." }), path[variable]))
    }
    return found
  }

  /// Recursive, because fixtures are the test's own (see `NestingLimit`). Templates inside variables aren't filled in.
  static func fill(
    _ json: MockJSON, for operation: OperationRequest?
  ) throws(UnknownVariable) -> MockJSON {
    if let elements = json.array {
      return .array(
        try elements.map { element throws(UnknownVariable) in try fill(element, for: operation) })
    }
    guard let members = json.members else { return json }
    if let path = json[variable].string {
      let name = String(path.prefix { $0 != "." })
      let variables = operation?.coercedVariables ?? [:]
      guard variables.has(name) || operation?.defines(variable: name) == true else {
        throw UnknownVariable(name: name)
      }
      return path.split(separator: ".").reduce(variables) { value, step in
        if value.array != nil, let index = Int(step) { return value[index] }
        return value[String(step)]
      }
    }
    return .object(
      of: try members.map { member throws(UnknownVariable) in
        (member.name, try fill(member.value, for: operation))
      })
  }
}
