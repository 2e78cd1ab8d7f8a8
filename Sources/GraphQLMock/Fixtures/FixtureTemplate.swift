// Templates in a fixture are JSON objects that are replaced by values of the request:
//   {"$variable": "input.id"}                              the member `id` of the variable `input`
//   {"$forEach": "ids", "$value": {"id": {"$item": ""}}}   a list with an object for each element of `ids`
//   {"$item": "name"}                                      the member `name` of the current element of the list

enum FixtureTemplate {
  indirect enum FillingError: Error, Sendable, Equatable {
    case unknownVariable(String)
    case notAList(String)
    case tooLarge
  }

  // The maximum number of bytes of a fixture after its templates are replaced. Without a limit, a short request
  // could produce a huge response, because `$forEach` can be nested.
  static let sizeLimit = 16_777_216

  static let variable = "$variable"
  static let forEach = "$forEach"
  static let value = "$value"
  static let item = "$item"

  // Returns whether the JSON value contains templates. Throws an error if a template is invalid.
  static func check(
    _ json: MockJSON, at path: JSONPath? = nil, in file: FixtureParser, isInList: Bool = false
  ) throws(FixtureError) -> Bool {
    let path = path ?? file.path
    var found = false
    if let elements = json.array {
      for (index, element) in elements.enumerated() {
        if try check(element, at: path[index], in: file, isInList: isInList) { found = true }
      }
      return found
    }
    guard let members = json.members else { return false }
    let isTemplate = members.contains { $0.name.hasPrefix("$") }
    for member in members {
      let inner = path[member.name]
      guard isTemplate else {
        if try check(member.value, at: inner, in: file, isInList: isInList) { found = true }
        continue
      }
      switch member.name {
      case value where json.has(forEach):
        _ = try check(member.value, at: inner, in: file, isInList: true)
        continue
      case variable where members.count == 1: break
      case item where members.count == 1:
        guard isInList else {
          throw file.error(
            .sentence("\"$item\" can be used only inside \"$value\""), at: inner, ofName: true)
        }
      case forEach where members.count <= 2:
        guard json.has(value) else {
          throw file.error(
            .sentence("\"$forEach\" needs exactly one other key, \"$value\""), at: path)
        }
      default:
        throw file.error(
          .sentence(
            "unknown template \"\(member.name)\"; use \"$variable\", \"$item\", "
              + "and \"$forEach\" with \"$value\""), at: inner, ofName: true)
      }
      guard member.value.string != nil else {
        throw file.error(.sentence("\"\(member.name)\" must be a string"), at: inner)
      }
    }
    return found || isTemplate
  }

  static func variables(
    in json: MockJSON, at path: JSONPath
  ) -> [(name: String, path: JSONPath)] {
    if let elements = json.array {
      return elements.enumerated().flatMap { index, element in
        variables(in: element, at: path[index])
      }
    }
    return json.pairs.flatMap { name, value -> [(name: String, path: JSONPath)] in
      let inner = path[name]
      guard name == variable || name == forEach, let text = value.string else {
        return variables(in: value, at: inner)
      }
      return [(String(text.prefix { $0 != "." }), inner)]
    }
  }
}

extension FixtureTemplate.FillingError {
  func message(in fixture: String?) -> String {
    let fixture = fixture.map { "The fixture \($0)" } ?? "The fixture"
    return switch self {
    case .unknownVariable(let name):
      "\(fixture) uses the variable \"\(name)\", which the request doesn't have."
    case .notAList(let name):
      "\(fixture) uses each element of \"\(name)\", which isn't a list in the request."
    case .tooLarge:
      """
      \(fixture) would be larger than \(FixtureTemplate.sizeLimit) bytes with the request's \
      lists filled in.
      """
    }
  }
}

extension FixtureTemplate {
  static func fill(_ json: MockJSON, for operation: OperationRequest?) throws(FillingError)
    -> MockJSON
  {
    var filler = Filler(operation: operation)
    return try filler.fill(json, item: nil)
  }

  private struct Filler {
    let operation: OperationRequest?
    private var size = 0

    init(operation: OperationRequest?) { self.operation = operation }

    // This function is recursive, because fixtures are the test's own (see `NestingLimit`).
    mutating func fill(_ json: MockJSON, item current: MockJSON?) throws(FillingError) -> MockJSON {
      if let elements = json.array {
        try count(Self.valueSize)
        return .array(
          try elements.map { element throws(FillingError) in try fill(element, item: current) })
      }
      guard let members = json.members else { return try counted(json) }
      if let name = json[FixtureTemplate.variable].string { return try counted(variable(name)) }
      if let path = json[item].string {
        return try counted(Self.follow(path, in: current ?? .null))
      }
      if let name = json[forEach].string {
        guard let list = try variable(name).array else { throw .notAList(name) }
        try count(Self.valueSize)
        return .array(
          try list.map { element throws(FillingError) in try fill(json[value], item: element) })
      }
      try count(Self.valueSize)
      var filled: [(String, MockJSON)] = []
      for member in members {
        try count(member.name.utf8.count)
        filled.append((member.name, try fill(member.value, item: current)))
      }
      return .object(of: filled)
    }

    /// The approximate number of bytes that a JSON value needs in memory, not counting its text.
    private static let valueSize = 16

    private mutating func count(_ bytes: Int) throws(FillingError) {
      size += bytes
      if size > FixtureTemplate.sizeLimit { throw .tooLarge }
    }

    private mutating func counted(_ json: MockJSON) throws(FillingError) -> MockJSON {
      var pending = [json]
      while let next = pending.popLast() {
        try count(Self.valueSize)
        switch next.storage {
        case .string(let text): try count(text.utf8.count)
        case .number(let number): try count(number.spelling.utf8.count)
        case .array(let elements): pending += elements
        case .object(let members):
          for member in members {
            try count(member.name.utf8.count)
            pending.append(member.value)
          }
        case .null, .bool, .unencodable: break
        }
      }
      return json
    }

    private func variable(_ path: String) throws(FillingError) -> MockJSON {
      let name = String(path.prefix { $0 != "." })
      let variables = operation?.coercedVariables ?? [:]
      guard variables.has(name) || operation?.defines(variable: name) == true else {
        throw .unknownVariable(name)
      }
      return Self.follow(path, in: variables)
    }

    private static func follow(_ path: String, in json: MockJSON) -> MockJSON {
      path.split(separator: ".").reduce(json) { value, step in
        if value.array != nil, let index = Int(step) { return value[index] }
        return value[String(step)]
      }
    }
  }
}

extension OperationRequest {
  fileprivate func defines(variable name: String) -> Bool {
    guard let selected = selectedOperation else { return false }
    return selected.document.defines(variable: name, of: selected.operation)
  }
}
