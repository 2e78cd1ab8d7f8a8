// Which response keys selection sets ask for, as far as that is known without a schema (GraphQL, section
// 6.3.2 "Field Collection").

struct SelectedFields: Sendable {
  /// What some selection sets ask of an object of some type.
  struct Selection: Sendable {
    var fields: [String: Field] = [:]
    /// The keys that must be there, in the order of the text.
    var certain: [String] = []
    /// Whether all fragments are defined, so that no other key is asked for.
    var isComplete = true
    /// The first type that a fragment applies to; nil if none states a type.
    var firstCondition: String?
  }

  /// What is selected under one response key.
  struct Field: Sendable {
    /// Its position in the order of the text.
    let position: Int
    /// Whether it must be there.
    var isCertain: Bool
    /// Whether it belongs to the type, whatever directives say.
    var isApplicable: Bool
    /// The fields of that key, in the order of the text.
    var nodes: [Int]
    /// What their selection sets ask for; nil if none has one.
    var group: Int?
  }

  private struct SelectionKey: Hashable {
    let group: Int
    let typeName: String?
  }

  /// The group of the operation itself.
  static let root = 0

  let document: Document
  private let fragments: FragmentIndex
  private let rule = FragmentRule()
  private let variables: MockJSON
  /// The nodes whose selection sets one value has to satisfy, together, and whether it certainly has to.
  private var groups: [[(node: Int, isCertain: Bool)]]
  private var selections: [SelectionKey: Selection] = [:]

  /// - Parameter variables: The variables, for `@skip` and `@include`; one that is absent leaves them
  ///   open.
  init(of operation: OperationOutline, in document: Document, variables: MockJSON = [:]) {
    self.document = document
    self.variables = variables
    fragments = FragmentIndex(document)
    groups = [[(document.definitions[operation.definition].node, true)]]
  }

  /// The first field that has the selection sets of a group.
  func firstField(of group: Int) -> Int? { groups[group].first?.node }

  /// A selection set on the way through it.
  private struct Frame {
    var next: Int
    let end: Int
    let isCertain: Bool
    let isApplicable: Bool
  }

  /// Collects the fields of selection sets, each combination once.
  /// - Parameter typeName: The type of the object; nil where it is not known.
  mutating func selection(of group: Int, typeName: String?) -> Selection {
    let key = SelectionKey(group: group, typeName: typeName)
    if let known = selections[key] { return known }
    var selection = Selection()
    // Fragments that were entered, and how surely they applied: one is entered again only if it is more
    // certain now than it was.
    var entered: [Int: Int] = [:]
    var added: Set<Int> = []
    var certain: Set<Int> = []
    for parent in groups[group] {
      let first = frame(parent.node, isCertain: parent.isCertain, isApplicable: true)
      var stack = [first].compactMap { $0 }
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
          let isNew = added.insert(node).inserted
          if isCertain { certain.insert(node) }
          add(node, isCertain, last.isApplicable, isNew: isNew, to: &selection)
        case .inlineFragment:
          let answer = applies(node, to: typeName, &selection.firstCondition)
          guard answer != .no else { continue }
          let applies = answer == .yes
          let inner = frame(
            node, isCertain: isCertain && applies, isApplicable: last.isApplicable && applies)
          if let inner { stack.append(inner) }
        case .fragmentSpread:
          guard let definition = fragments.first(named: document.nodes[node].range, in: document)
          else {
            selection.isComplete = false
            continue
          }
          let root = document.definitions[definition].node
          let answer = applies(root, to: typeName, &selection.firstCondition)
          guard answer != .no else { continue }
          let applies = answer == .yes
          let isCertain = isCertain && applies
          let isApplicable = last.isApplicable && applies
          let certainty = (isCertain ? 1 : 0) + (isApplicable ? 1 : 0)
          if let before = entered[definition], before >= certainty { continue }
          entered[definition] = certainty
          if let inner = frame(root, isCertain: isCertain, isApplicable: isApplicable) {
            stack.append(inner)
          }
        default: break
        }
      }
    }
    for (key, selected) in selection.fields {
      let parents = selected.nodes.filter { selectionSet(of: $0) != nil }
      guard !parents.isEmpty else { continue }
      // A value that is there comes from the only field that asks for it.
      let isAlone = selected.nodes.count == 1
      groups.append(parents.map { ($0, isAlone || certain.contains($0)) })
      selection.fields[key]?.group = groups.count - 1
    }
    selection.certain = selection.fields.filter(\.value.isCertain)
      .ordered { $0.value.position < $1.value.position }.map(\.key)
    selections[key] = selection
    return selection
  }

  private func frame(_ parent: Int, isCertain: Bool, isApplicable: Bool) -> Frame? {
    selectionSet(of: parent).map {
      Frame(
        next: $0 + 1, end: Int(document.nodes[$0].next), isCertain: isCertain,
        isApplicable: isApplicable)
    }
  }

  private func add(
    _ node: Int, _ isCertain: Bool, _ isApplicable: Bool, isNew: Bool,
    to selection: inout Selection
  ) {
    let key = responseKey(of: node)
    var field =
      selection.fields[key]
      ?? Field(
        position: selection.fields.count, isCertain: false, isApplicable: false, nodes: [],
        group: nil)
    field.isCertain = field.isCertain || isCertain
    field.isApplicable = field.isApplicable || isApplicable
    if isNew { field.nodes.append(node) }
    selection.fields[key] = field
  }

  private func applies(
    _ node: Int, to typeName: String?, _ first: inout String?
  ) -> FragmentRule.Answer {
    let condition = document.typeCondition(of: node)
    first = first ?? condition
    return rule.answer(on: condition, for: typeName)
  }

  /// Whether `@skip`, `@include` and `@defer` let a selection be: nil where it is not known.
  private func condition(of node: Int) -> Bool? {
    var result: Bool? = true
    for directive in children(of: node) where kind(directive) == .directive {
      let name = text(directive)
      if name == "defer", kind(node) != .field { result = nil }
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
  func keyNode(of field: Int) -> Int { children(of: field).first { kind($0) == .alias } ?? field }

  private func selectionSet(of node: Int) -> Int? {
    children(of: node).first { kind($0) == .selectionSet }
  }

  private func children(of node: Int) -> [Int] { document.children(of: node) }

  private func kind(_ node: Int) -> SyntaxNode.Kind { document.nodes[node].kind }

  private func text(_ node: Int) -> String { document.text(document.nodes[node].range) }
}
