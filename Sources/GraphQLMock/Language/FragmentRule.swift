/// What a schema says of types, by their names.
protocol FieldTypes: Sendable {
  /// Whether a fragment applies to objects of a type; nil where it applies to some of them, or where a
  /// name is not known.
  func applies(_ condition: String, to typeName: String) -> Bool?

  /// The type of a field's values, or of those in its lists; nil where the type has no such field.
  func typeName(ofField name: String, of typeName: String) -> String?

  /// Whether `@defer` or `@stream` is a directive of the service's own.
  func isOwn(directive name: String) -> Bool
}

/// Which fragments apply to an object (GraphQL, section 6.3.2, DoesFragmentTypeApply), as far as that is
/// known: one rule for collecting, checking, dividing and warning.
struct FragmentRule: Sendable {
  enum Answer: Sendable { case yes, no, unknown }

  let types: (any FieldTypes)?
  /// What is known to be an object type without a schema.
  private let objectTypes: Set<String>

  /// - Parameters:
  ///   - types: What a schema says; nil without one.
  ///   - data: Data whose objects may name their types; looked at without a schema only.
  init(_ types: (any FieldTypes)? = nil, data: MockJSON = .null) {
    self.types = types
    objectTypes = types == nil ? Self.typeNames(in: data) : []
  }

  /// Whether a fragment applies.
  /// - Parameters:
  ///   - condition: The type that the fragment is on; nil if it names none.
  ///   - typeName: What the object says of its type; nil if it does not.
  ///   - isOneOfSeveral: Whether the document selects `__typename` beside the fragment, and another
  ///     fragment by it: see ``isByType(_:)``.
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

  /// Whether a fragment is known to be on an object type without a schema; where it stands beside
  /// `__typename`, those beside it likely are so, too.
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
