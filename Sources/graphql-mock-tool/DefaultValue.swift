import Foundation
import GraphQLMock

/// The default value of an input as its type has it, however the schema spells it: as graphql-js writes values
/// (`astFromValue`), members sorted.
struct DefaultValue {
  /// The fields of input objects, by the names of these.
  private let inputFields: [String: [MockJSON]]

  /// - Parameter types: All types, as introspection describes them.
  init(_ types: MockJSON) {
    inputFields = Dictionary(
      (types.array ?? []).map { ($0["name"].string ?? "", $0["inputFields"].array ?? []) }
    ) { first, _ in first }
  }

  /// The text of the default value; nil if there is none.
  func text(of input: MockJSON) -> String? {
    input["defaultValue"].string.map { literal in
      MockJSON(literal: literal).map { text($0, input["type"]) } ?? literal
    }
  }

  private func text(_ value: MockJSON, _ type: MockJSON) -> String {
    if value.isNull { return "null" }
    switch type["kind"].string {
    case "NON_NULL": return text(value, type["ofType"])
    case "LIST":
      // One value is a list of it (section 3.11, "Input Coercion").
      let elements = (value.array ?? [value]).map { text($0, type["ofType"]) }
      return "[\(elements.joined(separator: ", "))]"
    case "ENUM": return value.string ?? "\(value)"
    case "INPUT_OBJECT":
      let fields = inputFields[type["name"].string ?? ""] ?? []
      let members: [(name: String, text: String)] = fields.compactMap { field in
        let name = field["name"].string ?? ""
        let stated = value.has(name) ? text(value[name], field["type"]) : text(of: field)
        return stated.map { (name, $0) }
      }
      let sorted = members.sorted {
        $0.name.compare($1.name, options: .numeric) == .orderedAscending
      }
      return "{\(sorted.map { "\($0.name): \($0.text)" }.joined(separator: ", "))}"
    default:
      if type["name"] == "ID", let text = value.string, Int(text).map({ "\($0)" }) == text {
        return text
      }
      // A number by its value: `1.0` and `10e-1` are 1.
      return value.int.map { "\($0)" } ?? value.double.map { "\($0)" } ?? "\(value)"
    }
  }
}
