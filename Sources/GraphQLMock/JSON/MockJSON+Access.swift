public import Foundation

extension MockJSON {
  /// A Boolean value that indicates whether the value is null.
  ///
  /// The subscripts return null for a missing member or element, so this property is also true for a missing value.
  public var isNull: Bool { if case .null = storage { true } else { false } }

  /// The Boolean value, or `nil` if the value isn't a Boolean.
  public var bool: Bool? { if case .bool(let bool) = storage { bool } else { nil } }

  /// The string value, or `nil` if the value isn't a string.
  public var string: String? { if case .string(let string) = storage { string } else { nil } }

  /// The value as an integer, or `nil` if the value isn't a whole number that fits into `Int`.
  ///
  /// The numbers 7.0 and 7e2 are whole numbers too.
  public var int: Int? { if case .number(let number) = storage { number.int } else { nil } }

  /// The nearest `Double`, or `nil` if the value isn't a number or is outside the range of `Double`.
  public var double: Double? {
    if case .number(let number) = storage { number.double } else { nil }
  }

  /// The exact decimal value, or `nil` if the value isn't a number that fits into `Decimal`.
  ///
  /// A `Decimal` has about 38 digits and an exponent from -128 to 127.
  public var decimal: Decimal? {
    guard case .number(let number) = storage,
      let decimal = Decimal(string: number.spelling, locale: Locale(identifier: "en_US_POSIX")),
      JSONNumber(decimal.description)?.value == number.value
    else { return nil }
    return decimal
  }

  /// The elements of the array, or `nil` if the value isn't an array.
  public var array: [MockJSON]? { if case .array(let elements) = storage { elements } else { nil } }

  /// The members of the object, or `nil` if the value isn't an object.
  ///
  /// A dictionary treats names that differ only in Unicode normalization as equal, and contains only the last of
  /// these members. The subscript distinguishes the names.
  public var object: [String: MockJSON]? {
    members.map { all in Dictionary(all.map { ($0.name, $0.value) }) { _, last in last } }
  }

  /// The members in the order in which they're written, or none if the value isn't an object.
  var pairs: [(String, MockJSON)] {
    members.map { all in all.indices.map(all.inOrder).map { ($0.name, $0.value) } } ?? []
  }

  var members: JSONMembers? { if case .object(let members) = storage { members } else { nil } }

  /// Returns whether the value is an object with a member of this name, even if the member is null.
  public func has(_ name: String) -> Bool { members?[name] != nil }

  /// Returns a member of an object, or null if there's no such member or the value isn't an object.
  ///
  /// To distinguish a missing member from a null one, use ``has(_:)``.
  ///
  /// A new value is added or replaces the member, and replaces a value that isn't an object by an object.
  public subscript(name: String) -> MockJSON {
    get { members?[name] ?? missing(name) }
    set { self = setting(name, to: newValue) }
  }

  /// Collects mistakes in tests, such as `["input.id"]` instead of `["input"]["id"]`.
  @TaskLocal package static var pathsInVain: Locked<Set<[String]>>?

  private func missing(_ name: String) -> MockJSON {
    if name.utf8.contains(UInt8(ascii: ".")), let paths = Self.pathsInVain {
      let steps = name.split(separator: ".").map(String.init)
      if steps.count > 1, !steps.reduce(self, { $0[$1] }).isNull {
        paths.withLock { _ = $0.insert(steps) }
      }
    }
    return .null
  }

  /// Returns the element at an index, or null if there's no such element or the value isn't an array.
  public subscript(index: Int) -> MockJSON {
    guard let array, array.indices.contains(index) else { return .null }
    return array[index]
  }

  var isObject: Bool { members != nil }

  /// Returns the value without members that are null, at any depth. The names of recordings depend on it.
  func droppingNullMembers() -> MockJSON { rebuilt(dropsNullMembers: true) { _ in nil } }

  /// Replaces each value for which `change` returns one, then visits the values inside of it. Sorts members by name.
  func rebuilt(dropsNullMembers: Bool = false, _ change: (MockJSON) -> MockJSON?) -> MockJSON {
    // The list contains every array and object before the values inside of it.
    var values = [(container: 0, name: "", value: change(self) ?? self)]
    var index = 0
    while index < values.count {
      let value = values[index].value
      for element in value.array ?? [] { values.append((index, "", change(element) ?? element)) }
      if let members = value.members {
        for member in members where !dropsNullMembers || !member.value.isNull {
          values.append((index, member.name, change(member.value) ?? member.value))
        }
      }
      index += 1
    }
    var kept = [[(String, MockJSON)]](repeating: [], count: values.count)
    for (index, (container, name, value)) in values.enumerated().reversed() {
      let inner = kept[index].reversed()
      let whole: MockJSON =
        value.isObject ? .object(of: inner) : value.array == nil ? value : .array(inner.map(\.1))
      if index == 0 { return whole }
      kept[container].append((name, whole))
    }
    return self
  }
}
