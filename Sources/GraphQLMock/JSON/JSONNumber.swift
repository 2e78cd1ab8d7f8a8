/// Numbers are equal if sign, digits and exponent are: `-12.50e3` has 125 and 2, and 1e999999999 costs no more than 1.
///
/// If an exponent exceeds `Int`, the spellings are compared.
/// 1e999999999 costs no more than 1. If an exponent exceeds `Int`, the spellings are compared.
struct JSONNumber: Sendable {
  /// Valid by RFC 8259, section 6.
  let spelling: String

  init(checkedSpelling: String) { spelling = checkedSpelling }

  /// Returns nil for other spellings, such as `inf` and `nan`.
  init?(_ spelling: String) {
    var state = JSONTokenizer.NumberState.start
    for byte in spelling.utf8 {
      guard let next = state.next(byte) else { return nil }
      state = next
    }
    guard state.isWhole else { return nil }
    self.spelling = spelling
  }

  /// Has no zeros at either end of its digits, and no digits for zero.
  struct Value: Sendable, Hashable {
    var isNegative = false
    var digits = ContiguousArray<UInt8>()
    var exponent = 0
    /// The spelling, if the exponent exceeds `Int`.
    var spelling: String?

    var isWhole: Bool { spelling == nil && exponent >= 0 }
  }

  var value: Value {
    var value = Value()
    var fractionDigits = 0
    var exponent: Int? = 0
    var isFraction = false
    var bytes = spelling.utf8[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): value.isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent = Int(Substring(bytes))
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
    // -0, 0.0 and 0e9 are 0.
    guard !value.digits.isEmpty else { return Value() }
    let sum = exponent?.addingReportingOverflow(shift)
    guard let sum, !sum.overflow else {
      value.spelling = spelling
      return value
    }
    value.exponent = sum.partialValue
    return value
  }

  var int: Int? {
    if let whole = Int(spelling) { return whole }
    let value = value
    guard value.spelling == nil, (0..<20).contains(value.exponent) else { return nil }
    let digits = String(decoding: value.digits, as: UTF8.self)
    let zeros = String(repeating: "0", count: value.exponent)
    return Int("\(value.isNegative ? "-" : "")0\(digits)\(zeros)")
  }

  var double: Double? {
    guard let double = Double(spelling), double.isFinite else { return nil }
    return double
  }
}

extension JSONNumber: Hashable {
  static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.spelling == right.spelling { return true }
    if let left = Int(left.spelling), let right = Int(right.spelling) { return left == right }
    return left.value == right.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
