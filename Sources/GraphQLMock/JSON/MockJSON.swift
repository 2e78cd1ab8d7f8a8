/// A JSON value, which tests write as a Swift literal (RFC 8259).
///
/// ```swift
/// let page = 3
/// let payload: MockJSON = [
///   "viewer": ["name": "Ada", "page": .number(page), "score": 1.5, "friends": [], "photo": nil]
/// ]
/// payload["viewer"]["name"].string == "Ada"
/// payload["viewer"]["photo"].isNull
/// ```
///
/// To use a Swift variable in a literal, wrap it: `.string(name)`, `.number(count)`, `.bool(flag)`, `.array(list)`,
/// `.object(dictionary)` or `.value(encodable)`.
///
/// Two values are equal if they mean the same. The order of members doesn't matter. Strings and names are compared by
/// code points. Numbers are compared by their values: `1`, `1.0` and `10e-1` are equal. A number written with digits
/// alone is exact, and any other number is its `Double`, or its decimal value if that is infinite.
///
/// Arrays and objects can have 512 levels of nesting. Encoding a value with more levels throws an error.
public struct MockJSON: Sendable {
  enum Storage: Sendable {
    case null, bool(Bool), number(JSONNumber), string(String)
    case array([MockJSON]), object(JSONMembers)
    /// A value that JSON can't represent, such as NaN, with the reason. Only encoding it throws an error.
    case unencodable(String)
  }

  let storage: Storage
  /// The nesting depth of arrays and objects, from 0 for a scalar up to ``NestingLimit/depth``.
  let depth: UInt16

  init(_ storage: Storage) {
    var innerDepth: UInt16 = 0
    switch storage {
    case .array(let elements):
      for element in elements { innerDepth = max(innerDepth, element.depth) }
    case .object(let members):
      for member in members { innerDepth = max(innerDepth, member.value.depth) }
    case .null, .bool, .number, .string, .unencodable: break
    }
    self.init(storage, innerDepth: innerDepth)
  }

  /// - Parameter innerDepth: The greatest depth of an element or member, or 0 without any.
  init(_ storage: Storage, innerDepth: UInt16) {
    switch storage {
    case .array, .object:
      guard innerDepth < NestingLimit.depth else {
        let reason = JSONError.Reason.nestingTooDeep(limit: NestingLimit.depth).wording
        self.storage = .unencodable(reason)
        depth = 0
        return
      }
      depth = innerDepth + 1
    case .null, .bool, .number, .string, .unencodable: depth = 0
    }
    self.storage = storage
  }
}

extension MockJSON: CustomStringConvertible {
  /// The JSON text on one line. Members are sorted by name, or in generated data in the order of the selection.
  public var description: String { JSONWriter.describe(self) }
}

/// The methods `==` and `hash(into:)` keep a list of pending values, because recursion could overflow the stack.
extension MockJSON: Hashable {
  /// Returns whether two values mean the same as JSON, regardless of the order of members.
  public static func == (left: MockJSON, right: MockJSON) -> Bool {
    guard left.depth == right.depth else { return false }
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      switch (left.storage, right.storage) {
      case (.null, .null): break
      case (.bool(let left), .bool(let right)) where left == right: break
      case (.number(let left), .number(let right)) where left == right: break
      case (.string(let left), .string(let right)) where Bytes.areEqual(left, right): break
      case (.unencodable(let left), .unencodable(let right)) where left == right: break
      case (.array(let left), .array(let right)) where left.count == right.count:
        pending.append(contentsOf: zip(left, right))
      case (.object(let left), .object(let right)) where left.count == right.count:
        for (left, right) in zip(left, right) {
          guard Bytes.areEqual(left.name, right.name) else { return false }
          pending.append((left.value, right.value))
        }
      case (.null, _), (.bool, _), (.number, _), (.string, _), (.unencodable, _), (.array, _),
        (.object, _):
        return false
      }
    }
    return true
  }

  /// Hashes the value so that equal values have the same hash.
  public func hash(into hasher: inout Hasher) {
    var pending = [self]
    while let value = pending.popLast() {
      switch value.storage {
      case .null: hasher.combine(0)
      case .bool(let bool): hasher.combine(bool)
      case .number(let number): hasher.combine(number)
      case .string(let string): hasher.combine(string)
      case .unencodable(let problem): hasher.combine(problem)
      case .array(let elements):
        hasher.combine(elements.count)
        pending += elements
      case .object(let members):
        hasher.combine(members.count)
        for member in members {
          hasher.combine(member.name)
          pending.append(member.value)
        }
      }
    }
  }
}
