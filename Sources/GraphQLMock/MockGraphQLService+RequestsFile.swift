import Foundation

extension MockGraphQLService {
  /// Compares the requests so far with a file, and writes the file if it's missing.
  /// - Returns: The message of a failure, or nil if the requests equal those of the file.
  package func problemOfRequests(
    matching name: String, near filePath: String, headers: [String], inOrder: Bool,
    _ redaction: Redaction, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    let file: URL
    let fileName = "\(name).requests.txt"
    switch FileFinder.find(.file, fileName, near: filePath) {
    case .success(let found): file = found
    case .failure(.missing): file = FileFinder.newFile(fileName, near: filePath)
    case .failure(let error): return error.message
    }
    let isCut = requests.contains { $0.requestBodyLength > 0 && $0.requestSize == 0 }
    if droppedRequestCount > 0 || isCut {
      return "The journal has dropped requests or their bodies: raise its limits."
    }
    let text = requestsText(headers: headers, inOrder: inOrder, redaction)
    let isUpdated = environment[Recording.variable] == Recording.Mode.all.rawValue
    let clash = """
      Another test or case has used the file for other requests. Give each its own, such as \
      matching: "\(name).\\(argument)".
      """
    let shared = isUsed(file, for: text) ? clash : nil
    let mayWrite = !Recording.isContinuousIntegration(environment) && !text.isEmpty
    do {
      if FileManager.default.fileExists(atPath: file.path) {
        let known =
          String(decoding: try Data(contentsOf: file), as: UTF8.self)
          .replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines) + "\n"
        if Bytes.areEqual(known, text) { return nil }
        guard isUpdated, mayWrite, shared == nil else {
          let advice = "To accept them, delete the file, or set \(Recording.variable)=all."
          return """
            The requests differ from \(file.path). \(shared ?? advice)
            \(LineDifference.text(text, expected: known))
            """
        }
      } else if let shared {
        return "\(file.path) wasn't written. \(shared)"
      } else if !mayWrite {
        let reason = text.isEmpty ? "no request arrived" : "CI is set, so run the test elsewhere"
        return "There is no \(file.path), and it wasn't written: \(reason)."
      }
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
      core.settings.recording?.changedFiles.withLock { _ = $0.insert(file.path) }
    } catch {
      return "\(file.path) can't be read or written: \(error.fileReason)"
    }
    return isUpdated
      ? nil : "\(file.path) was written. Read it and commit it; later runs compare with it."
  }

  /// The text that each file was compared with, by its path.
  private static let uses = Locked<[String: (text: String, service: Int)]>([:])

  /// Returns whether another test or case of this process has used the file for other requests.
  private func isUsed(_ file: URL, for text: String) -> Bool {
    Self.uses.withLock { [service = core.number] uses in
      if let use = uses[file.path], use.service != service {
        return !Bytes.areEqual(use.text, text)
      }
      uses[file.path] = (text, service)
      return false
    }
  }

  /// Returns the requests as text, without secrets.
  private func requestsText(headers: [String], inOrder: Bool, _ added: Redaction) -> String {
    let redaction = core.settings.redaction.adding(added)
    let all = redactors { RequestRedactor(toShow: $0, redaction) }.map { received, redactor in
      let variables = redactor.variables(received.variables).description
      return [received.name ?? "", variables, redactor.text(of: received, headers: headers)]
    }
    func precedes(_ left: String, _ right: String) -> Bool {
      let order = left.compare(right, options: .numeric)
      return order == .orderedSame ? left < right : order == .orderedAscending
    }
    let sorted = inOrder ? all : all.ordered { $0.lexicographicallyPrecedes($1, by: precedes) }
    return sorted.map { "\($0[2])\n" }.joined(separator: "\n")
  }
}

extension RequestRedactor {
  /// All that a client has chosen goes through the redactor, because the file is committed.
  fileprivate func text(of received: ReceivedRequest, headers: [String]) -> String {
    let request = received.urlRequest
    func text(_ json: MockJSON) -> String {
      String(decoding: (try? json.encoded(pretty: true)) ?? Data(), as: UTF8.self)
        .trimmingCharacters(in: .newlines).escapingControls(asJSON: true)
    }
    let fields = headers.compactMap { name in
      request.value(ofHeader: name).map { "\(name): \(header(name, $0))" }
    }
    var lines: [String?]
    if let operation = received.operations.first {
      let variables = self.variables(operation.variables)
      let document = operation.document.map { self.document($0) }
      lines = operation.files.map { file in
        "\(file.paths.joined(separator: ", ")): \(file.filename.map { value($0) } ?? "")"
      }
      lines.append(document.map { (try? Document.parse($0).get().layout) ?? $0 })
      lines.append(variables.members?.isEmpty == false ? text(variables) : nil)
    } else {
      let body = self.body(of: request) ?? Data()
      lines = [
        (try? MockJSON(parsing: body)).map(text) ?? String(data: body, encoding: .utf8)
          ?? "\(body.count) bytes"
      ]
    }
    let title = received.operations.first?.title ?? line(of: request)
    return (["# \(title)"] + fields + lines.compactMap { $0 }).joined(separator: "\n")
      .escapingControls().trimmingCharacters(in: .newlines)
  }
}
