// Bodies without secrets, by their content type: JSON, forms, multipart, event streams and documents. All
// others keep their bytes, but for known secrets.

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
    // Foundation sends a body as a form that has no other type.
    case "" where !context.isResponse: return json(body, context) ?? items(body[...])
    default: return json(body, context) ?? search(body) ?? body
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

  /// The same where it is not known where a path starts: its end has to do.
  private var goingByEnds: SecretRewriter {
    var rules = rules
    rules.members.formUnion(rules.paths.compactMap { $0.last?.lowercased() })
    return SecretRewriter(rules, log, level: level)
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
        let glue = ContiguousArray(body[copied..<line.lowerBound])
        result += (search(glue) ?? glue) + (texts.popFirst() ?? [])
        copied = line.upperBound
      }
    }
    let rest = ContiguousArray(body[copied...])
    return result + (search(rest) ?? rest)
  }
}
