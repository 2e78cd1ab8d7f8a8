// Forms of parts (RFC 7578; delimiters by RFC 2046, section 5.1.1). Parts are ranges of the body;
// nothing is copied, and each byte is looked at once or twice, however many parts there are.
//
// ```
// preamble CRLF --boundary CRLF head CRLF CRLF content CRLF --boundary-- CRLF epilogue
// ```

import Foundation

struct MultipartForm: Sendable {
  struct Part: Sendable, Hashable {
    let name: String
    /// The name of the file, where the part states one.
    let fileName: String?
    let contentType: String?
    /// Where its content stands, counted from the start of the body.
    let content: Range<Int>
  }

  /// How many parts a form may have.
  static let partLimit = 20_000
  /// How many bytes the head of a part may have.
  static let headLimit = 16_384

  /// The parts in order; with an error those in front of it.
  private(set) var parts: [Part] = []
  /// What is wrong with the form.
  private(set) var error: UploadError?

  /// Reads a form.
  /// - Parameters:
  ///   - body: The body.
  ///   - contentType: The header field, with the boundary.
  init(_ body: Data, contentType: String) {
    do throws(UploadError) {
      guard let boundary = HeaderParameters(contentType[...])["boundary"] else { throw .noBoundary }
      // A space may stand inside, and not at the end.
      guard (1...70).contains(boundary.utf8.count), !boundary.hasSuffix(" "),
        boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
      else { throw .invalidBoundary(boundary) }
      try read(body.span, delimiter: ContiguousArray("\r\n--\(boundary)".utf8), boundary)
    } catch {
      self.error = error
    }
  }

  private mutating func read(
    _ body: Span<UInt8>, delimiter: ContiguousArray<UInt8>, _ boundary: String
  ) throws(UploadError) {
    // The first delimiter may stand at the start, without its line end.
    guard var end = FormScanner.endOfFirstDelimiter(delimiter.span, in: body) else {
      throw .noDelimiter(boundary)
    }
    while let line = FormScanner.endOfDelimiterLine(body, from: end) {
      if line.isClosing { return }
      guard parts.count < Self.partLimit else { throw .tooManyParts(limit: Self.partLimit) }
      var head = Head()
      let content = try FormScanner.readHead(
        body, from: line.end, delimiter.span, part: parts.count, into: &head)
      guard let content else { break }
      guard head.isFormData, let name = head.name else { throw .noName(part: parts.count) }
      // The line end of an empty content is the one behind the head.
      guard let next = FormScanner.find(delimiter.span, in: body, from: content - 2) else { break }
      parts.append(
        Part(
          name: name, fileName: head.fileName, contentType: head.contentType,
          content: content..<max(next, content)))
      end = next + delimiter.count
    }
    throw .notClosed(boundary)
  }

  /// The fields of a part that count.
  struct Head: Sendable {
    var name: String?
    var fileName: String?
    var contentType: String?
    /// Whether it is a part of a form.
    var isFormData = false

    mutating func add(_ line: String) {
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
}

/// Finds delimiters and line ends.
private enum FormScanner {
  /// Where a delimiter begins, with its line end.
  ///
  /// A carriage return stands at its start only, so bytes that fit need not be looked at again.
  static func find(_ delimiter: Span<UInt8>, in body: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    let last = body.count - delimiter.count
    while index <= last {
      guard body[index] == UInt8(ascii: "\r") else {
        index &+= 1
        continue
      }
      let fitting = fittingCount(delimiter, in: body, at: index)
      if fitting == delimiter.count, endsLine(body, index &+ fitting) { return index }
      index &+= fitting
    }
    return nil
  }

  /// How many bytes of a delimiter stand here.
  private static func fittingCount(
    _ delimiter: Span<UInt8>, in body: Span<UInt8>, at index: Int
  ) -> Int {
    var count = 0
    while count < delimiter.count, index &+ count < body.count,
      body[index &+ count] == delimiter[count]
    {
      count &+= 1
    }
    return count
  }

  /// Whether a boundary may end here, and is not the start of a longer one.
  private static func endsLine(_ body: Span<UInt8>, _ index: Int) -> Bool {
    guard index < body.count else { return true }
    switch body[index] {
    case UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"): return true
    case UInt8(ascii: "-"): return index + 1 >= body.count || body[index + 1] == UInt8(ascii: "-")
    default: return false
    }
  }

  static func endOfFirstDelimiter(_ delimiter: Span<UInt8>, in body: Span<UInt8>) -> Int? {
    let count = delimiter.count - 2
    if body.count >= count,
      Bytes.areEqual(body.extracting(0..<count), delimiter.extracting(2..<delimiter.count)),
      endsLine(body, count)
    {
      return count
    }
    return find(delimiter, in: body, from: 0).map { $0 + delimiter.count }
  }

  /// The rest of the line of a delimiter: white space and the line end, or the two hyphens.
  static func endOfDelimiterLine(
    _ body: Span<UInt8>, from start: Int
  ) -> (end: Int, isClosing: Bool)? {
    guard body.count - start >= 2 else { return nil }
    if body[start] == UInt8(ascii: "-") { return (start + 2, true) }
    var index = start
    while index < body.count, body[index] == UInt8(ascii: " ") || body[index] == UInt8(ascii: "\t")
    {
      index &+= 1
    }
    guard body.count - index >= 2, body[index] == UInt8(ascii: "\r"),
      body[index + 1] == UInt8(ascii: "\n")
    else { return nil }
    return (index + 2, false)
  }

  /// Reads the lines of a head up to the empty one.
  /// - Returns: where the content begins; nil if the body ends before.
  static func readHead(
    _ body: Span<UInt8>, from start: Int, _ delimiter: Span<UInt8>, part: Int,
    into head: inout MultipartForm.Head
  ) throws(UploadError) -> Int? {
    var index = start
    var line = start
    while index + 1 < body.count {
      guard index - start <= MultipartForm.headLimit else {
        throw .headTooLong(part: part, limit: MultipartForm.headLimit)
      }
      guard body[index] == UInt8(ascii: "\r"), body[index + 1] == UInt8(ascii: "\n") else {
        index &+= 1
        continue
      }
      if index == line { return index + 2 }
      var text = ContiguousArray<UInt8>()
      text.append(body, from: line, to: index)
      head.add(String(decoding: text, as: UTF8.self))
      if fittingCount(delimiter, in: body, at: index) == delimiter.count,
        endsLine(body, index + delimiter.count)
      {
        throw .headNotClosed(part: part)
      }
      index &+= 2
      line = index
    }
    return nil
  }
}
