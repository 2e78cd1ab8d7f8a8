// What those need to know of a schema who collect fields, and validate or divide answers by them.

extension TypeSystem: FragmentRule.FieldTypes {
  func applies(_ condition: String, to typeName: String) -> Bool? {
    guard let type = types[typeName], let condition = types[condition] else { return nil }
    if isSubtype(type, of: condition) { return true }
    return overlap(type, condition) ? nil : false
  }

  func typeName(ofField name: String, of typeName: String) -> String? {
    guard let type = types[typeName], let field = field(name, of: type) else { return nil }
    return field.type.name
  }

  func isOwn(directive name: String) -> Bool { directives[name].map { !divides($0) } ?? false }

  /// The field that a selection names, of the type that it belongs to.
  func definition(of selection: FieldCollector.Selection) -> FieldDefinition? {
    guard let name = selection.scope.typeName, let type = types[name] else { return nil }
    return field(selection.name, of: type)
  }
}
