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

  /// Returns whether the JSON value contains templates. Throws an error if a template is invalid.
  static func check(
    _ json: MockJSON, at path: JSONPath? = nil, in file: FixtureParser
  ) throws(FixtureError) -> Bool {
    let path = path ?? file.path
    var found = false
    for (index, element) in (json.array ?? []).enumerated() {
      if try check(element, at: path[index], in: file) { found = true }
    }
    guard let members = json.members else { return found }
    guard members.contains(where: { $0.name.hasPrefix("$") }) else {
      for member in members {
        if try check(member.value, at: path[member.name], in: file) { found = true }
      }
      return found
    }
    if let other = members.first(where: { $0.name != variable }) {
      throw file.error(
        .sentence(
          "unknown template \"\(other.name)\"; a template has the only member \"$variable\""),
        at: path[other.name], ofName: true)
    }
    guard json[variable].string != nil else {
      throw file.error(.sentence("\"$variable\" must be a string"), at: path[variable])
    }
    return true
  }

  static func variables(in json: MockJSON, at path: JSONPath) -> [(name: String, path: JSONPath)] {
    if let elements = json.array {
      return elements.enumerated().flatMap { index, element in
        variables(in: element, at: path[index])
      }
    }
    return json.pairs.flatMap { name, value -> [(name: String, path: JSONPath)] in
      let inner = path[name]
      guard name == variable, let text = value.string else {
        return variables(in: value, at: inner)
      }
      return [(String(text.prefix { $0 != "." }), inner)]
    }
  }

  /// This function is recursive, because fixtures are the test's own (see `NestingLimit`). It doesn't fill in templates
  /// inside of variables.
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

extension OperationRequest {
  fileprivate func defines(variable name: String) -> Bool {
    guard let selected = selectedOperation else { return false }
    return selected.document.defines(variable: name, of: selected.operation)
  }
}
