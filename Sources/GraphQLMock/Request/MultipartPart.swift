// A part of a multipart body, stored as ranges of the body (RFC 2046, section 5.1.1). The body has this syntax:
//   preamble CRLF --boundary CRLF head CRLF CRLF content CRLF --boundary-- CRLF epilogue

struct MultipartPart: Sendable, Equatable {
  private(set) var name: String?
  private(set) var fileName: String?
  private(set) var contentType: String?
  private(set) var isFormData = false
  /// The number of bytes of the header fields, with their line breaks.
  private(set) var headSize = 0
  private(set) var isHeadClosed = false
  private(set) var content = 0..<0

  /// Returns the parts, of which the last one is incomplete at `limit`, and whether strict parsing found the end.
  /// - Parameter isStrict: Whether the body must follow the specification exactly. Otherwise, deviations such as lines
  ///   that end in LF are accepted, and parts after the closing delimiter are read, because they may contain secrets.
  static func parse(
    _ body: Span<UInt8>, boundary: String, isStrict: Bool, limit: Int = .max
  ) -> (parts: [MultipartPart], isClosed: Bool) {
    let delimiter = "--\(boundary)"
    let lineBreak = ContiguousArray((isStrict ? "\r\n" : "\n").utf8)
    var parts: [MultipartPart] = []
    var line = 0
    while line < body.count, parts.count < limit {
      let found = body.firstIndex(of: lineBreak.span, from: line)
      let next = found.map { $0 + lineBreak.count } ?? body.count
      var end = found ?? body.count
      if end > line, body[end - 1] == UInt8(ascii: "\r"), !isStrict || found == nil { end -= 1 }
      let last = parts.indices.last
      let start = min(line + delimiter.utf8.count, end)
      let rest = Bytes.areEqual(body, line..<start, delimiter) ? body.text(start..<end) : nil
      let isClosing = rest?.hasPrefix("--") == true
      // In strict bodies, a delimiter is alone in its line. Other lines that begin like one are content.
      if let rest, isClosing || !isStrict || rest[...].trimmingASCIIWhitespace().isEmpty {
        if isClosing, isStrict { return (parts, true) }
        parts.append(MultipartPart())
      } else if let last, parts[last].isHeadClosed {
        // The line break before a delimiter belongs to the delimiter, not to the content.
        parts[last].content = parts[last].content.lowerBound..<end
      } else if let last {
        // If the body ends within a part's header fields, a lenient parser treats the last line as content.
        let isCut = found == nil && !isStrict
        parts[last].isHeadClosed = line == end || isCut
        if parts[last].isHeadClosed {
          parts[last].content = isCut ? line..<end : next..<next
        } else {
          parts[last].headSize += next - line
          parts[last].add(field: body.text(line..<end))
        }
      }
      line = next
    }
    return (parts, false)
  }

  private mutating func add(field line: String) {
    let bytes = line.utf8.prefix { $0 != UInt8(ascii: ":") }
    let field = String(Substring(bytes))
    let value = line[bytes.endIndex...].dropFirst()
    if field.equalsIgnoringCase("Content-Disposition") {
      let parameters = HeaderParameters(value)
      isFormData = parameters.value.equalsIgnoringCase("form-data")
      name = parameters["name"]
      fileName = parameters["filename"]
    } else if field.equalsIgnoringCase("Content-Type") {
      contentType = value.trimmingASCIIWhitespace()
    }
  }
}

extension Span<UInt8> {
  fileprivate func text(_ range: Range<Int>) -> String {
    extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
