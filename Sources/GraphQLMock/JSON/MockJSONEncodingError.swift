package struct MockJSONEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason why the value can't be encoded, such as `nan is not a JSON number`.
  package let reason: String

  package var description: String { "A value can't be encoded as JSON: \(reason)." }
}
