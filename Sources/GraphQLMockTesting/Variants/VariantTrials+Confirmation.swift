import GraphQLMock

extension VariantTrials {
  private static let (plainRepeats, variantRepeats) = (3, 2)

  /// Repeats failed variants, with and without their changes, to find clients that fail at random.
  mutating func check(
    _ findings: ArraySlice<VariantSearch.Finding>
  ) async -> [CheckedFinding] {
    var plainCauses: Set<String> = []
    // The run without changes isn't repeated if it ended an earlier test run.
    if !findings.isEmpty, !crashNote.crashes.contains(ResponseVariant.plain.changeLines) {
      for _ in 0..<Self.plainRepeats where !isOver {
        if let failure = await attempt(.plain).failure { plainCauses.insert(failure.cause) }
      }
    }
    var checked: [CheckedFinding] = []
    for finding in findings {
      let cause = finding.failure.cause
      var one = CheckedFinding(
        finding: finding, failsWithPlainResponses: plainCauses.contains(cause))
      for _ in 0..<Self.variantRepeats where !isOver && !one.isRandom {
        one.failsEachTime = await attempt(finding.variant).failure?.cause == cause
      }
      checked.append(one)
    }
    return checked
  }

  /// Reports the failures that were found, one issue for each cause.
  mutating func report(_ checked: [CheckedFinding]) async {
    for group in checked.groupedByRemark {
      let message = group.message(runs.options.plainExamples)
      messages.append(message)
      var isTold = false
      if let first = group.first, first.finding.failure.isExpectation, !isOver, !first.isRandom {
        // The body runs once more, so that its failed expectation is reported together with the message.
        isTold = await attempt(first.finding.variant, .reportAdding(message)).failure != nil
      }
      runs.issues.reset(to: .report)
      if !isTold { runs.tell(message) }
    }
  }
}
