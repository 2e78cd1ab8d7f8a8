// Uploads: a form whose part `operations` is the request and whose files stand in other parts
// (GraphQL multipart request specification). Parts are ranges of the body; nothing is copied.

import Foundation

struct MultipartForm: Sendable {
  struct Part: Sendable, Hashable {
    let name: String
    let content: Range<Int>
  }

  let parts: [Part]

  /// Reads a form (RFC 7578; the delimiters are those of RFC 2046, section 5.1.1).
  /// - Parameters:
  ///   - body: The body.
  ///   - contentType: The header field, with the boundary.
  /// - Returns: nil if it is no form, or has no closing delimiter.
  init?(_ body: Data, contentType: String) {
    guard let boundary = Self.parameter("boundary", of: contentType), !boundary.isEmpty,
      boundary.utf8.count <= 70
    else { return nil }
    let delimiter = Data("--\(boundary)".utf8)
    let lineEnd = Data("\r\n".utf8)
    guard var delimiterRange = body.range(of: delimiter) else { return nil }
    var parts: [Part] = []
    while true {
      let rest = delimiterRange.upperBound..<body.endIndex
      if body[rest].starts(with: Data("--".utf8)) {
        self.parts = parts
        return
      }
      guard let headStart = body.range(of: lineEnd, in: rest)?.upperBound,
        let next = body.range(of: lineEnd + delimiter, in: headStart..<body.endIndex),
        let headEnd = body.range(
          of: lineEnd + lineEnd, in: (headStart - lineEnd.count)..<next.lowerBound)
      else { return nil }
      let head = headStart <= headEnd.lowerBound ? body[headStart..<headEnd.lowerBound] : Data()
      if let name = Self.name(inHead: head) {
        let start = headEnd.upperBound - body.startIndex
        parts.append(Part(name: name, content: start..<(next.lowerBound - body.startIndex)))
      }
      delimiterRange = (next.lowerBound + lineEnd.count)..<next.upperBound
    }
  }

  /// The bytes of the first part of a name.
  func content(of name: String, in body: Data) -> Data? {
    guard let range = parts.first(where: { $0.name == name })?.content else { return nil }
    return body.subdata(
      in: (body.startIndex + range.lowerBound)..<(body.startIndex + range.upperBound))
  }

  private static func name(inHead head: Data) -> String? {
    for line in String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n") {
      let field = line.prefix { $0 != ":" }
      guard field.equalsIgnoringASCIICase("Content-Disposition") else { continue }
      return parameter("name", of: line)
    }
    return nil
  }

  /// The value of a parameter behind a semicolon, quoted or not.
  private static func parameter(_ name: String, of field: String) -> String? {
    for part in field.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].trimmingASCIIWhitespace().equalsIgnoringASCIICase(name) else {
        continue
      }
      return pair[1].trimmingASCIIWhitespace().trimmingCharacters(
        in: CharacterSet(charactersIn: "\""))
    }
    return nil
  }
}
