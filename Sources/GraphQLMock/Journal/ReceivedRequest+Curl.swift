import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ReceivedRequest {
  /// A `curl` command that sends the request again, without secrets, to paste into a shell.
  ///
  /// ```swift
  /// print(service.requests.last?.curl ?? "")
  /// ```
  /// A body that isn't text, such as a compressed one, isn't shown. The command then reads it from a file.
  public var curl: String { (redaction ?? Redaction()).curl(for: self) }
}

extension Redaction {
  /// Linux limits an argument to 131,072 bytes, after the shell has removed the quotes.
  private static let longestBody = 100_000

  func curl(for received: ReceivedRequest) -> String {
    let redactor = RequestRedactor(toShow: received, self)
    let request = received.urlRequest
    let method = request.httpMethod ?? "GET"
    let url = request.url.map { redactor.url($0) } ?? ""
    // Without this option, `curl` expands brackets and braces.
    let options = url.contains { "[]{}".contains($0) } ? " --globoff" : ""
    let verb = method == "HEAD" ? " --head" : method == "GET" ? "" : " -X \(method.shellWord)"
    var words = ["curl\(options)\(verb) \(url.shellWord)"]
    for (name, value) in redactor.headers(HeaderFields(request.allHTTPHeaderFields ?? [:]))
    where !["content-length", "transfer-encoding"].contains(name.lowercased()) {
      words.append("-H \((value.isEmpty ? "\(name);" : "\(name): \(value)").shellWord)")
    }
    guard received.requestBodyLength > 0 else { return words.joined(separator: " \\\n  ") }
    // Otherwise `curl` adds the type of a form.
    if request.value(ofHeader: "Content-Type") == nil { words.append("-H 'Content-Type:'") }
    // `curl` sends no body with `--head`.
    if ["GET", "HEAD"].contains(method) {
      words[0] = "curl\(options) -X \(method) \(url.shellWord)"
    }
    var note = ""
    if let body = text(of: request, redactor) {
      words.append("--data-raw \(body.shellWord)")
    } else {
      let kind = request.value(ofHeader: "Content-Encoding") == nil ? "" : "compressed "
      note = "# Save the body, \(received.requestBodyLength) \(kind)bytes, as body.bin\n"
      words.append("--data-binary @body.bin")
    }
    return note + words.joined(separator: " \\\n  ")
  }

  /// `change` applies to `variables` alone, as in a recording.
  private func text(of request: URLRequest, _ redactor: RequestRedactor) -> String? {
    guard var body = redactor.body(of: request), !body.contains(0) else { return nil }
    if let change {
      guard let json = try? MockJSON(parsing: body) else { return nil }
      func changed(_ json: MockJSON) -> MockJSON {
        if let elements = json.array { return .array(elements.map(changed)) }
        return json.has("variables")
          ? json.setting("variables", to: change(json["variables"])) : json
      }
      body = (try? changed(json).encoded()) ?? Data()
    }
    guard body.count <= Self.longestBody else { return nil }
    return String(data: body, encoding: .utf8)
  }
}

extension String {
  /// The text as a word of a shell. Control characters need `$'…'`, which bash and zsh read, too (POSIX.1-2024, 2.2.4).
  fileprivate var shellWord: String {
    if !isEmpty, wholeMatch(of: /[A-Za-z0-9\/:._-]+/) != nil { return self }
    if escapingControls() == self { return quotedForShell }
    let escaped = unicodeScalars.map { scalar -> String in
      let text = String(scalar)
      if "'\\".contains(text) { return "\\\(text)" }
      if text.escapingControls() == text { return text }
      return text.utf8.map { byte in
        let octal = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      }.joined()
    }
    return "$'\(escaped.joined())'"
  }
}
