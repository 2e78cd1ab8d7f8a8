import Foundation
import GraphQLMock

enum FailurePage {
  static let variable = "GRAPHQL_MOCK_REPORTS"

  static let attachmentName = "graphql-requests.html"

  private static let folder = ProcessInfo.processInfo.environment[variable].flatMap {
    $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true)
  }

  /// The names of the files that this process has written, so that each case of a test gets its own name.
  private static let names = Locked<Set<String>>([])

  static func write(_ page: @autoclosure () -> String, of test: RunningTest) {
    guard let folder else { return }
    let page = page()
    let name = name(of: test)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("\(name).html")
      try Data(page.utf8).write(to: file, options: .atomic)
    } catch {
      let text =
        "GraphQLMock: The page of \(test.title) can't be written: \(error.localizedDescription)\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }

  /// Returns a file name that is unique even if case is ignored, and shorter than the common limit of 255 bytes.
  private static func name(of test: RunningTest) -> String {
    var title = test.title.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-").suffix(200)
    while title.utf8.count > 200 { title.removeFirst() }
    return names.withLock { names in
      var name = String(title)
      var number = 1
      while !names.insert(name.lowercased()).inserted {
        number += 1
        name = "\(title)-\(number)"
      }
      return name
    }
  }

  static func html(
    of service: MockGraphQLService, appRequests app: [ReceivedRequest] = [],
    commands: [GivenCommand] = [],
    hint: String? = nil, test: String, failedBy failures: [FailedExpectation] = []
  ) -> String {
    let (rows, count, known) = service.pageEntries(appRequests: app, commands: commands)
    let notes = known + (hint?.split(separator: "\n").map(String.init) ?? [])
    let entries = rows.filter { $0.number > 0 }
    let total = max(rows.map { $0.start + ($0.duration ?? 0) }.max() ?? 0, 0.1)
    let texts = failures.map { service.withoutStatedValues($0.text) }
    var parts = zip(failures, texts).map { failure, text in
      let place = failure.place.map { "<p>\(escaped($0))</p>\n" } ?? ""
      return "<div class=\"failure\">\n\(place)<pre>\(escaped(text))</pre>\n</div>"
    }
    parts += entries.filter { !$0.problems.isEmpty }.map { section($0, below: texts) }
    if !entries.isEmpty {
      let shown = entries.reduce(0) { $0 + $1.count }
      parts.append(
        """
        <p>\(shown < count ? "The last \(shown) of " : "")\(count) \
        request\(count == 1 ? "" : "s") in \(milliseconds(total))</p>
        <ol class="times">
        \(axis(total))
        \(rows.map { row($0, total: total) }.joined(separator: "\n"))
        </ol>
        """)
    }
    // A failure's message may already contain a note.
    let untold = notes.filter { note in
      let line = note.trimmingCharacters(in: .whitespaces)
      return !texts.contains { $0.contains(line) }
    }
    if !untold.isEmpty {
      parts.append("<pre class=\"notes\">\(escaped(untold.joined(separator: "\n")))</pre>")
    }
    parts += entries.filter(\.problems.isEmpty).map { section($0, below: texts) }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>\(escaped(test))</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <h1>\(escaped(test))</h1>
      \(parts.joined(separator: "\n"))
      <p>\(Date().ISO8601Format())</p>
      </body>
      </html>

      """
  }

  /// Returns the HTML of the time axis, with at most five labels, which are round numbers such as 200 ms.
  static func axis(_ total: Double) -> String {
    let largest = pow(10, (log10(total / 4)).rounded(.up))
    let step = largest / ([5.0, 2].first { total / (largest / $0) <= 5 } ?? 1)
    let marks = stride(from: 0, to: total * 0.9, by: step).map { value in
      "<i style=\"left:\(percent(value / total * 100))\">\(label(value))</i>"
    }
    return "<li class=\"axis\"><span></span><span class=\"scale\">\(marks.joined())</span></li>"
  }

  private static func label(_ value: Double) -> String {
    let rounded = (value * 1_000).rounded() / 1_000
    let (number, unit) = rounded >= 1_000 ? (rounded / 1_000, "s") : (rounded, "ms")
    return number == number.rounded() ? "\(Int(number)) \(unit)" : "\(number) \(unit)"
  }

  private static func row(_ entry: PageEntry, total: Double) -> String {
    let left = entry.start / total * 100
    let width = max((entry.duration ?? total - entry.start) / total * 100, 0.5)
    let time = entry.duration.map(milliseconds) ?? "open"
    let state = ([entry.status.map { "\($0)" }].compactMap { $0 } + entry.problems)
      .joined(separator: " ")
    let name = escaped(halves(of: entry).asked)
    let link =
      entry.number > 0
      ? "<a href=\"#r\(entry.number)\">\(numbers(entry)). \(name)</a>" : "<b>\(name)</b>"
    return """
      <li\(mark(entry))>\(link) \
      <span class="state">\(state)</span> \
      <span class="bar"><i style="margin-left:\(percent(left));width:\(percent(min(width, 100 - left)))"></i></span> \
      <span class="time">\(time)</span></li>
      """
  }

  private static func mark(_ entry: PageEntry) -> String {
    entry.problems.isEmpty ? "" : " class=\"suspect\""
  }

  private static func numbers(_ entry: PageEntry) -> String {
    "\(entry.number)" + (entry.count > 1 ? "–\(entry.number + entry.count - 1)" : "")
  }

  private static func halves(of entry: PageEntry) -> (asked: String, ending: String) {
    let line = entry.lines.first ?? ""
    guard let arrow = line.range(of: " → ", options: .backwards) else { return (line, "") }
    return (String(line[..<arrow.lowerBound]), String(line[arrow.lowerBound...]))
  }

  private static func heading(_ entry: PageEntry, isTold: Bool) -> String {
    let (asked, ending) = halves(of: entry)
    let cut = asked.count > headingLimit ? "\(asked.prefix(headingLimit))…" : asked
    let words = entry.problems.filter { !ending.contains($0) } + (isTold ? ["as said above"] : [])
    return escaped((["\(numbers(entry)). \(cut)\(ending)"] + words).joined(separator: ", "))
  }

  private static let headingLimit = 100

  /// Returns the section of a request. It leaves out the lines that a failure's message above it contains.
  private static func section(_ entry: PageEntry, below texts: [String]) -> String {
    var lines = Array(entry.lines.dropFirst())
    let isTold = lines.first.map { line in texts.contains { $0.hasPrefix(line) } } ?? false
    if isTold {
      let told = Set(texts.flatMap { $0.split(separator: "\n").map(String.init) } + lines.prefix(1))
      lines.removeAll(where: told.contains)
    }
    var parts = [
      "<section id=\"r\(entry.number)\"\(mark(entry))>",
      "<h2>\(heading(entry, isTold: isTold))</h2>",
    ]
    if !lines.isEmpty { parts.append("<pre>\(escaped(lines.joined(separator: "\n")))</pre>") }
    parts += block("Request", entry.request)
    for (document, variables) in zip(entry.documents, entry.variables) {
      parts += block("Document", document) + block("Variables", variables ?? "")
    }
    parts += block("Response", entry.body ?? "") + ["</section>"]
    return parts.joined(separator: "\n")
  }

  private static func block(_ title: String, _ text: String) -> [String] {
    if text.isEmpty { return [] }
    return ["<details open><summary>\(title)</summary><pre>\(escaped(text))</pre></details>"]
  }

  private static func milliseconds(_ value: Double) -> String {
    "\((value * 10).rounded(.down) / 10) ms"
  }

  private static func percent(_ value: Double) -> String { "\((value * 100).rounded() / 100)%" }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.escapingControls().unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #8884; --bad: #c62828; --bar: #1565c0; }
    @media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --bar: #64b5f6; } }
    body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
    a { color: var(--bar); }
    h1 { font-size: .9rem; font-weight: normal; margin: 0 0 .8rem; opacity: .8; overflow-wrap: anywhere; }
    h2 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
    pre { background: #8881; border-radius: .3rem; font: .85rem/1.45 ui-monospace, monospace; margin: .3rem 0; \
    overflow-wrap: anywhere; padding: .6rem; white-space: pre-wrap; }
    .notes { margin: 1rem 0; }
    .failure p { color: var(--bad); font-weight: bold; margin: .8rem 0 .2rem; overflow-wrap: anywhere; }
    .failure pre { border-left: .3rem solid var(--bad); font-size: 1rem; }
    section { border: 1px solid var(--line); border-left: .3rem solid var(--bar); border-radius: .3rem; \
    margin: 1rem 0; padding: .8rem; }
    section.suspect { border-left-color: var(--bad); }
    .suspect a, .suspect b, .suspect h2, .suspect .state { color: var(--bad); }
    .times { list-style: none; padding: 0; }
    .times li { align-items: center; display: grid; gap: .2rem .8rem; \
    grid-template-columns: 1fr 9rem 35% 5rem; }
    .times a, .times b, .state { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .axis .scale { font-size: .75rem; grid-column: 3; height: 1.2rem; position: relative; }
    .axis i { border-left: 1px solid var(--line); font-style: normal; padding-left: .2rem; position: absolute; \
    white-space: nowrap; }
    .bar { background: #8882; border-radius: .2rem; display: block; height: .7rem; }
    .bar i { background: var(--bar); border-radius: .2rem; display: block; height: 100%; min-width: 2px; }
    .suspect .bar i { background: var(--bad); }
    .time { font-variant-numeric: tabular-nums; text-align: right; }
    summary { cursor: pointer; }
    @media (max-width: 40rem) {
    .times li { grid-template-columns: 1fr auto 5rem; margin-bottom: .4rem; }
    .bar, .axis .scale { grid-column: 1 / -1; command: 1; }
    .axis > :first-child { display: none; }
    }
    """
}
