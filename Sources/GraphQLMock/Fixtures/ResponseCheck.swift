// Holds the data of a response against the selection set of its operation, without a schema: every
// response key that is certainly selected must be there, and no key that is not selected at all.

/// One point in which data and document do not agree.
struct ResponseProblem: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A selected key is not in the data.
    case missing(String)
    /// A key of the data is not selected.
    case notSelected(String)
    /// A field with a selection set has neither an object, nor null, nor a list of these.
    case notAnObject
  }

  let kind: Kind
  /// Where the object stands in the response.
  let path: JSONPath
  /// Where the selection stands in the document, in bytes; nil for a key that is not selected.
  let offset: Int?
}

extension ResponseProblem {
  /// The whole message, with the position in the document of the request.
  func description(in document: Document) -> String {
    let position = offset.map { TextPosition(of: $0, in: document.bytes.span) }
    let query = "the query" + (position.map { ":\($0.line):\($0.column)" } ?? "")
    switch kind {
    case .missing(let key): return "\(path) has no \"\(key)\", which \(query) selects"
    case .notSelected(let key): return "\(path) has \"\(key)\", which \(query) does not select"
    case .notAnObject:
      return
        "\(path) must be an object, a list of objects or null, as \(query) selects fields of it"
    }
  }
}

struct ResponseCheck: Sendable {
  /// How many problems are enough.
  static let limit = 50
  /// How deep data is followed; the parser lets none be deeper.
  private static let depthLimit = 512

  private let document: Document
  private let fragments: FragmentIndex
  private let variables: MockJSON
  private var problems: [ResponseProblem] = []

  /// Checks the data of a response.
  /// - Parameters:
  ///   - variables: The variables, for `@skip` and `@include`; one that is absent leaves them open.
  static func problems(
    in data: MockJSON, for operation: OperationOutline, of document: Document,
    variables: MockJSON = [:], at path: JSONPath = "data"
  ) -> [ResponseProblem] {
    var check = ResponseCheck(document: document, variables: variables)
    let root = document.definitions[operation.definition].node
    check.checkValue(data, [root], at: path, depth: 0)
    return check.problems
  }

  private init(document: Document, variables: MockJSON) {
    self.document = document
    self.variables = variables
    fragments = FragmentIndex(document)
  }

  /// What is selected under one response key.
  private struct Selected {
    /// Whether it must be there.
    var isCertain: Bool
    /// The fields of that key.
    var fields: [Int]
  }

  /// Checks a value whose fields are selected by the selection sets of some nodes.
  private mutating func checkValue(
    _ value: MockJSON, _ parents: [Int], at path: JSONPath, depth: Int
  ) {
    guard problems.count < Self.limit, depth < Self.depthLimit, !value.isNull else { return }
    if let elements = value.array {
      for (index, element) in elements.enumerated() {
        checkValue(element, parents, at: path.appending(.element(index)), depth: depth + 1)
      }
      return
    }
    guard let members = value.members else {
      let offset = parents.first.map { Int(document.nodes[$0].start) }
      return problems.append(ResponseProblem(kind: .notAnObject, path: path, offset: offset))
    }
    // A template stands for a value that only a request has.
    if members.contains(where: { $0.name.hasPrefix("$") }) {
      guard value.hasMember("$value") else { return }
      return checkValue(
        value["$value"], parents, at: path.appending(.member("$value")), depth: depth + 1)
    }
    var selected: [String: Selected] = [:]
    var order: [String] = []
    var isComplete = true
    for parent in parents {
      collect(
        below: parent, typeName: value["__typename"].string, isCertain: true, entered: [],
        into: &selected, &order, &isComplete)
    }
    for key in order {
      guard let selection = selected[key] else { continue }
      guard value.hasMember(key) else {
        if selection.isCertain, problems.count < Self.limit {
          let offset = selection.fields.first.map { Int(document.nodes[keyNode(of: $0)].start) }
          problems.append(ResponseProblem(kind: .missing(key), path: path, offset: offset))
        }
        continue
      }
      let parents = selection.fields.filter { selectionSet(of: $0) != nil }
      if !parents.isEmpty {
        checkValue(
          value[key], parents, at: path.appending(.member(key)), depth: depth + 1)
      }
    }
    // Clients add `__typename` on their own.
    guard isComplete else { return }
    for member in members where selected[member.name] == nil && member.name != "__typename" {
      guard problems.count < Self.limit else { return }
      problems.append(ResponseProblem(kind: .notSelected(member.name), path: path, offset: nil))
    }
  }

  /// Collects the fields of a selection set (GraphQL, section 6.3.2 "Field Collection").
  private func collect(
    below parent: Int, typeName: String?, isCertain: Bool, entered: Set<Int>,
    into selected: inout [String: Selected], _ order: inout [String], _ isComplete: inout Bool
  ) {
    guard let set = selectionSet(of: parent), entered.count < Self.depthLimit else { return }
    for node in children(of: set) {
      let condition = condition(of: node)
      if condition == false { continue }
      let isCertain = isCertain && condition == true
      switch document.nodes[node].kind {
      case .field:
        let key = responseKey(of: node)
        if selected[key] == nil { order.append(key) }
        var entry = selected[key] ?? Selected(isCertain: false, fields: [])
        entry.isCertain = entry.isCertain || isCertain
        entry.fields.append(node)
        selected[key] = entry
      case .inlineFragment:
        collect(
          below: node, typeName: typeName,
          isCertain: isCertain && applies(node, to: typeName), entered: entered,
          into: &selected, &order, &isComplete)
      case .fragmentSpread:
        guard let definition = fragments.first(named: document.nodes[node].range, in: document)
        else {
          isComplete = false
          continue
        }
        guard !entered.contains(definition) else { continue }
        let root = document.definitions[definition].node
        collect(
          below: root, typeName: typeName, isCertain: isCertain && applies(root, to: typeName),
          entered: entered.union([definition]), into: &selected, &order, &isComplete)
      default: break
      }
    }
  }

  /// Whether a fragment certainly applies; a type condition on an interface can't be known.
  private func applies(_ node: Int, to typeName: String?) -> Bool {
    guard let condition = children(of: node).first(where: { kind($0) == .typeCondition }) else {
      return true
    }
    return typeName == text(condition)
  }

  /// Whether `@skip`, `@include` and `@defer` let a selection be: nil where it is not known.
  private func condition(of node: Int) -> Bool? {
    var result: Bool? = true
    for directive in children(of: node) where kind(directive) == .directive {
      let name = text(directive)
      if name == "defer" { result = result.flatMap { _ in nil } }
      guard name == "skip" || name == "include" else { continue }
      guard let value = argument("if", of: directive) else {
        result = nil
        continue
      }
      if value == (name == "skip") { return false }
    }
    return result
  }

  private func argument(_ name: String, of directive: Int) -> Bool? {
    for argument in children(of: directive) where kind(argument) == .argument {
      guard text(argument) == name, let value = children(of: argument).first else { continue }
      if kind(value) == .variable { return variables[text(value)].bool }
      return text(value) == "true" ? true : text(value) == "false" ? false : nil
    }
    return nil
  }

  private func responseKey(of field: Int) -> String { text(keyNode(of: field)) }

  /// The alias of a field, or else the field, whose range is its name.
  private func keyNode(of field: Int) -> Int {
    children(of: field).first { kind($0) == .alias } ?? field
  }

  private func selectionSet(of node: Int) -> Int? {
    children(of: node).first { kind($0) == .selectionSet }
  }

  private func children(of node: Int) -> [Int] { document.children(of: node) }

  private func kind(_ node: Int) -> SyntaxNode.Kind { document.nodes[node].kind }

  private func text(_ node: Int) -> String { document.text(document.nodes[node].range) }
}
