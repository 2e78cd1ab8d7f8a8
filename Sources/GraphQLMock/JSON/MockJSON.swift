/// A JSON value, written in a test as a Swift literal (RFC 8259).
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
/// Swift values go into a literal as `.string(name)`, `.number(count)`, `.bool(flag)`,
/// `.array(list)`, `.object(dictionary)` or, encoded, as `.value(encodable)`.
///
/// Two values are equal when they mean the same: the order of members does not count, numbers
/// compare by value without loss (`1`, `1.0` and `10e-1` are equal, 12345678901234567890.1 and
/// 12345678901234567890.2 are not), strings and names by code points. A number never equals a
/// string.
public struct MockJSON: Sendable {
  enum Storage: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([MockJSON])
    case object(JSONMembers)
    /// What could not be turned into JSON; it fails when it is encoded.
    case unencodable(String)
  }

  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }
}

extension MockJSON: Hashable {
  /// Whether both mean the same JSON value.
  public static func == (left: MockJSON, right: MockJSON) -> Bool {
    switch (left.storage, right.storage) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): JSONBytes.areEqual(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.unencodable(let left), .unencodable(let right)): left == right
    default: false
    }
  }

  /// Feeds the meaning of the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number)
    case .string(let string): JSONBytes.hash(string, into: &hasher)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    case .unencodable(let problem): hasher.combine(problem)
    }
  }
}

extension MockJSON: CustomStringConvertible, CustomDebugStringConvertible {
  /// The JSON text on one line, members sorted.
  public var description: String { JSONWriter.describe(self) }

  /// The JSON text on one line, members sorted.
  public var debugDescription: String { description }
}
