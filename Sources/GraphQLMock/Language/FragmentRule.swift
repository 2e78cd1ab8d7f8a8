/// Which fragments apply to an object (GraphQL, section 6.3.2, DoesFragmentTypeApply), as far as that is
/// known: one rule for collecting, checking, dividing and warning.
struct FragmentRule: Sendable {
  enum Answer: Sendable { case yes, no, unknown }

  /// Whether objects of a type are among those of a type condition; nil where a schema does not know
  /// the names.
  typealias TypeJudge = @Sendable (_ typeName: String, _ condition: String) -> Bool?

  private let isPossible: TypeJudge?
  /// What is known to be an object type without a schema.
  private let objectTypes: Set<String>

  /// - Parameters:
  ///   - isPossible: What a schema says; nil without one.
  ///   - data: Data whose objects may name their types; looked at without a schema only.
  init(_ isPossible: TypeJudge? = nil, data: MockJSON = .null) {
    self.isPossible = isPossible
    objectTypes = isPossible == nil ? Self.typeNames(in: data) : []
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
    if let isPossible {
      return isPossible(typeName, condition).map { $0 ? .yes : .no } ?? .unknown
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
