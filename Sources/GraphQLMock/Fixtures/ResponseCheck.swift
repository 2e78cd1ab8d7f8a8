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

  private let document: Document
  private let fragments: FragmentIndex
  private let variables: MockJSON
  private var problems: [ResponseProblem] = []
  /// The nodes whose selection sets one value has to satisfy, together.
  private var groups: [[Int]] = []
  private var selections: [SelectionKey: Selection] = [:]
  /// What is still to be checked, the next last: neither data nor documents are followed by recursion.
  private var pending: [Step] = []

  private struct SelectionKey: Hashable {
    let group: Int
    let typeName: String?
  }

  private struct Step {
    let value: MockJSON
    let group: Int
    let path: JSONPath
  }

  /// What some selection sets ask of an object of some type.
  private struct Selection {
    var fields: [String: Selected] = [:]
    /// The keys that must be there, in the order of the text.
    var certain: [String] = []
    var isComplete = true
  }

  /// What is selected under one response key.
  private struct Selected {
    /// Its place in the order of the text.
    let position: Int
    /// Whether it must be there.
    var isCertain: Bool
    /// The fields of that key, in the order of the text.
    var fields: [Int]
    /// Those that have selection sets; nil if none has.
    var group: Int?
  }

  /// Checks the data of a response, in time that grows with document and data and not with their
  /// product.
  /// - Parameters:
  ///   - variables: The variables, for `@skip` and `@include`; one that is absent leaves them open.
  static func problems(
    in data: MockJSON, for operation: OperationOutline, of document: Document,
    variables: MockJSON = [:], at path: JSONPath = "data"
  ) -> [ResponseProblem] {
    var check = ResponseCheck(document: document, variables: variables)
    check.groups = [[document.definitions[operation.definition].node]]
    check.pending = [Step(value: data, group: 0, path: path)]
    while check.problems.count < limit, let step = check.pending.popLast() { check.check(step) }
    return check.problems
  }

  private init(document: Document, variables: MockJSON) {
    self.document = document
    self.variables = variables
    fragments = FragmentIndex(document)
  }

  private mutating func report(_ kind: ResponseProblem.Kind, _ path: JSONPath, _ node: Int?) {
    guard problems.count < Self.limit else { return }
    problems.append(
      ResponseProblem(
        kind: kind, path: path, offset: node.map { Int(document.nodes[$0].start) }))
  }

  private mutating func check(_ step: Step) {
    guard !step.value.isNull else { return }
    if let elements = step.value.array {
      for (index, element) in elements.enumerated().reversed() {
        pending.append(
          Step(value: element, group: step.group, path: step.path.appending(.element(index))))
      }
      return
    }
    guard let members = step.value.members else {
      return report(.notAnObject, step.path, groups[step.group].first)
    }
    // A template stands for a value that only a request has.
    if members.contains(where: { $0.name.hasPrefix("$") }) {
      guard step.value.hasMember("$value") else { return }
      return pending.append(
        Step(
          value: step.value["$value"], group: step.group,
          path: step.path.appending(.member("$value"))))
    }
    let selection = selection(of: step.group, typeName: step.value["__typename"].string)
    for key in selection.certain where problems.count < Self.limit && members[key] == nil {
      report(.missing(key), step.path, selection.fields[key]?.fields.first.map { keyNode(of: $0) })
    }
    var steps: [(position: Int, step: Step)] = []
    for member in members {
      guard let selected = selection.fields[member.name] else {
        // Clients add `__typename` on their own.
        if selection.isComplete, member.name != "__typename" {
          report(.notSelected(member.name), step.path, nil)
        }
        continue
      }
      guard let group = selected.group else { continue }
      steps.append(
        (
          selected.position,
          Step(
            value: member.value, group: group, path: step.path.appending(.member(member.name)))
        ))
    }
    pending += steps.ordered { $0.position > $1.position }.map(\.step)
  }

  // MARK: Collecting fields

  /// A selection set on the way through it.
  private struct Frame {
    var next: Int
    let end: Int
    let isCertain: Bool
  }

  /// Collects the fields of selection sets (GraphQL, section 6.3.2 "Field Collection"), each
  /// combination once.
  private mutating func selection(of group: Int, typeName: String?) -> Selection {
    let key = SelectionKey(group: group, typeName: typeName)
    if let known = selections[key] { return known }
    var selection = Selection()
    // Fragments that were entered, and whether they certainly applied: one is entered again only if it
    // is certain now and was not.
    var entered: [Int: Bool] = [:]
    var added: Set<Int> = []
    for parent in groups[group] {
      var stack = [frame(parent, isCertain: true)].compactMap { $0 }
      while let last = stack.last {
        guard last.next < last.end else {
          stack.removeLast()
          continue
        }
        let node = last.next
        stack[stack.count - 1].next = Int(document.nodes[node].next)
        let condition = condition(of: node)
        if condition == false { continue }
        let isCertain = last.isCertain && condition == true
        switch document.nodes[node].kind {
        case .field:
          add(node, isCertain: isCertain, isNew: added.insert(node).inserted, to: &selection)
        case .inlineFragment:
          let applies = applies(node, to: typeName)
          if let frame = frame(node, isCertain: isCertain && applies) { stack.append(frame) }
        case .fragmentSpread:
          guard let definition = fragments.first(named: document.nodes[node].range, in: document)
          else {
            selection.isComplete = false
            continue
          }
          let root = document.definitions[definition].node
          let isCertain = isCertain && applies(root, to: typeName)
          if let wasCertain = entered[definition], wasCertain || !isCertain { continue }
          entered[definition] = isCertain
          if let frame = frame(root, isCertain: isCertain) { stack.append(frame) }
        default: break
        }
      }
    }
    for (key, selected) in selection.fields {
      let parents = selected.fields.filter { selectionSet(of: $0) != nil }
      guard !parents.isEmpty else { continue }
      groups.append(parents)
      selection.fields[key]?.group = groups.count - 1
    }
    selection.certain = selection.fields.filter(\.value.isCertain)
      .ordered { $0.value.position < $1.value.position }.map(\.key)
    selections[key] = selection
    return selection
  }

  private func frame(_ parent: Int, isCertain: Bool) -> Frame? {
    selectionSet(of: parent).map {
      Frame(next: $0 + 1, end: Int(document.nodes[$0].next), isCertain: isCertain)
    }
  }

  private func add(_ node: Int, isCertain: Bool, isNew: Bool, to selection: inout Selection) {
    let key = responseKey(of: node)
    let position = selection.fields.count
    selection.fields[
      key, default: Selected(position: position, isCertain: false, fields: [], group: nil)
    ].isCertain = isCertain || selection.fields[key]?.isCertain == true
    if isNew { selection.fields[key]?.fields.append(node) }
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
