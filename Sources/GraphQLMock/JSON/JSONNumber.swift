/// A JSON number, which is equal to another number if the values are equal, such as 1.50 and 15e-1.
///
/// Values are compared by sign, digits and power of ten: `-12.50e3` has the digits 125 and the power 2. So
/// comparing 1e999999999 costs no more than comparing 1. If a power exceeds `Int`, the spellings are compared.
struct JSONNumber: Sendable {
  /// The number as the JSON text has it, valid by RFC 8259, section 6.
  let spelling: String

  init(checkedSpelling: String) { spelling = checkedSpelling }

  /// Creates a number, or returns `nil` for a spelling that JSON doesn't allow, such as `inf` and `nan`.
  init?(_ spelling: String) {
    var state = JSONTokenizer.NumberState.start
    for byte in spelling.utf8 {
      guard let next = state.next(byte) else { return nil }
      state = next
    }
    guard state.isWhole else { return nil }
    self.spelling = spelling
  }

  /// The sign, digits and power of ten of a number, with no zeros at either end of the digits.
  struct Value: Sendable, Hashable {
    var isNegative = false
    var digits = ContiguousArray<UInt8>()
    var exponent = 0
    /// The spelling of a number whose power of ten exceeds `Int`, or `nil` for any other number.
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
    // The spellings -0, 0.0 and 0e9 mean zero, whose value has no digits.
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
