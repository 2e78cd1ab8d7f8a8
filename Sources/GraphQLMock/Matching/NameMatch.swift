/// What a handler can ask of the name of an operation: a `String`, or an ``OperationName``.
public protocol OperationNameCondition: Sendable {
  /// The condition as a value.
  var operationName: OperationName { get }
}

/// What a handler asks of the name of an operation, where a plain name does not do.
///
/// ```swift
/// .query("Viewer", …)           // this name
/// .query(.anonymous, …)         // no name
/// .mutation(.any, …)            // any name, or none
/// ```
public struct OperationName: OperationNameCondition {
  enum Rule: Sendable {
    case any
    case anonymous
    case exactly(String)
  }

  let rule: Rule

  /// The same condition.
  public var operationName: OperationName { self }

  /// Whether an operation of this name is wanted.
  /// - Parameter name: The name; nil for an anonymous operation.
  func matches(_ name: String?) -> Bool {
    switch rule {
    case .any: true
    case .anonymous: name == nil
    case .exactly(let expected): name.map { $0.utf8.elementsEqual(expected.utf8) } ?? false
    }
  }
}

extension OperationNameCondition where Self == OperationName {
  /// Any name, or none.
  public static var any: OperationName { OperationName(rule: .any) }

  /// No name at all (GraphQL, section 2.4: the query shorthand, `query { … }`).
  public static var anonymous: OperationName { OperationName(rule: .anonymous) }
}

extension String: OperationNameCondition {
  /// This name, compared byte by byte.
  public var operationName: OperationName { OperationName(rule: .exactly(self)) }
}
