// Bodies without secrets, by their content type: JSON, forms, multipart, event streams, documents, text,
// and base64 of any of these. What is none of them keeps its bytes, but for known secrets.

import Foundation

extension SecretRewriter {
  /// What a body belongs to.
  struct BodyContext: Sendable {
    var isResponse = false
    /// What is known of the root of a JSON text.
    let root: SecretScope
  }

  func body(_ body: Data, _ contentType: String?, _ context: BodyContext) -> Data {
    let bytes = ContiguousArray(body)
    let redacted = self.body(bytes, contentType, context)
    return redacted == bytes ? body : Data(redacted)
  }

  private func body(
    _ body: ContiguousArray<UInt8>, _ contentType: String?, _ context: BodyContext
  ) -> ContiguousArray<UInt8> {
    if body.isEmpty || isTooDeep { return search(body) ?? body }
    let type = HeaderParameters(Substring(contentType ?? ""))
    switch type.value.lowercased() {
    case let multipart where multipart.hasPrefix("multipart/") && type["boundary"] != nil:
      return parts(body, "--\(type["boundary"] ?? "")", context)
    case "text/event-stream": return events(body, context)
    case "application/x-www-form-urlencoded": return items(body[...])
    case "application/graphql": return document(body)
    default: return json(body, context) ?? base64(body, context) ?? plain(body, context)
    }
  }

  private func json(
    _ body: ContiguousArray<UInt8>, _ context: BodyContext
  ) -> ContiguousArray<UInt8>? {
    var rewriter = self
    if context.isResponse, !rules.paths.isEmpty, case .success(let json) = JSONParser.parse(body),
      json.has("incremental") || json.has("path")
    {
      // A part that is delivered later starts somewhere inside.
      rewriter = goingByEnds
    }
    let start = SecretScope(rules)
    return rewriter.json(
      body, context.root,
      roots: context.isResponse ? ["data": start] : ["variables": start, "extensions": start])
  }

  private func plain(
    _ body: ContiguousArray<UInt8>, _ context: BodyContext
  ) -> ContiguousArray<UInt8> {
    guard String(bytes: body, encoding: .utf8) != nil else { return search(body) ?? body }
    // Several results may stand in it, one after the other.
    return (context.isResponse ? goingByEnds : self).text(body)
  }

  /// The same where it is not known where a path starts: its end has to do.
  private var goingByEnds: SecretRewriter {
    var rules = rules
    rules.members.formUnion(rules.paths.compactMap { $0.last?.lowercased() })
    return SecretRewriter(rules, log, level: level)
  }

  /// A body that is base64 of JSON or text; nil if it is none.
  private func base64(
    _ body: ContiguousArray<UInt8>, _ context: BodyContext
  ) -> ContiguousArray<UInt8>? {
    guard body.count >= 8,
      let decoded = Base64.decode(body.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 }),
      String(bytes: decoded, encoding: .utf8) != nil,
      decoded.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    let redacted = inner.body(decoded, nil, context)
    return redacted == decoded
      ? search(body) ?? body : ContiguousArray(Data(redacted).base64EncodedString().utf8)
  }

  // MARK: Multipart

  /// The parts between delimiters (RFC 2046, section 5.1), each by its own content type.
  private func parts(
    _ body: ContiguousArray<UInt8>, _ delimiter: String, _ context: BodyContext
  ) -> ContiguousArray<UInt8> {
    var starts: [Int] = []
    var line = 0
    while line < body.count {
      if body[line...].starts(with: delimiter.utf8) { starts.append(line) }
      line = (body[line...].firstIndex(of: 0x0A) ?? body.count) + 1
    }
    guard let first = starts.first else { return inner.body(body, nil, context) }
    var result = text(ContiguousArray(body[..<first]))
    for (start, end) in zip(starts, starts.dropFirst() + [body.count]) {
      result += part(body[start..<end], context)
    }
    return result
  }

  /// A delimiter, header fields, an empty line, the content, and the line break that belongs to the next
  /// delimiter.
  private func part(_ part: ArraySlice<UInt8>, _ context: BodyContext) -> ContiguousArray<UInt8> {
    var head = part.startIndex
    var name: String?
    var type: String?
    var result = ContiguousArray<UInt8>()
    while let end = part[head...].firstIndex(of: 0x0A) {
      let line = String(decoding: part[head..<end], as: UTF8.self)
      let field = line.prefix { $0 != ":" }
      let value = line[field.endIndex...].dropFirst()
      if field.lowercased() == "content-type" {
        type = value.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      if field.lowercased() == "content-disposition" { name = HeaderParameters(value)["name"] }
      result += text(ContiguousArray(part[head...end]))
      head = end + 1
      if line.isEmpty || line == "\r" { break }
    }
    var end = part.endIndex
    if end > head, part[end - 1] == 0x0A { end -= 1 }
    if end < part.endIndex, end > head, part[end - 1] == 0x0D { end -= 1 }
    let content = ContiguousArray(part[head..<end])
    let scope = name.map { rules.scope(of: $0, in: SecretScope(rules)) } ?? SecretScope()
    result += log.within(name ?? "part") {
      if scope.level == .kept { return content }
      return scope.isSecret
        ? hiding(content, scope.reason) ?? content : inner.body(content, type, context)
    }
    return result + part[end...]
  }

  // MARK: Event streams

  /// The events of a stream (HTML, section 9.2.5 "Parsing an event stream"), each with its data, which may
  /// stand in several lines.
  private func events(
    _ body: ContiguousArray<UInt8>, _ context: BodyContext
  ) -> ContiguousArray<UInt8> {
    // A byte order mark may come first.
    var index = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var result = ContiguousArray(body[..<index])
    var lines: [(head: ArraySlice<UInt8>, end: ArraySlice<UInt8>)] = []
    var data: [ArraySlice<UInt8>] = []
    func endEvent() {
      let joined = ContiguousArray(data.joined(separator: [0x0A]))
      let redacted = log.within("event") { inner.body(joined, nil, context) }
      for (line, text) in zip(
        lines, redacted.split(separator: 0x0A, omittingEmptySubsequences: false))
      {
        result += line.head + text + line.end
      }
      lines.removeAll()
      data.removeAll()
    }
    while index < body.count {
      let end = body[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? body.count
      var next = min(end + 1, body.count)
      if next < body.count, body[end] == 0x0D, body[next] == 0x0A { next += 1 }
      let line = body[index..<end]
      if line.starts(with: "data:".utf8) {
        let start = line.dropFirst(5).first == 0x20 ? index + 6 : index + 5
        lines.append((body[index..<start], body[end..<next]))
        data.append(body[start..<end])
      } else {
        endEvent()
        result += text(ContiguousArray(line)) + body[end..<next]
      }
      index = next
    }
    endEvent()
    return result
  }
}
