/// A report on the changed responses that `withResponseVariants` has tried, and on the failures.
public struct ResponseVariantReport: Sendable, CustomStringConvertible {
  /// The number of changes that the schema allows in the responses of the first run, each tried alone.
  public let singleChangeCount: Int
  /// The number of changes to responses that were tried alone, not counting skipped runs.
  public let triedSingleChangeCount: Int
  /// The number of pairs of changes that can be made together, without changes that fail by themselves.
  let pairCount: Int
  /// The number of pairs of changes that at least one run made together.
  let triedPairCount: Int
  /// The number of skipped runs by reason, such as the reason of an ``ResponseVariantSkip``.
  public let skippedRuns: [String: Int]
  /// The number of times that the body ran, including the first run and the runs that reduce failures.
  public let runCount: Int
  /// The messages of the reported failures, one for each cause.
  public let findings: [String]

  /// The report as text, such as `38 of 40 single changes and 512 of 512 pairs were tried in 72 runs`.
  public var description: String {
    let skips = skippedRuns.sorted { $0.key < $1.key }.map { " \($0.value) skipped: \($0.key)" }
    return "\(triedSingleChangeCount) of \(singleChangeCount) single changes and "
      + "\(triedPairCount) of \(pairCount) pairs were tried in \(runCount) runs."
      + skips.joined()
  }
}

extension ResponseVariantReport {
  static let plain = "The responses were those of the plain run."
  static let tooLarge = "The responses were too large to generate."
  static let none = ResponseVariantReport(
    singleChangeCount: 0, triedSingleChangeCount: 0, pairCount: 0, triedPairCount: 0,
    skippedRuns: [:], runCount: 0, findings: [])
}

struct CheckedFinding {
  let finding: VariantSearch.Finding
  var failsWithPlainResponses = false
  var failsEachTime = true

  var isRandom: Bool { failsWithPlainResponses || !failsEachTime }
}

extension [CheckedFinding] {
  private static let (listed, repeated) = (5, 25)

  var groupedByRemark: [[CheckedFinding]] {
    var groups: [[CheckedFinding]] = []
    for one in self {
      let known = groups.firstIndex {
        $0[0].finding.failure.remark == one.finding.failure.remark && !$0[0].isRandom
          && !one.isRandom
      }
      if let known { groups[known].append(one) } else { groups.append([one]) }
    }
    return groups
  }

  /// Returns the message about failures with the same cause.
  func message(_ examples: [String: MockJSON]) -> String {
    guard let first else { return "" }
    let (finding, reason) = (first.finding, first.finding.failure.message)
    if first.failsWithPlainResponses {
      return """
        \(ResponseVariant.plain.title), too: \(reason)
          The client fails at random: it passed with these responses before.
        """
    }
    if !first.failsEachTime {
      return """
        \(finding.variant.title), but not each time: \(reason)
          The client fails at random: it passed when the variant was repeated.
        """
    }
    var lines = ["\(finding.variant.title): \(reason)"]
    let others = flatMap(\.finding.others)
    if !others.isEmpty {
      let count = others.count + self.count
      lines.append("  \(count) variants fail for this reason. The others:")
      lines += others.prefix(Self.listed).map(\.title).map {
        "    \($0.prefix(1).lowercased() + $0.dropFirst())"
      }
      if others.count > Self.listed { lines.append("    and so on") }
    }
    lines += prefix(Self.repeated).map { "  repeat: \($0.finding.variant.line(plain: examples))" }
    if count > Self.repeated { lines.append("    and so on") }
    if let response = finding.failure.response { lines.append("  received: \(response)") }
    return lines.joined(separator: "\n")
  }
}
