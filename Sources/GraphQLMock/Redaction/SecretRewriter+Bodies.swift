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
      // Also where lines end in a way that no service takes.
      let found = MultipartPart.all(
        in: body.span, boundary: type["boundary"] ?? "", isStrict: false)
      let parts = found.parts.map {
        Part(
          title: $0.name ?? "part", name: $0.name, contentType: $0.contentType,
          lines: $0.isHeadClosed ? [$0.content] : [])
      }
      return rewriting(parts, of: body, context)
    case "text/event-stream":
      let events = StreamFormat.events(in: body).map { Part(title: "event", lines: $0) }
      return rewriting(events, of: body, context)
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

  // MARK: Parts

  /// A part of a multipart body, or an event.
  private struct Part {
    /// What it is called: its name, or what it is.
    let title: String
    var name: String?
    var contentType: String?
    /// Where its content stands: that of an event may have several lines.
    let lines: [Range<Int>]
  }

  /// A body with the contents of its parts rewritten, each by its own type.
  private func rewriting(
    _ parts: [Part], of body: ContiguousArray<UInt8>, _ context: BodyContext
  ) -> ContiguousArray<UInt8> {
    if parts.isEmpty { return inner.body(body, nil, context) }
    var result = ContiguousArray<UInt8>()
    var copied = 0
    for part in parts {
      let content = ContiguousArray(part.lines.map { body[$0] }.joined(separator: [0x0A]))
      let scope = part.name.map { rules.scope(of: $0, in: SecretScope(rules)) } ?? SecretScope()
      let redacted = log.within(part.title) {
        if scope.level == .kept { return content }
        return scope.isSecret
          ? hiding(content, scope.reason) ?? content
          : inner.body(content, part.contentType, context)
      }
      var texts = redacted.split(
        separator: 0x0A, maxSplits: max(part.lines.count - 1, 0), omittingEmptySubsequences: false)[
          ...]
      for line in part.lines {
        result += text(ContiguousArray(body[copied..<line.lowerBound])) + (texts.popFirst() ?? [])
        copied = line.upperBound
      }
    }
    return result + text(ContiguousArray(body[copied...]))
  }
}
