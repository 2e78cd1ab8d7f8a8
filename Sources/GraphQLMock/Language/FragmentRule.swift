extension FragmentRule {
  /// The parts of a schema that decide about fragments.
  protocol FieldTypes: Sendable {
    /// Whether a fragment applies to objects of a type, or `nil` if it applies to some, or a name is unknown.
    func applies(_ condition: String, to typeName: String) -> Bool?

    /// The named type of a field, or `nil` if there is no such field.
    func typeName(ofField name: String, of typeName: String) -> String?

    /// Whether the service itself defines `@defer` or `@stream`.
    func isOwn(directive name: String) -> Bool
  }
}

/// Decides whether a fragment applies to an object, as far as it is known (GraphQL, section 6.3.2,
/// DoesFragmentTypeApply).
///
/// Collecting, checking, dividing and warning share this rule.
struct FragmentRule: Sendable {
  enum Answer: Sendable { case yes, no, unknown }

  let types: (any FragmentRule.FieldTypes)?
  /// The object types that are known without a schema.
  private let objectTypes: Set<String>

  /// - Parameter data: Used without a schema only, for the `__typename` of its objects.
  init(_ types: (any FragmentRule.FieldTypes)? = nil, data: MockJSON = .null) {
    self.types = types
    objectTypes = types == nil ? Self.typeNames(in: data) : []
  }

  /// - Parameters:
  ///   - condition: The type condition, if there is one.
  ///   - typeName: The object's `__typename`, if it is known.
  ///   - isOneOfSeveral: Whether the document selects `__typename` beside several such fragments. See
  /// ``isByType(_:)``.
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

  /// Whether all fragments around a field apply.
  func answer(on conditions: [String]?, for typeName: String?) -> Answer {
    guard let conditions else { return .unknown }
    let answers = conditions.map { answer(on: $0, for: typeName) }
    return answers.contains(.no) ? .no : answers.contains(.unknown) ? .unknown : .yes
  }

  /// Whether a type condition is known to name an object type.
  ///
  /// Other conditions beside `__typename` then probably do so, too.
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
