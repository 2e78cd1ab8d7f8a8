/// JSON values as the reference implementation shows them in messages (inspect), numbers as JavaScript
/// prints them.
enum VariableValueText {
  /// What is deeper is only named.
  private static let depthLimit = 2
  private static let elementLimit = 10

  static func inspect(_ value: MockJSON) -> String { inspect(value, depth: 1) }

  private static func inspect(_ value: MockJSON, depth: Int) -> String {
    switch value.storage {
    case .number(let number): return text(of: number)
    case .array(let elements):
      if elements.isEmpty { return "[]" }
      if depth > depthLimit { return "[Array]" }
      var parts = elements.prefix(elementLimit).map { inspect($0, depth: depth + 1) }
      let rest = elements.count - parts.count
      if rest > 0 { parts.append("... \(rest) more item\(rest == 1 ? "" : "s")") }
      return "[" + parts.joined(separator: ", ") + "]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      if depth > depthLimit { return "[Object]" }
      let parts = members.map { "\($0.name): \(inspect($0.value, depth: depth + 1))" }
      return "{ " + parts.joined(separator: ", ") + " }"
    case .null, .bool, .string, .unencodable: return JSONWriter.describe(value)
    }
  }

  /// Number.isInteger.
  static func isInteger(_ value: MockJSON) -> Bool {
    guard case .number(let number) = value.storage, let double = number.double else { return false }
    return double.rounded(.towardZero) == double
  }

  /// Number::toString of ECMAScript.
  private static func text(of number: JSONNumber) -> String {
    guard let double = number.double else {
      return number.value.isNegative ? "-Infinity" : "Infinity"
    }
    // Swift's description has the same digits, the fewest that read back as the number.
    guard let shortest = JSONNumber(double.description)?.value, !shortest.digits.isEmpty
    else { return "0" }
    let exponent = shortest.exponent
    let digits = String(decoding: shortest.digits, as: UTF8.self)
    let sign = shortest.isNegative ? "-" : ""
    // Where the decimal point stands, counted from the first digit.
    let point = digits.utf8.count + exponent
    switch point {
    case digits.utf8.count...21:
      return sign + digits + String(repeating: "0", count: exponent)
    case 1...21:
      return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0:
      return sign + "0." + String(repeating: "0", count: -point) + digits
    default:
      let fraction = digits.utf8.count > 1 ? "." + digits.dropFirst() : ""
      return sign + digits.prefix(1) + fraction + "e" + (point > 0 ? "+" : "-")
        + String(abs(point - 1))
    }
  }
}
