// The page of a failed test: what was asked, what answered, in which order and time, as one file of HTML
// without script.

import Foundation
import GraphQLMock

enum FailurePage {
  /// The variable of the environment that names a folder for pages.
  static let variable = "GRAPHQL_MOCK_REPORTS"

  static let attachmentName = "graphql-requests.html"

  private static let folder = ProcessInfo.processInfo.environment[variable].flatMap {
    $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true)
  }

  /// The names of the files that this process has written: each case of a test has its own.
  private static let names = Locked<Set<String>>([])

  /// Writes the page of a test that has failed, if the environment asks for it.
  static func write(_ page: @autoclosure () -> String?, of test: RunningTest) {
    guard let folder, let page = page() else { return }
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

  /// A name that no other page has: file systems take 255 bytes.
  private static func name(of test: RunningTest) -> String {
    var title = test.title.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-").suffix(200)
    while title.utf8.count > 200 { title.removeFirst() }
    return names.withLock { names in
      var name = String(title)
      var number = 1
      while !names.insert(name).inserted {
        number += 1
        name = "\(title)-\(number)"
      }
      return name
    }
  }

  /// The page.
  /// - Parameter app: The requests of the apps that the test has launched; shown where the service got none.
  static func html(
    of service: MockGraphQLService, orOf app: [MockExchange] = [], test: String
  ) -> String {
    let (entries, count) = service.pageEntries(orOf: app)
    let total = max(entries.map { $0.start + ($0.duration ?? 0) }.max() ?? 0, 0.1)
    let rows = entries.map { row($0, total: total) }.joined(separator: "\n")
    let sections = entries.map(section).joined(separator: "\n")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(test))</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <h1>\(escaped(test))</h1>
      <p>\(entries.count < count ? "The last \(entries.count) of " : "")\(count) \
      request\(count == 1 ? "" : "s") in \(milliseconds(total))</p>
      <ol class="times">
      \(rows)
      </ol>
      \(sections)
      </body>
      </html>

      """
  }

  /// A request on the scale of time.
  private static func row(_ entry: PageEntry, total: Double) -> String {
    let left = entry.start / total * 100
    let width = max((entry.duration ?? total - entry.start) / total * 100, 0.5)
    let time = entry.duration.map(milliseconds) ?? "open"
    let mark = entry.isSuspect ? " class=\"suspect\"" : ""
    return """
      <li\(mark)><a href="#r\(entry.number)">\(entry.number). \(escaped(name(of: entry)))</a> \
      <span class="bar"><i style="margin-left:\(percent(left));width:\(percent(min(width, 100 - left)))"></i></span> \
      <span class="time">\(time)</span></li>
      """
  }

  /// What was asked, without what became of it.
  private static func name(of entry: PageEntry) -> String {
    let line = entry.lines.first ?? ""
    return line.range(of: " → ").map { String(line[..<$0.lowerBound]) } ?? line
  }

  private static func section(_ entry: PageEntry) -> String {
    var parts = [
      "<section id=\"r\(entry.number)\"\(entry.isSuspect ? " class=\"suspect\"" : "")>",
      "<h2>\(entry.number). \(escaped(entry.lines.first ?? ""))</h2>",
    ]
    if entry.lines.count > 1 {
      parts.append("<pre>\(escaped(entry.lines.dropFirst().joined(separator: "\n")))</pre>")
    }
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

  /// A text as HTML has it.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // HTML has no other control characters.
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .control: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #8884; --bad: #c62828; --bar: #1976d2; }
    @media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --bar: #64b5f6; } }
    body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
    h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
    h2 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
    pre { background: #8881; border-radius: .3rem; font: .85rem/1.45 ui-monospace, monospace; margin: .3rem 0; \
    overflow-wrap: anywhere; padding: .6rem; white-space: pre-wrap; }
    section { border: 1px solid var(--line); border-left: .3rem solid var(--bar); border-radius: .3rem; \
    margin: 1rem 0; padding: .8rem; }
    section.suspect { border-left-color: var(--bad); }
    .suspect a, .suspect h2 { color: var(--bad); }
    .times { list-style: none; padding: 0; }
    .times li { align-items: center; display: grid; gap: .2rem .8rem; grid-template-columns: 1fr 40% 6rem; }
    .times a { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .bar { background: #8882; border-radius: .2rem; display: block; height: .7rem; }
    .bar i { background: var(--bar); border-radius: .2rem; display: block; height: 100%; min-width: 2px; }
    .suspect .bar i { background: var(--bad); }
    .time { font-variant-numeric: tabular-nums; text-align: right; }
    summary { cursor: pointer; }
    @media (max-width: 40rem) { .times li { grid-template-columns: 1fr 5rem; } .bar { display: none; } }
    """
}
