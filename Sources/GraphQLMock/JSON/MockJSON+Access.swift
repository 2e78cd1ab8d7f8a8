public import Foundation

extension MockJSON {
  /// A Boolean value that indicates whether the value is null, as is a missing member or element.
  public var isNull: Bool { if case .null = storage { true } else { false } }

  /// The Boolean value, or `nil` if the value isn't a Boolean.
  public var bool: Bool? { if case .bool(let bool) = storage { bool } else { nil } }

  /// The string value, or `nil` if the value isn't a string.
  public var string: String? { if case .string(let string) = storage { string } else { nil } }

  /// The integer value, also of 7.0 and 7e2, or `nil` if the value isn't a whole number that fits into `Int`.
  public var int: Int? { if case .number(let number) = storage { number.int } else { nil } }

  /// The nearest `Double`, or `nil` if the value isn't a number or is beyond the range of `Double`.
  public var double: Double? {
    if case .number(let number) = storage { number.double } else { nil }
  }

  /// The exact decimal value, or `nil` if the value isn't a number that fits into `Decimal` (about 38 digits,
  /// exponents from -128 to 127).
  public var decimal: Decimal? {
    guard case .number(let number) = storage,
      let decimal = Decimal(string: number.spelling, locale: Locale(identifier: "en_US_POSIX")),
      JSONNumber(decimal.description) == number
    else { return nil }
    return decimal
  }

  /// The elements, or `nil` if the value isn't an array.
  public var array: [MockJSON]? {
    if case .array(let elements) = storage { elements } else { nil }
  }

  /// The members, or `nil` if the value isn't an object.
  ///
  /// If names differ only in Unicode normalization, the dictionary has the last. The subscript distinguishes them.
  public var object: [String: MockJSON]? {
    guard let members else { return nil }
    return Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
  }

  var pairs: [(String, MockJSON)] {
    guard let members else { return [] }
    return members.indices.map(members.inOrder).map { ($0.name, $0.value) }
  }

  var members: JSONMembers? { if case .object(let members) = storage { members } else { nil } }

  /// Returns whether the value is an object with a member of this name, even if the member is null.
  public func has(_ name: String) -> Bool { members?[name] != nil }

  /// Returns a member of an object, or null if there's no such member or the value isn't an object.
  ///
  /// To distinguish a missing member from a null one, use ``has(_:)``.
  public subscript(name: String) -> MockJSON { members?[name] ?? missing(name) }

  /// Collects names such as `input.id` that a test passed to the subscript, if `input` has an `id`.
  @TaskLocal package static var pathsInVain: Locked<Set<[String]>>?

  private func missing(_ name: String) -> MockJSON {
    if name.utf8.contains(UInt8(ascii: ".")), let paths = Self.pathsInVain {
      let steps = name.split(separator: ".").map(String.init)
      if !steps.reduce(self, { $0[$1] }).isNull { paths.withLock { _ = $0.insert(steps) } }
    }
    return .null
  }

  /// Returns the element at an index, or null if there's no such element or the value isn't an array.
  public subscript(index: Int) -> MockJSON {
    guard case .array(let elements) = storage, elements.indices.contains(index) else {
      return .null
    }
    return elements[index]
  }

  var isObject: Bool { members != nil }

  /// Returns the value without null members at any depth, because a null member equals a missing one.
  func droppingNullMembers() -> MockJSON {
    // Each value comes after the array or object that contains it, so no recursion is needed.
    var values = [(container: 0, name: "", value: self)]
    var index = 0
    while index < values.count {
      let value = values[index].value
      for element in value.array ?? [] { values.append((index, "", element)) }
      if let members = value.members {
        for member in members where !member.value.isNull {
          values.append((index, member.name, member.value))
        }
      }
      index += 1
    }
    var kept = [[(String, MockJSON)]](repeating: [], count: values.count)
    for (index, (container, name, value)) in values.enumerated().reversed() {
      let inner = kept[index].reversed()
      let whole: MockJSON =
        value.isObject
        ? .object(of: inner) : value.array == nil ? value : .array(inner.map(\.1))
      if index == 0 { return whole }
      kept[container].append((name, whole))
    }
    return self
  }
}
