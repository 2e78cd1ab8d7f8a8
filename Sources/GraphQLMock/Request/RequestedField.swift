/// A field that a request selects.
///
/// Use the requested fields to answer requests in which fields have aliases:
///
/// ```swift
/// .query("Heroes") { request in
///   var data: [String: MockJSON] = [:]
///   for field in request.selection where field.name == "hero" {
///     data[field.responseKey] = ["name": .string("Hero \(field.arguments["id"])")]
///   }
///   return .data(.object(data))
/// }
/// ```
/// Fields that `@skip` or `@include` excludes aren't listed (GraphQL, section 6.3.2 "Field Collection").
public struct RequestedField: Sendable {
  /// The name of the field in the schema.
  public let name: String
  /// The alias of the field, or `nil` if the field has no alias.
  public let alias: String?
  /// The type condition of the innermost fragment around the field, such as `User` in `... on User`, or `nil`.
  public let typeCondition: String?
  /// The arguments of the field as a JSON object, with the values of variables and default values filled in.
  ///
  /// Enum values are strings. An argument is missing if its variable has no value.
  public let arguments: MockJSON
  /// The type conditions of all fragments around the field, or nil if they can't be determined.
  let conditions: [String]?
  private let collector: FieldCollector
  /// The nodes of all merged fields, which are complete before the fields are returned, and so before `inner` is made.
  private var nodes: [Int]
  /// The selection is cached, because a closure may read it for each element of a list.
  private let inner = OnceValue<[RequestedField]>()

  /// The key of the field in the response, which is the alias, or the name if the field has no alias.
  public var responseKey: String { alias ?? name }

  /// The fields that are selected inside this field, in the order of the document.
  ///
  /// Fields with the same response key in fragments on the same types are merged.
  public var selection: [RequestedField] {
    inner.value { Self.fields(below: nodes, by: collector) }
  }

  private init(_ selection: FieldCollector.Selection, by collector: FieldCollector) {
    name = selection.name
    alias = collector.document.alias(of: selection.node).map(collector.document.text)
    typeCondition = selection.scope.typeCondition
    conditions = selection.scope.isOptional ? nil : selection.scope.openConditions
    arguments = collector.arguments(of: selection)
    self.collector = collector
    nodes = [selection.node]
  }

  fileprivate static func fields(
    below parents: [Int], by collector: FieldCollector
  ) -> [RequestedField] {
    var fields: [RequestedField] = []
    var positions: [[String]: Int] = [:]
    let parents = parents.map { FieldCollector.Parent(node: $0) }
    for selection in collector.collect(below: parents, entering: scope).selections {
      let key = [selection.key] + selection.scope.openConditions
      if let position = positions[key] {
        fields[position].nodes.append(selection.node)
      } else {
        positions[key] = fields.count
        fields.append(RequestedField(selection, by: collector))
      }
    }
    return fields
  }

  private static func scope(
    inside fragment: FieldCollector.Fragment, _ outer: FieldCollector.Scope
  ) -> FieldCollector.Scope {
    var scope = outer
    if let condition = fragment.condition, !scope.openConditions.contains(condition) {
      scope.openConditions.append(condition)
    }
    return scope
  }
}

extension OperationRequest {
  /// The fields at the root of the operation, in the order of the document.
  ///
  /// Fields with the same response key in fragments on the same types are merged.
  public var selection: [RequestedField] {
    guard let selected = selectedOperation else { return [] }
    return RequestedField.fields(
      below: [selected.document.definitions[selected.operation.definition].node],
      by: FieldCollector(selected.document, variables: coercedVariables))
  }
}
