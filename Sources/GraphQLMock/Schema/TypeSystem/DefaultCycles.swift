/// Finds circular default values, as in `input A { a: A = {} }`, like graphql-js 17.
struct DefaultCycles: Sendable {
  private typealias Input = (path: String, field: FieldDefinition, type: NamedType)

  private let system: TypeSystem
  /// The fields that were followed. Each is followed once, so that the cost is linear.
  private var visited: Set<FieldDefinition> = []
  private var found: [SchemaValidationError] = []

  static func errors(in system: TypeSystem) -> [SchemaValidationError] {
    var cycles = DefaultCycles(system: system)
    for type in system.types where type.kind == .inputObject { cycles.follow(type) }
    return cycles.found
  }

  private mutating func follow(_ type: NamedType) {
    var open: [(input: Input?, leads: [Input], next: Int)] = [(nil, leads(from: nil, type), 0)]
    var depths: [FieldDefinition: Int] = [:]
    while var visit = open.popLast() {
      guard visit.next < visit.leads.count else {
        if let input = visit.input { depths[input.field] = nil }
        continue
      }
      let input = visit.leads[visit.next]
      visit.next += 1
      open.append(visit)
      if let depth = depths[input.field] {
        report(open[depth...].compactMap(\.input))
      } else if visited.insert(input.field).inserted {
        depths[input.field] = open.count
        open.append((input, leads(from: input.field.defaultValue, input.type), 0))
      }
    }
  }

  private mutating func report(_ cycle: [Input]) {
    guard let first = cycle.first, let value = first.field.defaultValue else { return }
    found.append(
      SchemaValidationError(
        reason: .defaultCycle(path: first.path, via: cycle.dropFirst().map(\.path)),
        offset: Int(system.document.nodes[value].start)))
  }

  /// Returns the input fields that a default value leaves out, because their own default values could lead back to it.
  private func leads(from value: Int?, _ type: NamedType) -> [Input] {
    let document = system.document
    var leads: [Input] = []
    var pending = [(value: value, type: type)]
    while let (value, type) = pending.popLast() {
      var members: [String: Int] = [:]
      if let value {
        let children = document.children(of: value)
        if document.nodes[value].kind == .list { pending += children.map { ($0, type) } }
        guard document.nodes[value].kind == .object else { continue }
        for member in children { members[document.name(of: member)] = member + 1 }
      }
      for field in type.inputFields {
        let named = system.namedType(of: field.type)
        guard let inner = named, inner.kind == .inputObject else { continue }
        if let member = members[field.name] {
          pending.append((member, inner))
        } else if field.defaultValue != nil {
          leads.append(("\(type.name).\(field.name)", field, inner))
        }
      }
    }
    return leads
  }
}
