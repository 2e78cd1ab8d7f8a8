/// The difference of two texts by lines. The texts consist of parts, which begin with a title after an empty line.
enum LineDifference {
  private static let limit = 60
  /// The search for common elements takes time that may grow with the product of both counts.
  private static let productLimit = 250_000

  static func text(_ actual: String, expected: String) -> String {
    let parts = merged(parts(of: expected), parts(of: actual))
    // A part that has changed is shown once, by the lines that differ.
    var added = Dictionary(grouping: parts.indices.filter { parts[$0].mark == "+" }) {
      parts[$0].element.first
    }
    var pairs: [Int: Int] = [:]
    for (index, part) in parts.enumerated() where part.mark == "-" {
      guard let others = added[part.element.first], let other = others.first else { continue }
      added[part.element.first] = Array(others.dropFirst())
      pairs[index] = other
    }
    let shown = Set(pairs.values)
    var lines: [String] = []
    for (index, part) in parts.enumerated() where part.mark != " " && !shown.contains(index) {
      guard let other = pairs[index].map({ parts[$0].element }) else {
        lines += part.element.map { "\(part.mark) \($0)" }
        continue
      }
      let changes = merged(part.element, other).filter { $0.mark != " " }
      lines.append("  \(other.first ?? "")\(changes.isEmpty ? " (at another position)" : "")")
      lines += changes.map { "\($0.mark) \($0.element)" }
    }
    let rest = lines.count - limit
    return
      (lines.prefix(limit).map { $0.shortened(to: 300) }
      + (rest > 0 ? ["  … and \(rest) more lines"] : [])).joined(separator: "\n")
  }

  private static func parts(of text: String) -> [[Substring]] {
    var parts: [[Substring]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# ") || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(line)
    }
    return parts.map { part in part.dropLast(part.reversed().prefix(while: \.isEmpty).count) }
  }

  private static func merged<Element: Equatable>(
    _ old: [Element], _ new: [Element]
  ) -> [(mark: String, element: Element)] {
    var (removed, inserted) = (Set(old.indices), Set(new.indices))
    if old.count * new.count <= productLimit {
      (removed, inserted) = ([], [])
      for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
      }
    }
    var result: [(mark: String, element: Element)] = []
    var (next, other) = (0, 0)
    while next < old.count || other < new.count {
      let mark = removed.contains(next) ? "-" : inserted.contains(other) ? "+" : " "
      result.append((mark, mark == "+" ? new[other] : old[next]))
      if mark != "+" { next += 1 }
      if mark != "-" { other += 1 }
    }
    return result
  }
}
