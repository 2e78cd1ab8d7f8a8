import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

package struct PageEntry: Sendable {
  /// The number of the request, starting at 1, or 0 for a command that the test sent to an app.
  package let number: Int
  package var count = 1
  /// The lines to show for the request. The first line is a summary.
  package var lines: [String]
  /// The request, its documents and variables, the response's body, and the `curl` command. JSON is indented.
  package var blocks: [(title: String, text: String)] = []
  package var status: Int?
  /// The time at which the request arrived, in milliseconds after the first request on the page.
  package let start: Double
  /// The duration of the request in milliseconds, or `nil` while the request is open.
  package var duration: Double?
  package let problems: [String]
}

extension MockGraphQLService {
  /// - Parameters:
  ///   - isExplained: A Boolean value that indicates whether a failure explains why no request arrived.
  ///   - above: The failures whose messages stand above the entries.
  package func pageEntries(
    appRequests app: [ReceivedRequest] = [], commands: [GivenCommand] = [],
    isExplained: Bool = false, above: Set<MockFailure> = []
  ) -> (entries: [PageEntry], count: Int, notes: [String]) {
    let own = requests
    let all = own.isEmpty ? app : own
    let shown = all.suffix(Self.reportedLimit)
    guard let first = shown.first else {
      let lines = linesOfReport
      return ([], 0, lines.isEmpty && !isExplained ? [noRequestReport] : lines)
    }
    let commands = commands.filter { shown.count == all.count || $0.givenAt >= first.startedAt }
    let start = min(first.startedAt, commands.first?.givenAt ?? first.startedAt)
    let settings = core.settings
    let bystanders = own.isEmpty ? [:] : settings.bystandersAtEnd ?? core.bystanders(of: shown)
    var entries: [PageEntry] = []
    var last: (key: [String], received: ReceivedRequest)?
    for received in shown {
      let beside = bystanders[received.id] ?? []
      let (request, before) = (received.urlRequest, last?.received.urlRequest)
      let detail = received.failure.map(above.contains) == true ? FailureDetail.saidAbove : .whole
      func lines(isTimed: Bool, bodyLimit: Int = 0) -> [String] {
        settings.redaction.reportLines(
          of: received, detail, beside, isTimed: isTimed, bodyLimit: bodyLimit)
      }
      let entry = settings.redaction.pageEntry(
        of: received, after: start, last?.received, lines(isTimed: true))
      let key =
        lines(isTimed: false, bodyLimit: Redaction.reportLimit)
        + entry.blocks.dropFirst().map { $0.text }
      if last?.key == key, before?.url == request.url,
        before?.allHTTPHeaderFields == request.allHTTPHeaderFields, let index = entries.indices.last
      {
        entries[index].count += 1
        entries[index].lines = lines(isTimed: false)
        entries[index].duration = entry.duration.map { entry.start + $0 - entries[index].start }
      } else {
        entries.append(entry)
      }
      last = (key, received)
    }
    entries += commands.map { $0.pageEntry(after: start) }
    return (
      entries.ordered { $0.start < $1.start }, all.count, linesOfReport + unmatchedNames(among: all)
    )
  }

  package func withoutStatedValues(_ text: String) -> String { core.settings.redaction.text(text) }
}

extension Redaction {
  /// The maximum number of characters of a document or body that the page shows.
  private static let pageLimit = 20_000

  fileprivate func pageEntry(
    of received: ReceivedRequest, after start: Date, _ previous: ReceivedRequest?, _ lines: [String]
  ) -> PageEntry {
    let redactor = RequestRedactor(toShow: received, self)
    func text(_ json: MockJSON) -> String { (try? json.encoded(pretty: true)).map(cut) ?? "" }
    func cut(_ bytes: Data) -> String {
      String(decoding: bytes, as: UTF8.self).shortened(to: Self.pageLimit)
    }
    func plain(_ body: Data, _ length: Int, _ type: String?, _ redacted: Data) -> String {
      body.count == length && !body.contains(0) && String(data: body, encoding: .utf8) != nil
        ? cut(redacted) : "\(length) byte\(length == 1 ? "" : "s") of \(type ?? "an unknown type")"
    }
    let (request, response) = (received.urlRequest, received.response)
    let raw = request.allHTTPHeaderFields ?? [:]
    let before = previous?.urlRequest.allHTTPHeaderFields ?? [:]
    let fields = redactor.headers(HeaderFields(raw)).map { name, value in
      // Redacted values look alike, so a note tells whether a value differs from that of the previous request.
      let isChanged = before[name].map { $0 != raw[name] && redactor.header(name, $0) == value }
      let note = " (not the value of request \((previous?.id ?? 0) + 1))"
      return "\(name): \(value)\(isChanged == true ? note : "")"
    }
    var sent = [redactor.line(of: request)] + fields
    let length = received.requestBodyLength
    if received.operations.isEmpty, length > 0 {
      let (body, type) = (request.httpBody ?? Data(), request.value(ofHeader: "Content-Type"))
      sent += ["", plain(body, length, type, redactor.requestBody(body, contentType: type))]
    }
    var blocks = [("Request", sent.joined(separator: "\n"))]
    for operation in received.operations {
      let document = operation.document.map { redactor.document($0) } ?? ""
      blocks.append(("Document", document.shortened(to: Self.pageLimit)))
      let variables = redactor.variables(operation.variables)
      if variables.members?.isEmpty == false { blocks.append(("Variables", text(variables))) }
    }
    if let json = response?.json {
      blocks.append(("Response", text(redactor.response(json))))
    } else if let response {
      let type = response.contentType
      let body = redactor.responseBody(response.body, contentType: type)
      blocks.append(("Response", plain(response.body, response.bodyLength, type, body)))
    }
    let curl = curl(for: received)
    if curl.utf8.count <= Self.pageLimit { blocks.append(("curl", curl)) }
    let status = response?.status
    let problems: [(isMet: Bool, word: String)] = [
      (received.failure != nil || received.ending?.error != nil, "failed"),
      (status.map { 400..<500 ~= $0 } == true, "client error"),
      (status.map { $0 >= 500 } == true, "server error"),
      (response?.json?["errors"].array?.isEmpty == false, "with errors"),
      (!received.warnings.isEmpty, "with a warning"),
    ]
    return PageEntry(
      number: received.id + 1, lines: lines, blocks: blocks, status: status,
      start: received.startedAt.timeIntervalSince(start) * 1_000,
      duration: received.duration.map { $0.seconds * 1_000 },
      problems: problems.filter(\.isMet).map(\.word))
  }
}

extension GivenCommand {
  fileprivate func pageEntry(after start: Date) -> PageEntry {
    PageEntry(
      number: 0, lines: [title], start: givenAt.timeIntervalSince(start) * 1_000,
      duration: takenAt.map { $0.timeIntervalSince(givenAt) * 1_000 },
      problems: problem != nil ? ["failed"] : isOpen ? ["not taken"] : [])
  }
}
