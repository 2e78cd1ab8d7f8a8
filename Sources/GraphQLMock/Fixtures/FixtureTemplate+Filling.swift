// Puts the values of a request in the place of templates.

extension FixtureTemplate {
  /// Puts the values of a request in the place of the templates.
  static func fill(_ json: MockJSON, for operation: OperationRequest?) throws(Fault) -> MockJSON {
    var filler = Filler(operation: operation)
    return try filler.fill(json, item: nil)
  }

  private struct Filler {
    let operation: OperationRequest?
    private var size = 0

    init(operation: OperationRequest?) { self.operation = operation }

    // Nests as deep as the fixture, which the parser limits.
    mutating func fill(_ json: MockJSON, item current: MockJSON?) throws(Fault) -> MockJSON {
      if let elements = json.array {
        try count(Self.valueSize)
        var filled: [MockJSON] = []
        for element in elements { filled.append(try fill(element, item: current)) }
        return .array(filled)
      }
      guard let members = json.members else { return try counted(json) }
      if let name = json[FixtureTemplate.variable].string { return try counted(variable(name)) }
      if let path = json[item].string {
        return try counted(Self.follow(path, in: current ?? .null))
      }
      if let name = json[forEach].string {
        guard let list = try variable(name).array else { throw .notAList(name) }
        try count(Self.valueSize)
        var filled: [MockJSON] = []
        for element in list { filled.append(try fill(json[value], item: element)) }
        return .array(filled)
      }
      try count(Self.valueSize)
      var filled: [(String, MockJSON)] = []
      for member in members {
        try count(member.name.utf8.count)
        filled.append((member.name, try fill(member.value, item: current)))
      }
      return MockJSON(.object(JSONMembers(filled)))
    }

    // MARK: Size

    /// What a value takes besides its text.
    private static let valueSize = 16

    private mutating func count(_ bytes: Int) throws(Fault) {
      size += bytes
      if size > FixtureTemplate.sizeLimit { throw .tooLarge }
    }

    /// Counts a value that is taken as it is.
    private mutating func counted(_ json: MockJSON) throws(Fault) -> MockJSON {
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

    // MARK: Values of the request

    private func variable(_ path: String) throws(Fault) -> MockJSON {
      let name = String(path.prefix { $0 != "." })
      let variables = operation?.coercedVariables ?? [:]
      guard variables.hasMember(name) || operation?.defines(variable: name) == true else {
        throw .unknownVariable(name)
      }
      return Self.follow(path, in: variables)
    }

    /// Goes from member to member; a number is a position in a list.
    private static func follow(_ path: String, in json: MockJSON) -> MockJSON {
      path.split(separator: ".").reduce(json) { value, step in
        if value.array != nil, let index = Int(step) { return value[index] }
        return value[String(step)]
      }
    }
  }
}

extension OperationRequest {
  /// Whether the document defines a variable of that name.
  fileprivate func defines(variable name: String) -> Bool {
    guard let selected = selectedOperation else { return false }
    return selected.document.defines(variable: name, of: selected.operation)
  }
}

extension Document {
  /// Whether an operation defines a variable of that name.
  func defines(variable name: String, of operation: OperationOutline) -> Bool {
    children(of: definitions[operation.definition].node).contains {
      nodes[$0].kind == .variableDefinition && bytes[nodes[$0].range].elementsEqual(name.utf8)
    }
  }
}
