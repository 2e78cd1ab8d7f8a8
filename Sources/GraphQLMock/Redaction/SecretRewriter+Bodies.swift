import Foundation

extension SecretRewriter {
  /// Returns the body with redacted values, and all other bytes unchanged.
  /// - Parameter root: The scope of the outermost JSON value.
  func body(_ body: Data, _ contentType: String?, isResponse: Bool, root: SecretScope) -> Data {
    let bytes = ContiguousArray(body)
    func json(_ text: ByteText) -> ByteText? {
      let start = SecretScope(rules)
      return isResponse
        ? goingByEnds(text).json(text, root, roots: ["data": start])
        : self.json(text, root, roots: ["variables": start, "extensions": start])
    }
    let type = HeaderParameters(Substring(contentType ?? ""))
    let redacted: ByteText
    switch type.value.lowercased() {
    case let multipart where multipart.hasPrefix("multipart/") && type["boundary"] != nil:
      // Parsing is lenient, because malformed bodies may contain secrets, too.
      let found = MultipartPart.parse(bytes.span, boundary: type["boundary"] ?? "", isStrict: false)
      let parts = found.parts.map {
        Part(name: $0.name, lines: $0.isHeadClosed ? [$0.content] : [])
      }
      redacted = self.parts(parts, of: bytes, json)
    case "text/event-stream":
      redacted = parts(StreamFormat.events(in: bytes).map { Part(lines: $0) }, of: bytes, json)
    case "application/x-www-form-urlencoded": redacted = items(bytes[...])
    case "application/graphql": redacted = document(bytes)
    // Foundation sends a request body without a content type as a form.
    case "" where !isResponse: redacted = json(bytes) ?? items(bytes[...])
    default: redacted = json(bytes) ?? search(redactingURLs(in: bytes))
    }
    return redacted == bytes ? body : Data(redacted)
  }

  /// Incremental data can belong to any path, so only the last name of each secret path is compared.
  private func goingByEnds(_ text: ByteText) -> SecretRewriter {
    guard !rules.paths.isEmpty, case .success(let json) = JSONParser.parse(text),
      json.has("incremental") || json.has("path")
    else { return self }
    var rules = rules
    rules.members.formUnion(rules.paths.compactMap { $0.last?.lowercased() })
    return SecretRewriter(rules, log)
  }

  private struct Part {
    var name: String?
    // The byte ranges of the lines. An event of an event stream may have several lines.
    let lines: [Range<Int>]
  }

  private func parts(_ parts: [Part], of body: ByteText, _ json: (ByteText) -> ByteText?)
    -> ByteText
  {
    var result = ByteText()
    var copied = 0
    for part in parts {
      let content = ContiguousArray(part.lines.map { body[$0] }.joined(separator: [0x0A]))
      let scope = part.name.map { rules.scope(of: $0, in: SecretScope(rules)) } ?? SecretScope()
      let redacted = log.within(part.name ?? "part") {
        scope.isSecret ? hiding(content, scope.reason) ?? content : json(content) ?? search(content)
      }
      var texts = redacted.split(
        separator: 0x0A, maxSplits: max(part.lines.count - 1, 0), omittingEmptySubsequences: false)[
          ...]
      for line in part.lines {
        result += search(ContiguousArray(body[copied..<line.lowerBound])) + (texts.popFirst() ?? [])
        copied = line.upperBound
      }
    }
    return result + search(ContiguousArray(body[copied...]))
  }
}
