import Foundation
import GraphQLMock

enum VariantIssueMode: Sendable {
  case pass
  /// Withholds issues, because the variant may still be reduced.
  case hold
  /// Passes issues on with this comment.
  case comment(String)
}

extension VariantRuns {
  /// The number of repetitions before a change is blamed.
  private static let (plainRepeats, variantRepeats) = (3, 2)

  /// `held` returns the issues since the last call of `mode`; if issues can't be held, the first ends the search.
  func search(
    report: (ScopeIssue) -> Void, mode: (VariantIssueMode) -> Void, held: () -> [String],
    canHold: Bool, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> AnswerVariantReport {
    func tell(_ message: String) {
      report(ScopeIssue(message: message, location: options.location))
    }
    if let obstacle {
      tell(obstacle)
      return .none
    }
    guard let schema = options.service.schema else { return .none }
    var runs = self
    let plain = begin(.plain)
    defer { mode(.pass) }
    let ending = await perform(plain, body)
    runs.ranPlain(plain)
    let limit = plain.limitFailure
    let issues = await plain.scope.end()
    if let limit {
      tell("\(AnswerVariant.plain.title): \(limit.message)")
      return .none
    }
    for issue in issues { report(issue) }
    try ending?.get()
    guard issues.isEmpty else { return .none }

    var search = try runs.search(schema)
    let note = VariantNote(test.title)
    if let left = note.left {
      let text =
        "GraphQLMock: The last run of \(test.title) ended while this was tried:\n  \(left)\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
    let timer = options.limit.map { WaitLimit($0) { _ in } }
    defer { timer?.cancel() }
    var isTimeUp: Bool { options.limit.map { $0 <= .zero } ?? false || timer?.ending != nil }
    var runCount = 1
    func attempt(
      _ variant: AnswerVariant, _ issues: VariantIssueMode = .hold,
      isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome {
      mode(issues)
      note.say("\(variant.title)\n  repeat: \(variant.line)")
      runCount += 1
      return await runs.attempt(variant, held: held, body)
    }
    var isOver = false
    while !isOver, !isTimeUp, !Task.isCancelled, let variant = search.next() {
      let outcome = await attempt(variant)
      // The cancellation may be the cause of a failure.
      if Task.isCancelled {
        search.giveBack()
        break
      }
      guard let failure = outcome.failure else {
        if outcome.isSkipped { search.skip() } else { search.take(nil) }
        continue
      }
      search.take(failure)
      isOver = outcome.isLeftBehind || failure.isExpectation && !canHold
      if isOver { search.end(with: VariantSearch.Finding(variant, failure)) }
    }
    search.end()
    let remark = remark(on: search, isTimeUp: isTimeUp)
    isOver = isOver || Task.isCancelled
    // A client that fails at random fails with any change. A body that still runs, or whose failures can't be
    // held back, isn't run again.
    var plainCauses: Set<String> = []
    if !isOver, !search.findings.isEmpty {
      for _ in 0..<Self.plainRepeats {
        if let failure = await attempt(.plain).failure { plainCauses.insert(failure.cause) }
      }
    }
    var checked: [CheckedFinding] = []
    for finding in search.findings {
      var one = CheckedFinding(finding)
      one.failsWithPlainAnswers = plainCauses.contains(finding.failure.cause)
      for _ in 0..<Self.variantRepeats where !isOver && !one.isRandom {
        let failure = await attempt(finding.variant).failure
        one.failsEachTime = failure?.cause == finding.failure.cause
      }
      checked.append(one)
    }
    var messages: [String] = []
    for group in checked.groupedByRemark {
      let message = group.message(of: search.changes.count)
      messages.append(message)
      var isTold = false
      if let first = group.first, first.finding.failure.isExpectation, !isOver, !first.isRandom {
        // The run repeats the expectations' failures at their own locations, with the variant as a comment.
        isTold = await attempt(first.finding.variant, .comment(message)).failure != nil
      }
      mode(.pass)
      if !isTold { tell(message) }
    }
    mode(.pass)
    note.remove()
    if let remark {
      let issue = ScopeIssue(message: remark.message, location: options.location)
      if remark.isFailure { report(issue) } else { MockReporting.warn(issue) }
    }
    return AnswerVariantReport(search, runCount: runCount, findings: messages)
  }

  private struct Outcome {
    var failure: VariantSearch.Failure?
    /// A value couldn't be generated, or all answers were plain.
    var isSkipped = false
    /// The body goes on although its task was canceled.
    var isLeftBehind = false
  }

  private func attempt(
    _ variant: AnswerVariant, held: () -> [String], isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async -> Outcome {
    let run = begin(variant)
    let ending = await perform(run, body)
    let limit = run.limitFailure
    let isTooLarge = run.scope.service.failures.contains { $0.kind == .generationError }
    let isPlain = hasPlainAnswers(run)
    let issues = run.scope.takeIssues()
    _ = await run.scope.end()
    let expectations = held()
    guard let ending else { return Outcome(failure: limit, isLeftBehind: true) }
    if isTooLarge { return Outcome(isSkipped: true) }
    var failure = limit ?? issues.first.map { .init(issue: $0.message) }
    if failure == nil, case .failure(let error) = ending, options.accepting?(error) != true {
      failure = .init(error)
    }
    failure = failure ?? expectations.first.map { .init(expectation: $0) }
    return Outcome(failure: failure, isSkipped: isPlain)
  }
}
