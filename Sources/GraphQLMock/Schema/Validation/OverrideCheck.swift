/// Compares the overrides of a generated response with the schema and with the fields that a request selects.
struct OverrideCheck: Sendable {
  /// How far a path leads into the requests of a service.
  struct Match: Sendable {
    /// The number of names at the start of the path that are response keys of a request.
    let depth: Int
    /// A warning if the next name is neither a response key nor a field, and otherwise nil.
    let warning: String?
    let requestID: Int

    func merging(_ new: Match) -> Match {
      let isBetter = depth == new.depth ? warning != nil : depth < new.depth
      return isBetter ? new : self
    }
  }

  private(set) var problems: [String]
  /// Overrides of types that the schema doesn't have. They may be meant for another schema.
  private(set) var warnings: [String] = []
  private(set) var matches: [String: Match] = [:]
  private let system: TypeSystem
  private let root: NamedType
  private let requestID: Int
  private var selected: SelectedFields

  init(
    of overrides: ResolvedOverrides, _ operation: SelectedOperation, in system: TypeSystem,
    _ root: NamedType, variables: MockJSON, requestID: Int
  ) {
    (problems, self.system, self.root) = (overrides.problems, system, root)
    self.requestID = requestID
    selected = SelectedFields(
      of: operation.operation, in: operation.document, on: root.name, by: FragmentRule(system),
      variables: variables)
    for (key, value) in overrides.paths.orderedByKey() {
      let names = key.split(separator: ".").map { String($0.prefix { $0 != "[" }) }
      if let first = names.first, reportsUnknownType(first, of: key) { continue }
      var pending = follow(names, value, as: key)
      while let next = pending.popLast() {
        if matches[next.key] == nil { pending += follow(next.names, next.value, as: next.key) }
      }
    }
  }

  /// Returns whether a key begins with the name of a type, which isn't in the schema, and reports it.
  private mutating func reportsUnknownType(_ name: String, of key: String) -> Bool {
    let fields = system.rootTypes.values.flatMap(\.fields).map(\.name)
    let keys = selected.fields(of: SelectedFields.root).all.map(\.key) + fields
    let isCapitalized = name.first?.isUppercase == true
    if keys.contains(name) || system.types[name] != nil { return false }
    if !isCapitalized, EditDistance.nearest(to: name, among: keys) != nil { return false }
    let types = system.types.map(\.name).filter { $0.first?.isUppercase == isCapitalized }
    let what = "the override \(key.swiftLiteral) names no type of the schema"
    let nearest = EditDistance.nearest(to: name, among: types)
    if let nearest {
      problems.append("\(what); nearest is \(nearest.swiftLiteral)")
    } else if isCapitalized {
      warnings.append("\(what), so it has no effect")
    }
    return nearest != nil || isCapitalized
  }

  private typealias Path = (names: [String], value: GeneratedValue, key: String)

  /// Returns the paths of the values inside an override, the last one first. Recursion would overflow the stack.
  private mutating func follow(
    _ names: [String], _ value: GeneratedValue, as key: String
  ) -> [Path] {
    var (type, group) = (WrappedType.named(root.name), Optional(SelectedFields.root))
    for (depth, name) in names.enumerated() {
      guard let inner = selected.step(into: name, of: group, in: system) else {
        let warning = warning(about: name, of: type, in: key)
        matches[key] = Match(depth: depth, warning: warning, requestID: requestID)
        return []
      }
      (type, group) = inner
    }
    matches[key] = Match(depth: names.count, warning: nil, requestID: requestID)
    for _ in key.split(separator: ".").last?.filter({ $0 == "[" }) ?? "" where type.nullable.isList
    {
      type = type.nullable.unwrapped
    }
    problems += value.problem(as: key, of: type, in: system).map { [$0] } ?? []
    guard case .json(let json) = value.content else { return [] }
    return (json.array ?? [json]).flatMap(\.pairs).reversed().map { name, inner in
      (names + [name], GeneratedValue(json: inner), "\(key).\(name)")
    }
  }

  private func warning(about name: String, of type: WrappedType, in key: String) -> String? {
    let types = system.namedType(of: type).map { [$0] + system.possibleTypes(of: $0) } ?? []
    if types.contains(where: { system.field(name, of: $0) != nil }) { return nil }
    let nearest = EditDistance.nearest(to: name, among: types.flatMap(\.fields).map(\.name))
    return
      "the override \(key.swiftLiteral) matched nothing: \(name.swiftLiteral) is neither a response "
      + "key of a request nor a field of \(type.name)"
      + (nearest.map { "; nearest is \($0.swiftLiteral)" } ?? "")
  }
}

extension SelectedFields {
  /// Returns the type of a selected field and the group of its fields, or nil if there's no such response key.
  mutating func step(
    into key: String, of group: Group?, in system: TypeSystem
  ) -> (type: WrappedType, group: Group?)? {
    guard let fields = group.map({ self.fields(of: $0) }), let position = fields.position(of: key),
      let definition = system.definition(of: fields.all[position].first)
    else { return nil }
    return (definition.type, fields.all[position].group)
  }
}
