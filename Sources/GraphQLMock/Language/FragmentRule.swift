extension FragmentRule {
  protocol FieldTypes: Sendable {
    /// Returns whether a type condition applies to all objects of a type, or nil for only some or an unknown name.
    func applies(_ condition: String, to typeName: String) -> Bool?

    func typeName(ofField name: String, of typeName: String) -> String?

    /// Returns whether the schema itself defines `@defer` or `@stream`.
    func isOwn(directive name: String) -> Bool
  }
}

/// Decides whether a fragment applies to an object of perhaps unknown type (GraphQL, `DoesFragmentTypeApply`).
struct FragmentRule: Sendable {
  enum Answer: Sendable { case yes, no, unknown }

  let types: (any FragmentRule.FieldTypes)?
  /// The values of `__typename` in the response data, which are used if there is no schema.
  private let objectTypes: Set<String>

  init(_ types: (any FragmentRule.FieldTypes)? = nil, data: MockJSON = .null) {
    self.types = types
    objectTypes = types == nil ? Self.typeNames(in: data) : []
  }

  /// - Parameter isOneOfSeveral: Whether the selection set has `__typename` and several fragments on types.
  func answer(
    on condition: String?, for typeName: String?, isOneOfSeveral: Bool = false
  ) -> Answer {
    guard let condition, condition != typeName else { return .yes }
    guard let typeName else { return .unknown }
    if let types {
      return types.applies(condition, to: typeName).map { $0 ? .yes : .no } ?? .unknown
    }
    return isOneOfSeveral || objectTypes.contains(condition) ? .no : .unknown
  }

  func answer(on conditions: [String]?, for typeName: String?) -> Answer {
    guard let conditions else { return .unknown }
    let answers = conditions.map { answer(on: $0, for: typeName) }
    return answers.contains(.no) ? .no : answers.contains(.unknown) ? .unknown : .yes
  }

  /// Returns whether the data has an object of this type, so conditions next to it likely name object types too.
  func isByType(_ condition: String?) -> Bool { condition.map(objectTypes.contains) ?? false }

  private static func typeNames(in data: MockJSON) -> Set<String> {
    var names: Set<String> = []
    var pending = [data]
    while let value = pending.popLast() {
      if let elements = value.array { pending += elements }
      guard let members = value.members else { continue }
      if let name = members["__typename"]?.string { names.insert(name) }
      pending += members.lazy.map(\.value)
    }
    return names
  }
}
