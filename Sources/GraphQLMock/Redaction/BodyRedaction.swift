// Redacts bodies by their content type: JSON, forms, multipart, event streams, documents, text, and
// base64 of any of these. What is none of them keeps its bytes, but for known secrets.

import Foundation

struct BodyRedaction {
  let rules: SecretRules
  let log: RedactionLog?
  /// What is known of the root of a JSON text.
  let root: SecretScope
  let isResponse: Bool
  /// How many bodies stand in each other as parts.
  private var level = 0

  private static let levelLimit = 4

  init(_ rules: SecretRules, _ log: RedactionLog?, root: SecretScope, isResponse: Bool = false) {
    self.rules = rules
    self.log = log
    self.root = root
    self.isResponse = isResponse
  }

  /// A body without secrets.
  func data(_ body: Data, _ contentType: String?) -> Data {
    let bytes = ContiguousArray(body)
    let redacted = self.body(bytes, contentType)
    return redacted == bytes ? body : Data(redacted)
  }

  private func body(
    _ body: ContiguousArray<UInt8>, _ contentType: String?
  ) -> ContiguousArray<UInt8> {
    if body.isEmpty { return body }
    let type = contentType.map { $0.prefix { $0 != ";" }.trimmingASCIIWhitespace().lowercased() }
    if let type, type.hasPrefix("multipart/"), level < Self.levelLimit,
      let parts = MultipartRedaction(contentType: contentType ?? "")
    {
      return parts.redact(body, self)
    }
    switch type {
    case "text/event-stream": return eventStream(body)
    case "application/x-www-form-urlencoded": return form(body)
    case "application/graphql": return DocumentRedaction(rules, log).text(body)
    default: return json(body) ?? base64(body) ?? text(body)
    }
  }

  /// A part of a body.
  func part(
    _ body: ContiguousArray<UInt8>, _ contentType: String?, name: String?
  ) -> ContiguousArray<UInt8> {
    if let name {
      let scope = rules.scope(of: name, in: SecretScope(rules))
      if scope.level == .kept { return body }
      if scope.isSecret {
        return log.within(name) { rules.hiding(body, scope.reason, log) ?? body }
      }
    }
    var inner = self
    inner.level += 1
    return log.within(name ?? "part") { inner.body(body, contentType) }
  }

  // MARK: Forms of bodies

  private func json(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    var rules = rules
    if isResponse, !rules.paths.isEmpty, case .success(let json) = JSONParser.parse(body),
      json.hasMember("incremental") || json.hasMember("path")
    {
      // A part that is delivered later starts somewhere inside.
      rules = Self.goingByEnds(rules)
    }
    let strings = JSONRedaction(rules, log, document: DocumentRedaction(rules, log).ifChanged)
    let start = SecretScope(rules)
    return strings.text(
      body, root,
      members: isResponse ? ["data": start] : ["variables": start, "extensions": start])
  }

  private func form(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let strings = JSONRedaction(rules, log, document: DocumentRedaction(rules, log).ifChanged)
    return SecretURL(rules: rules, log: log) { strings.string($1, SecretScope(), name: $0) }
      .items(body[...])
  }

  /// Rules where it is not known where a path starts: its end has to do.
  private static func goingByEnds(_ rules: SecretRules) -> SecretRules {
    var rules = rules
    rules.members.formUnion(rules.paths.compactMap { $0.last?.lowercased() })
    return rules
  }

  private func text(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    guard body.isText else { return rules.searching(body, log) ?? body }
    // Several results may stand in it, one after the other.
    return SecretText.redact(body, isResponse ? Self.goingByEnds(rules) : rules, log)
  }

  /// A body that is base64 of JSON or text; nil if it is none.
  private func base64(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    guard level < Self.levelLimit, body.count >= 8 else { return nil }
    let isSpace: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }
    let digits = body.filter { !isSpace($0) }
    guard let decoded = Base64.decode(digits), decoded.isText,
      decoded.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    var inner = self
    inner.level += 1
    let redacted = inner.body(decoded, nil)
    if redacted == decoded { return body }
    return ContiguousArray(Data(redacted).base64EncodedString().utf8)
  }

  // MARK: Event streams

  /// The events of a stream (HTML, section 9.2.5 "Parsing an event stream"), each with its data.
  private func eventStream(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    var lines: [Line] = []
    // A byte order mark may come first.
    var index = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    result += body[..<index]
    while index < body.count {
      let line = Self.line(of: body, from: index)
      index = line.end.endIndex
      if Self.isData(line.text) {
        lines.append(line)
        continue
      }
      result += event(lines)
      lines.removeAll(keepingCapacity: true)
      result += SecretText.redact(ContiguousArray(line.text), rules, log)
      result += line.end
    }
    return result + event(lines)
  }

  /// A line of a stream, and what ends it: CR, LF, both, or nothing.
  private typealias Line = (text: ArraySlice<UInt8>, end: ArraySlice<UInt8>)

  private static func line(of body: ContiguousArray<UInt8>, from start: Int) -> Line {
    var end = start
    while end < body.count, body[end] != 0x0A, body[end] != 0x0D { end += 1 }
    var next = min(end + 1, body.count)
    if next < body.count, body[end] == 0x0D, body[next] == 0x0A { next += 1 }
    return (body[start..<end], body[end..<next])
  }

  private static func isData(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "data:".utf8)
  }

  private func event(_ lines: [Line]) -> ContiguousArray<UInt8> {
    if lines.isEmpty { return [] }
    var data = ContiguousArray<UInt8>()
    var frames: [(start: ArraySlice<UInt8>, end: ArraySlice<UInt8>)] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { data.append(0x0A) }
      var start = line.text.startIndex + 5
      if start < line.text.endIndex, line.text[start] == 0x20 { start += 1 }
      frames.append((line.text[..<start], line.end))
      data += line.text[start...]
    }
    var inner = self
    inner.level += 1
    let redacted = log.within("event") { inner.body(data, nil) }
    var result = ContiguousArray<UInt8>()
    let parts = redacted.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let frame = frames[min(index, frames.count - 1)]
      result += frame.start
      result += part
      result += frame.end
    }
    return result
  }
}

extension ContiguousArray<UInt8> {
  /// Whether the bytes are well-formed UTF-8.
  fileprivate var isText: Bool {
    let bytes = span
    var index = 0
    while index < bytes.count {
      let length = UTF8Scalar.length(bytes, at: index)
      if length == 0 { return false }
      index += length
    }
    return true
  }
}
