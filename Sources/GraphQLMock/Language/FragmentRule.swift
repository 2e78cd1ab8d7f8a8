extension FragmentRule {
  protocol FieldTypes: Sendable {
    /// Returns whether a fragment on a type applies to an object of another type, or nil if that isn't certain.
    func applies(_ condition: String, to typeName: String) -> Bool?

    func typeName(ofField name: String, of typeName: String) -> String?

    /// Returns whether the schema has a directive `@defer` or `@stream` that differs from the standard directive.
    func isOwn(directive name: String) -> Bool
  }
}

/// Decides whether a fragment applies to an object of known or unknown type (GraphQL, `DoesFragmentTypeApply`).
struct FragmentRule: Sendable {
  enum Verdict: Sendable { case yes, no, unknown }

  let types: (any FragmentRule.FieldTypes)?
  /// The values of all `__typename` fields in the response data. They are used only if there is no schema.
  private let objectTypes: Set<String>

  init(_ types: (any FragmentRule.FieldTypes)? = nil, data: MockJSON = .null) {
    self.types = types
    objectTypes = types == nil ? Self.typeNames(in: data) : []
  }

  /// - Parameter isOneOfSeveral: Whether the fragments in the selection set are on object types, not interfaces.
  func verdict(
    on condition: String?, for typeName: String?, isOneOfSeveral: Bool = false
  ) -> Verdict {
    guard let condition, condition != typeName else { return .yes }
    guard let typeName else { return .unknown }
    if let types {
      return types.applies(condition, to: typeName).map { $0 ? .yes : .no } ?? .unknown
    }
    // A type that has objects in the data isn't an interface.
    return isOneOfSeveral || objectTypes.contains(condition) ? .no : .unknown
  }

  /// - Parameter conditions: The conditions of all fragments around a field, or nil if they can't be determined.
  func verdict(on conditions: [String]?, for typeName: String?) -> Verdict {
    guard let conditions else { return .unknown }
    let verdicts = conditions.map { verdict(on: $0, for: typeName) }
    return verdicts.contains(.no) ? .no : verdicts.contains(.unknown) ? .unknown : .yes
  }

  /// Returns whether there is no schema and the response data contains an object of the type `condition`.
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
