/// A part of a ``MockJSON`` that can't be written as JSON.
package struct MockJSONEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What can't be written, as `nan is not a JSON number`.
  package let reason: String

  /// The whole message.
  package var description: String { "A value can't be encoded as JSON: \(reason)." }
}
