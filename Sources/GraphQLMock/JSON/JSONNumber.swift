/// A JSON number as it is spelled, compared by its value without loss.
///
/// The value is never computed: `-12.50e3` is read as the digits `125`, of which the last counts
/// 10^2 units, and two numbers are equal when sign, digits and that exponent are. So 1e999999999
/// costs no more than 1.
struct JSONNumber: Sendable {
  /// The text, which fits the grammar of RFC 8259, section 6.
  let spelling: String

  /// Takes a spelling that the tokenizer has accepted.
  init(checkedSpelling: String) { spelling = checkedSpelling }

  /// Checks a spelling; nil when it is no JSON number, as `inf` and `nan`.
  init?(_ spelling: String) {
    var state = NumberState.start
    for byte in spelling.utf8 {
      guard let next = state.next(byte) else { return nil }
      state = next
    }
    guard state.isWhole else { return nil }
    self.spelling = spelling
  }
}

extension JSONNumber {
  /// The number in lowest terms: no zeros at either end of the digits, and no digits for zero.
  struct Value: Sendable, Hashable {
    var isNegative = false
    var digits = ContiguousArray<UInt8>()
    var exponent = DecimalExponent(0)
  }

  var value: Value {
    var value = Value()
    var fractionDigits = 0
    var isFraction = false
    var bytes = spelling.utf8[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): value.isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        value.exponent = DecimalExponent(bytes)
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
    value.exponent.add(shift)
    return value
  }

  /// The value where it is a whole number between the bounds of `Int`.
  var int: Int? {
    let value = value
    guard let exponent = value.exponent.small, exponent >= 0, exponent < 20 else { return nil }
    var result = 0
    for position in 0..<(value.digits.count + exponent) {
      let digit = position < value.digits.count ? Int(value.digits[position] & 0x0F) : 0
      let (tens, overflow) = result.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(value.isNegative ? -digit : digit)
      if overflow || carry { return nil }
      result = sum
    }
    return result
  }

  /// The nearest `Double`; nil beyond its range.
  var double: Double? {
    guard let double = Double(spelling), double.isFinite else { return nil }
    return double
  }
}

extension JSONNumber: Hashable {
  static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.spelling == right.spelling || left.value == right.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// An exponent of any size: a JSON number may write one that no integer type holds.
struct DecimalExponent: Sendable, Hashable {
  /// Digits from the highest, without leading zeros; empty for 0.
  private var digits: [UInt8] = []
  private var isNegative = false

  init(_ value: Int) {
    isNegative = value < 0
    digits = value == 0 ? [] : String(value.magnitude).utf8.map { $0 & 0x0F }
  }

  /// The part of a number behind its `e`.
  init(_ text: Substring.UTF8View) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"): break
      case UInt8(ascii: "0") where digits.isEmpty: break
      default: digits.append(byte & 0x0F)
      }
    }
    if digits.isEmpty { isNegative = false }
  }

  /// The value, if it has fewer than 19 digits.
  var small: Int? {
    guard digits.count < 19 else { return nil }
    let magnitude = digits.reduce(0) { $0 * 10 + Int($1) }
    return isNegative ? -magnitude : magnitude
  }

  mutating func add(_ value: Int) {
    if let small {
      let (sum, overflow) = small.addingReportingOverflow(value)
      if !overflow {
        self = DecimalExponent(sum)
        return
      }
    }
    let other = DecimalExponent(value)
    if isNegative == other.isNegative {
      digits = Self.sum(digits, other.digits)
    } else if Self.isLess(digits, other.digits) {
      digits = Self.difference(other.digits, digits)
      isNegative = other.isNegative
    } else {
      digits = Self.difference(digits, other.digits)
    }
    if digits.isEmpty { isNegative = false }
  }

  private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count
      ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var carry: UInt8 = 0
    for position in 0..<Swift.max(left.count, right.count) {
      let digit = self.digit(left, position) + self.digit(right, position) + carry
      carry = digit / 10
      result.append(digit % 10)
    }
    if carry > 0 { result.append(carry) }
    return result.reversed()
  }

  /// `left` has to be the greater one, or equal.
  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var borrow: UInt8 = 0
    for position in 0..<left.count {
      let digit = 10 + self.digit(left, position) - self.digit(right, position) - borrow
      borrow = digit < 10 ? 1 : 0
      result.append(digit % 10)
    }
    while result.last == 0 { result.removeLast() }
    return result.reversed()
  }

  /// The digit at a position counted from the lowest.
  private static func digit(_ digits: [UInt8], _ position: Int) -> UInt8 {
    position < digits.count ? digits[digits.count - 1 - position] : 0
  }
}
