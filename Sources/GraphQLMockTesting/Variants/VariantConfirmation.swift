import GraphQLMock

/// Repeats failed variants, with and without their changes, to find clients that fail at random.
struct VariantConfirmation {
  private static let (plainRepeats, variantRepeats) = (3, 2)

  private var plainCauses: Set<String> = []

  static func check(
    _ findings: ArraySlice<VariantSearch.Finding>, by trials: inout VariantTrials
  ) async -> [CheckedFinding] {
    if findings.isEmpty { return [] }
    var confirmation = VariantConfirmation()
    await confirmation.repeatPlain(by: &trials)
    var checked: [CheckedFinding] = []
    for finding in findings { checked.append(await confirmation.check(finding, by: &trials)) }
    return checked
  }

  /// Repeats the run without changes, unless that ended an earlier test run.
  private mutating func repeatPlain(by trials: inout VariantTrials) async {
    guard !trials.crashNote.crashes.contains(ResponseVariant.plain.changeLines) else { return }
    for _ in 0..<Self.plainRepeats where !trials.isOver {
      let failure = await trials.attempt(.plain).failure
      if let failure, !Task.isCancelled { plainCauses.insert(failure.cause) }
    }
  }

  private func check(
    _ finding: VariantSearch.Finding, by trials: inout VariantTrials
  ) async -> CheckedFinding {
    let cause = finding.failure.cause
    var one = CheckedFinding(finding: finding, failsWithPlainResponses: plainCauses.contains(cause))
    for _ in 0..<Self.variantRepeats where !trials.isOver && !one.isRandom {
      let failure = await trials.attempt(finding.variant).failure
      // A run that was canceled proves nothing.
      one.failsEachTime = failure?.cause == cause || Task.isCancelled
    }
    return one
  }
}

struct CheckedFinding {
  let finding: VariantSearch.Finding
  var failsWithPlainResponses = false
  var failsEachTime = true

  var isRandom: Bool { failsWithPlainResponses || !failsEachTime }
}
