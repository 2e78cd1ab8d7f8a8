import Foundation
import GraphQLMock

/// The default value of an input as its type has it, however the schema spells it: as graphql-js writes values
/// (`astFromValue`), members sorted.
struct DefaultValue {
  let system: TypeSystem

  /// The text of the default value; nil if there is none.
  func text(of input: FieldDefinition) -> String? { text(of: input, inside: []) }

  /// - Parameter outer: The fields whose defaults lead here; one that leads to itself is left out.
  private func text(of input: FieldDefinition, inside outer: Set<FieldDefinition>) -> String? {
    guard !outer.contains(input), let value = system.defaultValue(of: input) else { return nil }
    return text(value, input.type, inside: outer.union([input]))
  }

  private func text(
    _ value: MockJSON, _ type: WrappedType, inside outer: Set<FieldDefinition>
  ) -> String {
    if value.isNull { return "null" }
    if type.isNonNull { return text(value, type.unwrapped, inside: outer) }
    if type.isList {
      // One value is a list of it (section 3.11, "Input Coercion").
      let elements = (value.array ?? [value]).map { text($0, type.unwrapped, inside: outer) }
      return "[\(elements.joined(separator: ", "))]"
    }
    let named = system.types[type.name]
    switch named?.kind {
    case .enum: return value.string ?? "\(value)"
    case .inputObject:
      let fields = named.map { Array($0.inputFields) } ?? []
      let members: [(name: String, text: String)] = fields.compactMap { field in
        let name = field.name
        let stated =
          value.has(name)
          ? text(value[name], field.type, inside: outer) : text(of: field, inside: outer)
        return stated.map { (name, $0) }
      }
      let sorted = members.sorted {
        $0.name.compare($1.name, options: .numeric) == .orderedAscending
      }
      return "{\(sorted.map { "\($0.name): \($0.text)" }.joined(separator: ", "))}"
    default:
      if type.name == "ID", let text = value.string, Int(text).map({ "\($0)" }) == text {
        return text
      }
      // A number by its value: `1.0` and `10e-1` are 1.
      return value.int.map { "\($0)" } ?? value.double.map { "\($0)" } ?? "\(value)"
    }
  }
}
