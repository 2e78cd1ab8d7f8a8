package import Foundation

/// Reads a multipart body according to RFC 2046, section 5.1.1, independently of the package's
/// writer.
package struct MultipartReader {
  package struct Part: Equatable {
    package var headers: [String: String]
    package var body: String

    package init(headers: [String: String], body: String) {
      (self.headers, self.body) = (headers, body)
    }
  }

  /// The text before the first delimiter.
  package private(set) var preamble = ""
  package private(set) var parts: [Part] = []
  /// Whether the close-delimiter was present.
  package private(set) var isClosed = false

  /// - Parameter contentType: The field's value, whose boundary may be quoted.
  package init?(_ body: Data, contentType: String) {
    guard let parameter = contentType.range(of: "boundary=") else { return nil }
    let boundary = contentType[parameter.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" }
    // delimiter := CRLF "--" boundary; the CRLF belongs to it, not to the part.
    var rest = body[...]
    let delimiter = Data("\r\n--\(boundary)".utf8)
    var sections: [Data] = []
    while let found = rest.range(of: delimiter) {
      sections.append(Data(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
      if rest.starts(with: Data("--".utf8)) {
        isClosed = true
        break
      }
    }
    guard let first = sections.first else { return nil }
    preamble = String(decoding: first, as: UTF8.self)
    for section in sections.dropFirst() {
      guard let part = Self.part(section) else { return nil }
      parts.append(part)
    }
    // An unfinished body ends inside a part or is empty.
    if !isClosed, !rest.isEmpty, let part = Self.part(Data(rest)) { parts.append(part) }
  }

  /// body-part := MIME-part-headers [CRLF *OCTET], after the CRLF of the delimiter's line.
  private static func part(_ section: Data) -> Part? {
    guard section.starts(with: Data("\r\n".utf8)),
      let end = section.range(of: Data("\r\n\r\n".utf8))
    else { return nil }
    var headers: [String: String] = [:]
    let head = String(decoding: section[section.startIndex + 2..<end.lowerBound], as: UTF8.self)
    for line in head.components(separatedBy: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return Part(headers: headers, body: String(decoding: section[end.upperBound...], as: UTF8.self))
  }
}
