/// A JSON syntax error, with its exact position (RFC 8259).
///
/// ```
/// Invalid JSON at line 2, column 9 (byte 10): expected a value, found "}".
/// ```
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason without the position, for messages that state the position themselves.
  package let reason: String
  var offset: Int { error.offset }
  /// The line number of the error, starting at 1. LF, CR and CR LF are line endings.
  package let line: Int
  /// The column number of the error, starting at 1. Every Unicode scalar counts as one column.
  package let column: Int

  let error: JSONError

  /// The error message, which includes the line, the column and the byte offset.
  public var description: String {
    let what = isTooDeep ? "JSON nested too deep" : "Invalid JSON"
    return "\(what) at line \(line), column \(column) (byte \(offset)): \(reason)."
  }

  var isTooDeep: Bool { if case .nestingTooDeep = error.reason { true } else { false } }

  /// - Parameter member: The name of the member that an object has twice, if this is the error.
  init(_ error: JSONError, in text: Span<UInt8>, member: String? = nil) {
    let position = TextPosition(of: error.offset, in: text)
    self.error = error
    line = position.line
    column = position.column
    reason = member.map { "the object already has the member \($0.quoted)" } ?? error.reason.wording
  }
}
