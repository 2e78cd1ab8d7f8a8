/// A text that is not JSON: what is wrong, and the exact place (RFC 8259).
///
/// ```
/// Invalid JSON at line 2, column 9 (byte 10): expected a value, found "}".
/// ```
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, as a phrase without a full stop.
  public let reason: String
  /// How many bytes of the text stand before the fault.
  public let offset: Int
  /// The line of the fault, from 1.
  ///
  /// Lines end with a line feed, a carriage return, or both.
  public let line: Int
  /// The column of the fault, from 1, counted in Unicode scalars.
  public let column: Int

  let fault: JSONFault

  /// The whole message.
  public var description: String {
    "Invalid JSON at line \(line), column \(column) (byte \(offset)): \(reason)."
  }

  /// Works out line and column, which the scanners do not count.
  /// - Parameters:
  ///   - text: the text from its first byte, at least up to the fault.
  ///   - member: the name that occurs twice, for a duplicate member.
  init(_ fault: JSONFault, in text: Span<UInt8>, member: String? = nil) {
    let place = TextPosition(of: fault.offset, in: text)
    self.fault = fault
    offset = fault.offset
    line = place.line
    column = place.column
    reason = member.map { "the object has a member \"\($0)\" already" } ?? fault.reason
  }
}

/// Line and column of a byte, computed only once there is an error to report.
struct TextPosition: Sendable, Hashable {
  var line = 1
  var column = 1

  init(of offset: Int, in text: Span<UInt8>) {
    let end = min(offset, text.count)
    var index = 0
    while index < end {
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        column = 1
      case UInt8(ascii: "\r"):
        // With a line feed behind it, that ends the line.
        guard index >= text.count || text[index] != UInt8(ascii: "\n") else { continue }
        line += 1
        column = 1
      case 0x80..<0xC0: break
      default: column += 1
      }
    }
    // A byte order mark takes no column.
    if line == 1, end >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { column -= 1 }
  }
}
