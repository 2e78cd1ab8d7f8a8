/// An error in the `errors` member of a GraphQL response (GraphQL, section 7.1.6 "Errors").
public struct MockResponseError: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The description of the error for developers.
  public var message: String
  /// The response keys and list indices that lead to the field with the error, or nil to leave the path out.
  public var path: MockJSON?
  /// The positions of the error in the document, or an empty array to leave the `locations` member out.
  public var locations: [Location]
  /// The `extensions` member of the error, or nil to leave the member out.
  public var extensions: MockJSON?

  /// A position in a GraphQL document.
  public struct Location: Sendable, Hashable {
    /// The line number, starting at 1.
    public var line: Int
    /// The column number, starting at 1.
    public var column: Int

    /// Creates a position in a GraphQL document from a line number and a column number, which both start at 1.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// Creates an error.
  ///
  /// ```swift
  /// MockResponseError("No stock", code: "SOLD_OUT", path: ["products", 0, "price"])
  /// ```
  /// For an error with only a message, use a string literal: `errors: ["No stock"]`.
  /// - Parameters:
  ///   - message: The description of the error, for developers.
  ///   - code: The `code` member of `extensions`, which most services use, or nil to leave it out.
  ///   - path: The response keys and list indices that lead to the field, or nil to leave the path out.
  ///   - locations: The positions in the document.
  ///   - extensions: The other members of `extensions`, or nil to leave them out.
  public init(
    _ message: String, code: String? = nil, path: MockJSON? = nil, locations: [Location] = [],
    extensions: MockJSON? = nil
  ) {
    self.message = message
    self.path = path
    self.locations = locations
    self.extensions =
      code.map { (extensions ?? [:]).setting("code", to: .string($0)) } ?? extensions
  }

  var json: MockJSON {
    var members: [String: MockJSON] = ["message": .string(message)]
    if let path { members["path"] = path }
    if let extensions { members["extensions"] = extensions }
    if !locations.isEmpty {
      members["locations"] = .array(
        locations.map { ["line": .number($0.line), "column": .number($0.column)] })
    }
    return .object(members)
  }

  /// Reads an error, without members that the GraphQL specification doesn't define.
  init(_ json: MockJSON) {
    self.init(
      json["message"].string ?? "", path: json.members?["path"],
      locations: (json["locations"].array ?? []).compactMap { place in
        guard let line = place["line"].int, let column = place["column"].int else { return nil }
        return Location(line: line, column: column)
      },
      extensions: json.members?["extensions"])
  }

  /// Creates an error from its message.
  public init(stringLiteral message: String) { self.init(message) }
}
