import GraphQLMock

struct CheckedFinding {
  let finding: VariantSearch.Finding
  var failsWithPlainResponses = false
  var failsEachTime = true

  var isRandom: Bool { failsWithPlainResponses || !failsEachTime }
}

extension [CheckedFinding] {
  private static let (listed, repeated) = (5, 25)

  var groupedByRemark: [[CheckedFinding]] {
    // Each failure at random is a group of its own.
    enumerated().grouped { [$1.finding.failure.remark, $1.isRandom ? "\($0)" : ""] }
      .map { $0.map(\.element) }
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
    lines += prefix(Self.repeated).map { "  repeat: \($0.finding.variant.code(plain: examples))" }
    if count > Self.repeated { lines.append("    and so on") }
    if let response = finding.failure.response { lines.append("  received: \(response)") }
    if finding.failure.isAcceptedOfFaults {
      lines.append(
        "  accepting: allows this error only if the service fails, and this response is valid")
    }
    return lines.joined(separator: "\n")
  }
}
