import GraphQLMock

/// The subset of JSON Schema that the schemas in `Fixtures` use (draft 2020-12, "Validation").
struct JSONSchema {
  let root: MockJSON

  func accepts(_ value: MockJSON) -> Bool { accepts(value, root) }

  private func accepts(_ value: MockJSON, _ schema: MockJSON) -> Bool {
    if schema.bool == false { return false }
    if let reference = schema["$ref"].string {
      let definition = reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] }
      guard accepts(value, definition) else { return false }
    }
    let types = schema["type"].array ?? (schema["type"].isNull ? [] : [schema["type"]])
    if !types.isEmpty, !types.contains(where: { isOf(value, $0.string ?? "") }) { return false }
    if let values = schema["enum"].array, !values.contains(value) { return false }
    if let all = schema["anyOf"].array, !all.contains(where: { accepts(value, $0) }) {
      return false
    }
    if let all = schema["oneOf"].array, all.filter({ accepts(value, $0) }).count != 1 {
      return false
    }
    return acceptsContent(of: value, schema)
  }

  private func acceptsContent(of value: MockJSON, _ schema: MockJSON) -> Bool {
    if let number = value.double {
      if let minimum = schema["minimum"].double, number < minimum { return false }
      if let maximum = schema["maximum"].double, number > maximum { return false }
      if let limit = schema["exclusiveMaximum"].double, number >= limit { return false }
    }
    if let elements = value.array {
      if let minimum = schema["minItems"].int, elements.count < minimum { return false }
      if !schema["items"].isNull, !elements.allSatisfy({ accepts($0, schema["items"]) }) {
        return false
      }
    }
    guard let members = value.object else { return true }
    if let minimum = schema["minProperties"].int, members.count < minimum { return false }
    let required = schema["required"].array?.compactMap(\.string) ?? []
    guard required.allSatisfy({ members[$0] != nil }) else { return false }
    return members.allSatisfy { name, member in
      let property = schema["properties"][name]
      if !property.isNull { return accepts(member, property) }
      let additional = schema["additionalProperties"]
      return additional.isNull || additional.bool != false && accepts(member, additional)
    }
  }

  private func isOf(_ value: MockJSON, _ type: String) -> Bool {
    switch type {
    case "object": value.object != nil
    case "array": value.array != nil
    case "string": value.string != nil
    case "integer": value.int != nil
    case "number": value.double != nil
    case "null": value.isNull
    default: false
    }
  }
}
