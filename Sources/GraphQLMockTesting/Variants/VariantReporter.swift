import GraphQLMock

/// Reports the failures that were found, one issue for each cause, and collects their messages.
struct VariantReporter {
  private(set) var messages: [String] = []

  mutating func report(_ checked: [CheckedFinding], by trials: inout VariantTrials) async {
    let runs = trials.runs
    for group in checked.groupedByRemark {
      let message = group.message(runs.options.plainExamples)
      messages.append(message)
      var isTold = false
      if let first = group.first, first.finding.failure.isExpectation, !trials.isOver,
        !first.isRandom
      {
        // The body runs once more, so that its failed expectation is reported together with the message. If another
        // failure ends this run, the message is reported alone.
        let again = await trials.attempt(first.finding.variant, .reportAdding(message))
        isTold = again.failure?.isExpectation == true
      }
      runs.issues.reset(to: .report)
      if !isTold { runs.tell(message) }
    }
  }
}

extension [CheckedFinding] {
  /// The maximum numbers of other variants, and of lines to repeat, in a message.
  private static let (listed, repeated) = (5, 25)

  /// The findings to report together. Those that fail at random are reported alone.
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

  /// Returns the message about a group of `groupedByRemark`.
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
