import Foundation

/// A JSON number that is compared by the value of its ``canonical`` form, so 1.50 is equal to 15e-1.
///
/// The value of `-12.50e3` has a sign, the digits 125, and the power of ten 2, or the nearest that fits into `Int`.
struct JSONNumber: Sendable {
  /// The text of the number, which is valid JSON (RFC 8259, section 6).
  let spelling: String

  init(checkedSpelling: String) { spelling = checkedSpelling }

  /// Creates a number from its spelling, or returns `nil` if JSON doesn't allow the spelling, such as `nan`.
  init?(_ spelling: String) {
    var state: JSONTokenizer.NumberState? = .start
    for byte in spelling.utf8 { state = state?.next(byte) }
    guard state?.isComplete == true else { return nil }
    self.spelling = spelling
  }

  /// The sign, digits and power of ten of a number. The digits neither start nor end with a zero.
  struct Value: Sendable, Hashable {
    var isNegative = false
    var digits = ContiguousArray<UInt8>()
    var exponent = 0

    var isWhole: Bool { exponent >= 0 }
    var digitText: String { String(decoding: digits, as: UTF8.self) }
  }

  var value: Value {
    var value = Value()
    var fractionDigits = 0
    var exponent = 0
    var isFraction = false
    var bytes = spelling.utf8[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): value.isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent = Int(Substring(bytes)) ?? (bytes.first == UInt8(ascii: "-") ? .min : .max)
        bytes = ""[...].utf8
      default:
        if isFraction { fractionDigits += 1 }
        if byte != UInt8(ascii: "0") || !value.digits.isEmpty { value.digits.append(byte) }
      }
    }
    var shift = -fractionDigits
    while value.digits.last == UInt8(ascii: "0") {
      value.digits.removeLast()
      shift += 1
    }
    // The numbers 0, -0, 0.0 and 0e9 have the same value, which has no digits and no sign.
    guard !value.digits.isEmpty else { return Value() }
    let sum = exponent.addingReportingOverflow(shift)
    value.exponent = sum.overflow ? shift < 0 ? .min : .max : sum.partialValue
    return value
  }

  /// The number in the one spelling that all equal numbers have, which names of recordings contain.
  ///
  /// Digits alone are exact. Any other number is its `Double`, because `JSONSerialization` writes the `Double` 9.99 as
  /// `9.9900000000000002` on Apple's platforms, and keeps its decimal value only beyond the range of `Double`.
  var canonical: JSONNumber {
    if spelling.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) {
      return spelling == "-0" ? JSONNumber(checkedSpelling: "0") : self
    }
    guard let double else {
      let value = value
      let sign = value.isNegative ? "-" : ""
      return JSONNumber(checkedSpelling: "\(sign)\(value.digitText)e\(value.exponent)")
    }
    let isWhole = double.rounded() == double
    // The sum of -0.0 and 0 is 0.0.
    return JSONNumber(checkedSpelling: isWhole ? String(format: "%.0f", double + 0) : "\(double)")
  }

  /// The exact value, unlike ``canonical``: 1.00000000000000000001 isn't an integer.
  var int: Int? {
    if let whole = Int(spelling) { return whole }
    let value = value
    guard (0..<20).contains(value.exponent) else { return nil }  // `Int` has at most 19 digits.
    let zeros = String(repeating: "0", count: value.exponent)
    return Int("\(value.isNegative ? "-" : "")0\(value.digitText)\(zeros)")
  }

  var double: Double? { Double(spelling).flatMap { $0.isFinite ? $0 : nil } }
}

extension JSONNumber: Hashable {
  static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.spelling == right.spelling { return true }
    if let left = Int(left.spelling), let right = Int(right.spelling) { return left == right }
    return left.canonical.value == right.canonical.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(canonical.value) }
}
