// A whole answer, divided as a service with incremental delivery would by `@defer` and `@stream` of
// the request's document (GraphQL, working draft on incremental delivery).
//
//   query { hero { name ... @defer(label: "f") { friends { name } } } }
//
// has `{"hero": {"name": …}}` at first, and `{"friends": …}` at the path `hero` later.

struct DeferredDivision: Sendable {
  /// How deep deferred fragments may be nested; deeper ones are not deferred.
  private static let depthLimit = 32

  private let document: Document
  private let fragments: FragmentIndex
  private let variables: MockJSON
  /// Whether the fields of a deferred fragment are all sent with it, those too that were sent before.
  private let repeatsFields: Bool

  /// Divides a response.
  /// - Parameters:
  ///   - map: The response map (GraphQL, section 7.1).
  ///   - operation: The operation that was asked for.
  ///   - variables: Its variables, with defaults.
  ///   - repeatsFields: Whether a part has all fields of its fragment, as in the format of 2022, or
  ///     only those that were not sent yet.
  ///   - interval: The time before each part.
  static func divide(
    _ map: MockJSON, by operation: SelectedOperation, variables: MockJSON, repeatsFields: Bool,
    interval: Duration
  ) -> IncrementalResponse {
    let division = DeferredDivision(
      document: operation.document, fragments: FragmentIndex(operation.document),
      variables: variables, repeatsFields: repeatsFields)
    let root = operation.document.definitions[operation.operation.definition].node
    let result = division.divided(map["data"], [root], at: [], in: Scope())
    var parts = result.parts
    var initialErrors: [MockJSON] = []
    for error in map["errors"].array ?? [] {
      let path = error["path"].array ?? []
      // What failed later is told later, with the part that it is in.
      if let index = parts.lastIndex(where: { $0.reaches(path) }),
        result.value.value(at: path) == nil
      {
        parts[index].errors.append(MockResponseError(error))
      } else {
        initialErrors.append(error)
      }
    }
    var initial = map.setting("data", to: result.value)
    if map.hasMember("errors") {
      initial = MockJSON(
        .object(
          JSONMembers(
            (initial.members.map(Array.init) ?? []).compactMap { member in
              guard member.name == "errors" else { return (member.name, member.value) }
              return initialErrors.isEmpty ? nil : (member.name, .array(initialErrors))
            })))
    }
    for index in parts.indices { parts[index].delay = interval }
    return IncrementalResponse(initial: initial, parts: parts)
  }

  /// What of a value is sent at once, and the parts that follow, each after those it is built on.
  private typealias Divided = (value: MockJSON, parts: [MockResponsePart])

  /// The deferred fragments around a selection set.
  private struct Scope {
    var depth = 0
    /// The definitions of fragments that are being divided.
    var definitions: Set<Int> = []

    /// The scope inside of a fragment.
    func entering(_ fragment: DeferredFragment) -> Scope {
      var inner = self
      inner.depth += 1
      if let definition = fragment.definition { inner.definitions.insert(definition) }
      return inner
    }
  }

  /// A deferred fragment.
  private struct DeferredFragment {
    /// The inline fragment, or the definition of the fragment.
    let node: Int
    let definition: Int?
    let label: String?
  }

  private struct Fields {
    /// The fields that are sent with the object, by response key.
    var immediate: [String: [Int]] = [:]
    var deferred: [DeferredFragment] = []
  }

  // MARK: Values

  /// Divides a value whose fields are selected below some nodes.
  private func divided(
    _ value: MockJSON, _ parents: [Int], at path: [MockJSON], in scope: Scope
  ) -> Divided {
    if let elements = value.array {
      var parts: [MockResponsePart] = []
      var values: [MockJSON] = []
      for (index, element) in elements.enumerated() {
        let result = divided(element, parents, at: path + [.number(index)], in: scope)
        values.append(result.value)
        parts += result.parts
      }
      return (.array(values), parts)
    }
    guard value.isObject, !parents.isEmpty else { return (value, []) }
    let fields = collect(below: parents, of: value, in: scope)
    return divided(value, fields, at: path, in: scope)
  }

  /// Divides an object.
  ///
  /// Members that nothing selects are left out: no service sends them.
  private func divided(
    _ object: MockJSON, _ fields: Fields, at path: [MockJSON], in scope: Scope
  ) -> Divided {
    var parts: [MockResponsePart] = []
    var members: [(String, MockJSON)] = []
    for member in object.members.map(Array.init) ?? [] {
      guard let nodes = fields.immediate[member.name] else { continue }
      let result = dividedField(
        member.value, nodes, at: path + [.string(member.name)], in: scope)
      members.append((member.name, result.value))
      parts += result.parts
    }
    var sent = MockJSON(.object(JSONMembers(members)))
    let value = sent
    for fragment in fields.deferred {
      let inner = scope.entering(fragment)
      let fields = collect(below: [fragment.node], of: object, in: inner)
      let result = divided(object, fields, at: path, in: inner)
      let data = repeatsFields ? result.value : result.value.subtracting(sent)
      if data?.members?.isEmpty == false, let data {
        parts.append(.part(path: .array(path), label: fragment.label, data))
        sent = sent.merging(data)
      }
      parts += result.parts
    }
    return (value, parts)
  }

  /// Divides the value of a field, which may be a list that is streamed.
  private func dividedField(
    _ value: MockJSON, _ nodes: [Int], at path: [MockJSON], in scope: Scope
  ) -> Divided {
    let parents = nodes.filter { selectionSet(of: $0) != nil }
    guard let elements = value.array, let node = nodes.first,
      let stream = directive("stream", of: node), isActive(stream)
    else { return divided(value, parents, at: path, in: scope) }
    let initialCount = max(argument("initialCount", of: stream).int ?? 0, 0)
    var result = divided(.array(elements.prefix(initialCount)), parents, at: path, in: scope)
    for (index, element) in elements.enumerated().dropFirst(initialCount) {
      let place = path + [.number(index)]
      let item = divided(element, parents, at: place, in: scope)
      result.parts.append(
        .items(path: .array(place), label: label(of: stream), [item.value]))
      result.parts += item.parts
    }
    return result
  }

  // MARK: Selections

  /// Collects the fields of selection sets (GraphQL, section 6.3.2 "Field Collection").
  private func collect(below parents: [Int], of object: MockJSON, in scope: Scope) -> Fields {
    var fields = Fields()
    var entered: Set<Int> = []
    var enteredLater: Set<Int> = []
    // Selections that are still to be read, the next one last.
    var open = Array(parents.flatMap { selections(of: $0) }.reversed())
    while let node = open.popLast() {
      guard isIncluded(node) else { continue }
      switch document.nodes[node].kind {
      case .field:
        fields.immediate[responseKey(of: node), default: []].append(node)
      case .inlineFragment:
        guard applies(node, to: object) else { continue }
        if let deferral = deferral(of: node, in: scope) {
          fields.deferred.append(
            DeferredFragment(node: node, definition: nil, label: label(of: deferral)))
        } else {
          open += selections(of: node).reversed()
        }
      case .fragmentSpread:
        guard let definition = fragments.first(named: document.nodes[node].range, in: document)
        else { continue }
        let root = document.definitions[definition].node
        guard applies(root, to: object) else { continue }
        if let deferral = deferral(of: node, in: scope) {
          guard !scope.definitions.contains(definition), enteredLater.insert(definition).inserted
          else { continue }
          fields.deferred.append(
            DeferredFragment(node: root, definition: definition, label: label(of: deferral)))
        } else if entered.insert(definition).inserted {
          open += selections(of: root).reversed()
        }
      default: break
      }
    }
    return fields
  }

  /// Whether a fragment applies to an object.
  ///
  /// Without a schema a type condition on an interface can't be known: then the fragment applies if
  /// the object has any of its fields.
  private func applies(_ node: Int, to object: MockJSON) -> Bool {
    guard let condition = children(of: node).first(where: { kind($0) == .typeCondition }),
      let typeName = object["__typename"].string, typeName != text(condition)
    else { return true }
    return selections(of: node).contains { selection in
      kind(selection) != .field
        || text(selection) != "__typename" && object.hasMember(responseKey(of: selection))
    }
  }

  /// The `@defer` of a fragment that counts.
  private func deferral(of node: Int, in scope: Scope) -> Int? {
    guard scope.depth < Self.depthLimit, let directive = directive("defer", of: node) else {
      return nil
    }
    return isActive(directive) ? directive : nil
  }

  private func isActive(_ directive: Int) -> Bool { argument("if", of: directive).bool ?? true }

  private func label(of directive: Int) -> String? { argument("label", of: directive).string }

  private func isIncluded(_ node: Int) -> Bool {
    document.isIncluded(node, variables: variables)
  }

  // MARK: The tree

  private func directive(_ name: String, of node: Int) -> Int? {
    children(of: node).first { kind($0) == .directive && text($0) == name }
  }

  private func argument(_ name: String, of directive: Int) -> MockJSON {
    document.arguments(of: directive, variables: variables)[name]
  }

  private func responseKey(of field: Int) -> String { document.responseKey(of: field) }

  private func selections(of node: Int) -> [Int] {
    selectionSet(of: node).map { children(of: $0) } ?? []
  }

  private func selectionSet(of node: Int) -> Int? { document.selectionSet(of: node) }

  private func children(of node: Int) -> [Int] { document.children(of: node) }

  private func kind(_ node: Int) -> SyntaxNode.Kind { document.nodes[node].kind }

  private func text(_ node: Int) -> String { document.text(document.nodes[node].range) }
}

extension MockJSON {
  /// What of a value another one does not have; nil if that is nothing.
  fileprivate func subtracting(_ sent: MockJSON) -> MockJSON? {
    if let mine = members, let theirs = sent.members {
      let left = mine.compactMap { member -> (String, MockJSON)? in
        guard let known = theirs[member.name] else { return (member.name, member.value) }
        return member.value.subtracting(known).map { (member.name, $0) }
      }
      return left.isEmpty ? nil : MockJSON(.object(JSONMembers(left)))
    }
    if let mine = array, let theirs = sent.array, mine.count == theirs.count {
      let left = zip(mine, theirs).map { $0.subtracting($1) }
      guard left.contains(where: { $0 != nil }) else { return nil }
      return .array(zip(left, theirs).map { $0 ?? ($1.isObject ? [:] : $1) })
    }
    return nil
  }
}

extension MockResponsePart {
  /// Whether a path of the response leads into this part.
  fileprivate func reaches(_ errorPath: [MockJSON]) -> Bool {
    guard errorPath.starts(with: path) else { return false }
    switch content {
    case .items: return true
    case .data(let data): return data.value(at: errorPath.dropFirst(path.count).prefix(1)) != nil
    }
  }
}
