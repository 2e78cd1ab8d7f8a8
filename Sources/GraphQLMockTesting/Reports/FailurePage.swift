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
      let reason = error.localizedDescription
      Console.printError("GraphQLMock: The page of \(test.title) can't be written: \(reason)")
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
    commands: [GivenCommand] = [], hint: String? = nil, test: String,
    failedBy failures: [FailedExpectation] = [], isExplained: Bool = false
  ) -> String {
    let (rows, count, known) = service.pageEntries(
      appRequests: app, commands: commands, isExplained: isExplained,
      above: Set(failures.compactMap(\.issue).flatMap(\.failures)))
    let notes = (known + [hint ?? ""]).filter { !$0.isEmpty }
    let entries = rows.filter { $0.number > 0 }
    let total = max(rows.map { $0.start + ($0.duration ?? 0) }.max() ?? 0, 0.1)
    var parts = failures.map { failure in
      let text = service.withoutStatedValues(failure.issue?.message ?? failure.text)
      let place = failure.place.map { "<p>\(escaped($0))</p>\n" } ?? ""
      return "<div class=\"failure\">\n\(place)<pre>\(escaped(text))</pre>\n</div>"
    }
    parts += entries.filter { !$0.problems.isEmpty }.map(section)
    if !entries.isEmpty {
      let shown = entries.reduce(0) { $0 + $1.count }
      parts.append(
        """
        <p>\(shown < count ? "The last \(shown) of " : "")\(count) \
        request\(count == 1 ? "" : "s") in \(milliseconds(total))</p>
        <ol class="times">
        \(rows.map { row($0, total: total) }.joined(separator: "\n"))
        </ol>
        """)
    }
    if !notes.isEmpty {
      parts.append("<pre class=\"notes\">\(escaped(notes.joined(separator: "\n")))</pre>")
    }
    parts += entries.filter(\.problems.isEmpty).map(section)
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

  private static func heading(_ entry: PageEntry) -> String {
    let (asked, ending) = halves(of: entry)
    let cut = asked.count > headingLimit ? "\(asked.prefix(headingLimit))…" : asked
    let words = entry.problems.filter { !ending.contains($0) }
    return escaped((["\(numbers(entry)). \(cut)\(ending)"] + words).joined(separator: ", "))
  }

  private static let headingLimit = 100

  private static func section(_ entry: PageEntry) -> String {
    let lines = entry.lines.dropFirst()
    var parts = ["<section id=\"r\(entry.number)\"\(mark(entry))>", "<h2>\(heading(entry))</h2>"]
    if !lines.isEmpty { parts.append("<pre>\(escaped(lines.joined(separator: "\n")))</pre>") }
    for (title, text) in entry.blocks where !text.isEmpty {
      let tag = title == "curl" ? "details" : "details open"
      parts.append("<\(tag)><summary>\(title)</summary><pre>\(escaped(text))</pre></details>")
    }
    return (parts + ["</section>"]).joined(separator: "\n")
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
    .bar { background: #8882; border-radius: .2rem; display: block; height: .7rem; }
    .bar i { background: var(--bar); border-radius: .2rem; display: block; height: 100%; min-width: 2px; }
    .suspect .bar i { background: var(--bad); }
    .time { font-variant-numeric: tabular-nums; text-align: right; }
    summary { cursor: pointer; }
    @media (max-width: 40rem) {
    .times li { grid-template-columns: 1fr auto 5rem; margin-bottom: .4rem; }
    .bar { grid-column: 1 / -1; order: 1; }
    }
    """
}
