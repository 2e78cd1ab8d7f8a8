public import Foundation

extension MockJSON {
  /// Whether this is `null`, as a missing member reads too.
  public var isNull: Bool { if case .null = storage { true } else { false } }

  /// The value of a boolean; nil for any other kind.
  public var bool: Bool? { if case .bool(let bool) = storage { bool } else { nil } }

  /// The value of a string; nil for any other kind.
  public var string: String? { if case .string(let string) = storage { string } else { nil } }

  /// The value of a number that is whole and within the bounds of `Int`, as 7, 7.0 and 7e2 are; nil for
  /// anything else.
  public var int: Int? { if case .number(let number) = storage { number.int } else { nil } }

  /// The nearest `Double` to a number; nil for any other kind, and for numbers beyond its range.
  public var double: Double? {
    if case .number(let number) = storage { number.double } else { nil }
  }

  /// The exact value of a number; nil for any other kind, and for numbers that `Decimal` can't hold
  /// exactly (about 38 digits, exponents from -128 to 127).
  public var decimal: Decimal? {
    guard case .number(let number) = storage,
      let decimal = Decimal(string: number.spelling, locale: Locale(identifier: "en_US_POSIX")),
      JSONNumber(decimal.description) == number
    else { return nil }
    return decimal
  }

  /// The elements of an array; nil for any other kind.
  public var array: [MockJSON]? {
    if case .array(let elements) = storage { elements } else { nil }
  }

  /// The members of an object; nil for any other kind.
  ///
  /// A Swift dictionary takes canonically equivalent names as one, and keeps the last member; the
  /// subscript tells them apart.
  public var object: [String: MockJSON]? {
    guard let members else { return nil }
    return Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
  }

  var pairs: [(String, MockJSON)] { members?.map { ($0.name, $0.value) } ?? [] }

  var members: JSONMembers? { if case .object(let members) = storage { members } else { nil } }

  /// Whether an object has a member of that name, null or not; the subscript is never nil.
  ///
  /// ```swift
  /// XCTAssertTrue(request.variables.has("after"))
  /// ```
  /// - Parameter name: The member's name.
  public func has(_ name: String) -> Bool { members?[name] != nil }

  /// A member of an object; null, and never nil, where there is no such member or this is no object.
  ///
  /// ``has(_:)`` tells a missing member from one that is null.
  public subscript(name: String) -> MockJSON { members?[name] ?? missing(name) }

  /// Where the scope of a test keeps names such as `input.id` that were read where `input` has an `id`.
  @TaskLocal package static var pathsInVain: Locked<Set<[String]>>?

  private func missing(_ name: String) -> MockJSON {
    if name.utf8.contains(UInt8(ascii: ".")), let paths = Self.pathsInVain {
      let steps = name.split(separator: ".").map(String.init)
      if !steps.reduce(self, { $0[$1] }).isNull { paths.withLock { _ = $0.insert(steps) } }
    }
    return .null
  }

  /// An element of an array, counted from 0; null where there is none or this is no array.
  public subscript(index: Int) -> MockJSON {
    guard case .array(let elements) = storage, elements.indices.contains(index) else {
      return .null
    }
    return elements[index]
  }
}

extension MockJSON {
  var isObject: Bool { members != nil }

  /// Removes null members at any depth, because missing and null members are equal.
  func droppingNullMembers() -> MockJSON {
    // A list instead of recursion: see `NestingLimit`.
    var open = [OpenContainer(source: self)]
    while true {
      let top = open.count - 1
      if let (name, value) = open[top].next() {
        if value.depth > 0 {
          open.append(OpenContainer(source: value, name: name))
        } else if !value.isNull || open[top].source.array != nil {
          open[top].kept.append((name, value))
        }
      } else {
        let container = open.removeLast()
        guard top > 0 else { return container.whole }
        open[top - 1].kept.append((container.name, container.whole))
      }
    }
  }
}

private struct OpenContainer {
  let source: MockJSON
  var name = ""
  var position = 0
  var kept: [(name: String, value: MockJSON)] = []

  mutating func next() -> (name: String, value: MockJSON)? {
    defer { position += 1 }
    if let elements = source.array, position < elements.count { return ("", elements[position]) }
    if let members = source.members, position < members.count {
      return (members[position].name, members[position].value)
    }
    return nil
  }

  var whole: MockJSON {
    switch source.storage {
    case .array: .array(kept.map(\.value))
    case .object: .object(of: kept.lazy.map { ($0.name, $0.value) })
    default: source
    }
  }
}
