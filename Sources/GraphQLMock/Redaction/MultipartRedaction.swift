// The parts of a multipart body (RFC 2046, section 5.1), each redacted by its own content type.

struct MultipartRedaction {
  private let delimiter: ContiguousArray<UInt8>

  /// - Parameter contentType: The header field, with the boundary.
  init?(contentType: String) {
    guard let boundary = Self.parameter("boundary", of: contentType), !boundary.isEmpty,
      boundary.utf8.count <= 70
    else { return nil }
    delimiter = ContiguousArray("--\(boundary)".utf8)
  }

  func redact(_ body: ContiguousArray<UInt8>, _ redaction: BodyRedaction) -> ContiguousArray<UInt8>
  {
    var result = ContiguousArray<UInt8>()
    var starts = delimiters(in: body)[...]
    guard let first = starts.popFirst() else { return redaction.part(body, nil, name: nil) }
    result += outside(body[..<first], redaction)
    var start = first
    while true {
      let next = starts.popFirst()
      let end = next ?? body.count
      let isLast = body[(start + delimiter.count)...].starts(with: "--".utf8)
      result += isLast ? outside(body[start..<end], redaction) : part(body[start..<end], redaction)
      guard let next else { return result }
      start = next
    }
  }

  /// The offsets of lines that begin with the delimiter.
  private func delimiters(in body: ContiguousArray<UInt8>) -> [Int] {
    var found: [Int] = []
    var line = 0
    while line < body.count {
      if body[line...].starts(with: delimiter) { found.append(line) }
      guard let end = body[line...].firstIndex(of: 0x0A) else { break }
      line = end + 1
    }
    return found
  }

  /// What stands before the first part and behind the last.
  private func outside(
    _ text: ArraySlice<UInt8>, _ redaction: BodyRedaction
  ) -> ContiguousArray<UInt8> {
    let text = ContiguousArray(text)
    return redaction.rules.searching(text, redaction.log) ?? text
  }

  /// A delimiter, header fields, an empty line, the content, and the line break that belongs to the
  /// next delimiter.
  private func part(
    _ text: ArraySlice<UInt8>, _ redaction: BodyRedaction
  ) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    var index = text.startIndex
    var isFirst = true
    var name: String?
    var type: String?
    while let end = text[index...].firstIndex(of: 0x0A) {
      let line = text[index..<end]
      let isEmpty = line.isEmpty || line.elementsEqual([0x0D])
      if isFirst || isEmpty {
        result += text[index...end]
      } else {
        result += field(line, &name, &type, redaction)
        result.append(0x0A)
      }
      isFirst = false
      index = end + 1
      if isEmpty { break }
    }
    var end = text.endIndex
    if end > index, text[end - 1] == 0x0A { end -= 1 }
    if end < text.endIndex, end > index, text[end - 1] == 0x0D { end -= 1 }
    result += redaction.part(ContiguousArray(text[index..<end]), type, name: name)
    return result + text[end...]
  }

  /// A header field of a part, without its line break but for a return.
  private func field(
    _ line: ArraySlice<UInt8>, _ name: inout String?, _ type: inout String?,
    _ redaction: BodyRedaction
  ) -> ContiguousArray<UInt8> {
    guard let colon = line.firstIndex(of: 0x3A) else { return outside(line, redaction) }
    let fieldName = String(decoding: line[..<colon], as: UTF8.self).trimmingASCIIWhitespace()
    let hasReturn = line.last == 0x0D
    let value = String(
      decoding: line[(colon + 1)...].dropLast(hasReturn ? 1 : 0), as: UTF8.self)
    if fieldName.equalsIgnoringCase("Content-Type") { type = value }
    if fieldName.equalsIgnoringCase("Content-Disposition") {
      name = Self.parameter("name", of: value)
    }
    let space = value.prefix { $0 == " " }
    let redacted = HeaderRedaction(redaction.rules, redaction.log)
      .value(String(value.dropFirst(space.count)), of: fieldName)
    return ContiguousArray(line[...colon]) + space.utf8 + redacted.utf8 + (hasReturn ? [0x0D] : [])
  }

  /// The value of a parameter behind a semicolon, quoted or not.
  private static func parameter(_ name: String, of field: String) -> String? {
    for part in field.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].trimmingASCIIWhitespace().equalsIgnoringCase(name) else {
        continue
      }
      let value = pair[1].trimmingASCIIWhitespace()
      guard value.hasPrefix("\""), value.hasSuffix("\""), value.utf8.count > 1 else { return value }
      return String(value.dropFirst().dropLast())
    }
    return nil
  }
}
