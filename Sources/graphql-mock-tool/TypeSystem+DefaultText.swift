import Foundation
import GraphQLMock

/// Only `scripts/check-drift.py` tests this file: add new forms of values to its `SPELLINGS`.
extension TypeSystem {
  /// Returns the text of a default value, in the format of graphql-js (`astFromValue`) and with sorted members.
  func defaultText(of input: FieldDefinition) -> String? {
    defaultValue(of: input).map { text($0, input.type) }
  }

  private func text(_ value: MockJSON, _ type: WrappedType) -> String {
    if value.isNull { return "null" }
    if type.isNonNull { return text(value, type.unwrapped) }
    if type.isList {
      let elements = (value.array ?? []).map { text($0, type.unwrapped) }
      return "[\(elements.joined(separator: ", "))]"
    }
    let named = types[type.name]
    switch named?.kind {
    case .enum: return value.string ?? "\(value)"
    case .inputObject:
      let fields = (named?.inputFields).map(Array.init) ?? []
      let members = fields.filter { value.has($0.name) }.sorted { left, right in
        let order = left.name.compare(right.name, options: .numeric)
        return order == .orderedSame ? left.name < right.name : order == .orderedAscending
      }
      let texts = members.map { "\($0.name): \(text(value[$0.name], $0.type))" }
      return "{\(texts.joined(separator: ", "))}"
    default:
      if type.name == "ID" {
        // A number has the digits that the schema states, even if no number type holds them.
        let text = value.string ?? ""
        return Int(text).map { "\($0)" } == text ? text : "\(value)"
      }
      // Numbers such as `1.0` and `10e-1` are both printed as 1.
      return value.int.map { "\($0)" } ?? value.double.map { "\($0)" } ?? "\(value)"
    }
  }
}
