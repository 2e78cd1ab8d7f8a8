/// The lines in which two texts differ, after `-` or `+`, below their titles, which begin with `#`.
enum LineDifference {
  /// The maximum number of lines, and that of code points in a line.
  private static let (limit, lineLimit) = (60, 300)

  static func text(_ actual: String, expected: String) -> String {
    let (old, new) = (lines(of: expected), lines(of: actual))
    var (removed, inserted) = (Set(old.indices), Set(new.indices))
    // The search for common lines takes time that may grow with the product of both counts.
    if old.count * new.count <= 1_000_000 {
      (removed, inserted) = ([], [])
      for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
      }
    }
    var shown: [String] = []
    var title: Substring?
    var removedLine: Substring?
    var (next, other) = (0, 0)
    while next < old.count || other < new.count {
      let mark = removed.contains(next) ? "-" : inserted.contains(other) ? "+" : " "
      var line = mark == "+" ? new[other] : old[next]
      if mark == "+", let removed = removedLine.take() {
        // Long lines are shown from their first difference.
        let texts = TextDifference(String(line[1]), expected: String(removed), limit: lineLimit)
        shown[shown.count - 1] = "- \(texts.expected)".shortened(to: lineLimit)
        line[1] = Substring(texts.actual)
      }
      removedLine = mark == "-" ? line[1] : nil
      if mark != "+" { next += 1 }
      if mark != "-" { other += 1 }
      if mark != " " {
        if let title = title.take(), line[0] != line[1] { shown.append("  \(title)") }
        shown.append("\(mark) \(line[1])".shortened(to: lineLimit))
      } else if line[0] == line[1] {
        title = line[0]
      }
    }
    if shown.isEmpty { return "  Only empty lines or the Unicode normalization differ." }
    let rest = shown.count - limit
    return (shown.prefix(limit) + (rest > 0 ? ["  … and \(rest) more lines"] : []))
      .joined(separator: "\n")
  }

  /// Returns each line after its title, so that the same lines below different titles aren't equal.
  private static func lines(of text: String) -> [[Substring]] {
    var title: Substring = ""
    return text.split(separator: "\n").map { line in
      if line.hasPrefix("# ") { title = line }
      return [title, line]
    }
  }
}
