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

extension MockJSON: CustomStringConvertible, CustomDebugStringConvertible {
  /// The JSON text on one line, members sorted.
  public var description: String { JSONWriter.describe(self) }

  /// The JSON text on one line, members sorted.
  public var debugDescription: String { description }
}
