/// Values by the numbers that they get when they're added, from 1. No number is used twice.
struct Numbered<Value> {
  var values: [Int: Value] = [:]
  private var lastNumber = 0

  /// Adds a value, and returns its number.
  mutating func add(_ value: Value) -> Int {
    let number = lastNumber.next()
    values[number] = value
    return number
  }
}
